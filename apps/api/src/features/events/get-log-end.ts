import { formatPosition } from '@crewboard/contracts';
import type { VerbContext } from '../verb-context.ts';
import { findTeamEnd } from './log/log-end.ts';

/**
 * The end of the team's log. A client that reads data after this response, and then follows the events from here,
 * misses no change.
 */
export async function getLogEnd({ ctx }: { ctx: VerbContext }): Promise<{ id: string }> {
  return { id: formatPosition(await findTeamEnd(ctx.db, ctx.actor.teamId)) };
}
