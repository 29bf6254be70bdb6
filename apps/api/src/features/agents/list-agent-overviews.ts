import type { AgentOverview } from '@crewboard/contracts';
import type { VerbContext } from '../../trpc/context.ts';
import { type AgentRow, agentColumns, toAgent } from './agent-row.ts';

type Row = AgentRow & { tasksInProgress: number; tokenPrefix: string | null };

/** Counted in the index that begins with the agent and the status. */
const statement = `
  select ${agentColumns('agents')}, token_prefix as "tokenPrefix",
    (select count(*)::int from tasks
     where assigned_agent_id = agents.id and status = 'in_progress') as "tasksInProgress"
  from agents where team_id = $1 order by created_at, id`;

/** All agents of the team with what they hold now, the oldest first. */
export async function listAgentOverviews({ ctx }: { ctx: VerbContext }): Promise<AgentOverview[]> {
  const { rows } = await ctx.db.reads.query<Row>(statement, [ctx.actor.teamId]);
  return rows.map((row) => ({
    ...toAgent(row),
    tasksInProgress: row.tasksInProgress,
    tokenPrefix: row.tokenPrefix,
  }));
}
