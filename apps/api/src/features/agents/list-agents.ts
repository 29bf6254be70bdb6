import type { Agent } from '@crewboard/contracts';
import type { VerbContext } from '../../trpc/context.ts';
import { type AgentRow, agentColumns, toAgent } from './agent-row.ts';

const statement = `select ${agentColumns('agents')} from agents where team_id = $1 order by created_at, id`;

/** All agents of the team, the oldest first. */
export async function listAgents({ ctx }: { ctx: VerbContext }): Promise<Agent[]> {
  const { rows } = await ctx.db.reads.query<AgentRow>(statement, [ctx.actor.teamId]);
  return rows.map(toAgent);
}
