import { formatPosition } from '@crewboard/contracts';
import type { VerbContext } from '../verb-context.ts';
import { findLogEnd } from './read-log.ts';

/**
 * The position of the end of the log. A client that reads data after this response and follows from here misses no
 * change.
 */
export async function getLogEnd({ ctx }: { ctx: VerbContext }): Promise<{ id: string }> {
  return { id: formatPosition(await findLogEnd(ctx.db)) };
}
