import { invalid } from '../../errors.ts';
import type { VerbContext } from '../../trpc/context.ts';

/** Refuses a URL that may not be called. What its name leads to is looked at again at every connect. */
export async function assertUrl({ outbound }: VerbContext, url: string): Promise<void> {
  const refusal = await outbound.refusalOf(url);
  if (refusal) throw invalid([{ path: 'url', message: refusal }]);
}
