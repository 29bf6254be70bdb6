import type { AgentFailures, AgentTarget } from '@crewboard/contracts';
import { defineStatement, queryOne, sql } from '@crewboard/db';
import { notFound } from '../../errors.ts';
import { lastFailures } from '../last-failures.ts';
import type { Call } from '../verb-context.ts';

const statement = defineStatement<{ agentId: string; teamId: string }, AgentFailures>(
  ({ agentId, teamId }) => sql`
  select failures_in_row as count, ${lastFailures} as last
  from agents where id = ${agentId} and team_id = ${teamId}`,
);

/** The failed attempts of an agent since its last completion, as far as `log-counter` has counted. Throws NOT_FOUND. */
export async function listAgentFailures({ ctx, input }: Call<typeof AgentTarget>): Promise<AgentFailures> {
  const found = await queryOne(ctx.db.reads, statement, { ...input, teamId: ctx.actor.teamId });
  if (!found) throw notFound();
  return found;
}
