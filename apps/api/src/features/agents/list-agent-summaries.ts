import { type AgentSummary, maxAgents } from '@crewboard/contracts';
import type { VerbContext } from '../verb-context.ts';

type Row = Omit<AgentSummary, 'lastActiveAt'> & { lastActiveAt: Date | null };

const statement = `
  select id, name, status, last_active_at as "lastActiveAt" from agents
  where team_id = $1 order by created_at, id limit ${maxAgents}`;

/** All agents of the team without their descriptions: at most 10,000, the oldest first. */
export async function listAgentSummaries({ ctx }: { ctx: VerbContext }): Promise<AgentSummary[]> {
  const { rows } = await ctx.db.reads.query<Row>(statement, [ctx.actor.teamId]);
  return rows.map((row) => ({ ...row, lastActiveAt: row.lastActiveAt?.toISOString() ?? null }));
}
