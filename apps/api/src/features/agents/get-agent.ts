import type { Agent, AgentTarget } from '@crewboard/contracts';
import { defineStatement, queryOne, sql } from '@crewboard/db';
import { notFound } from '../../errors.ts';
import { uncountedCompletions } from '../events/uncounted.ts';
import type { Call } from '../verb-context.ts';
import { type AgentRow, agentRow, toAgent } from './agent-row.ts';

const statement = defineStatement<{ agentId: string; teamId: string }, AgentRow>(
  ({ agentId, teamId }) => sql`
  with ${uncountedCompletions(teamId)}
  select ${agentRow.columns('agents')} from agents where id = ${agentId} and team_id = ${teamId}`,
);

export async function getAgent({ ctx, input }: Call<typeof AgentTarget>): Promise<Agent> {
  const row = await queryOne(ctx.db, statement, { agentId: input.agentId, teamId: ctx.actor.teamId });
  if (!row) throw notFound();
  return toAgent(row);
}
