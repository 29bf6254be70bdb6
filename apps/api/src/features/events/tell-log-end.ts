import { formatPosition } from '@crewboard/contracts';
import type { VerbContext } from '../verb-context.ts';
import { findLogEnd } from './read-log.ts';

/** Where the log ends now: whoever reads something after this answer, and follows from there, misses nothing. */
export async function tellLogEnd({ ctx }: { ctx: VerbContext }): Promise<{ id: string }> {
  return { id: formatPosition(await findLogEnd(ctx.db)) };
}
