import { type AgentSummary, maxAgents } from '@crewboard/contracts';
import { defineStatement, queryMany, raw, sql } from '@crewboard/db';
import { pauseOf } from '../pause-column.ts';
import type { VerbContext } from '../verb-context.ts';

const statement = defineStatement<{ teamId: string }, AgentSummary>(
  ({ teamId }) => sql`
  select id, name, status, last_active_at as "lastActiveAt",
    ${pauseOf(raw('agents.team_id'), raw('agents.id'))} as paused
  from agents
  where team_id = ${teamId} order by created_at, id limit ${raw(String(maxAgents))}`,
);

/** All agents of the team without their descriptions: at most 10,000, the oldest first. */
export async function listAgentSummaries({ ctx }: { ctx: VerbContext }): Promise<AgentSummary[]> {
  return queryMany(ctx.db.reads, statement, { teamId: ctx.actor.teamId });
}
