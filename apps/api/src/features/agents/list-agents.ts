import type { Agent } from '@crewboard/contracts';
import type { VerbContext } from '../../trpc/context.ts';
import { toAgent } from './agent-row.ts';

/** All agents of the team, the oldest first. */
export async function listAgents({ ctx }: { ctx: VerbContext }): Promise<Agent[]> {
  const agents = await ctx.db.prisma.agent.findMany({
    where: { teamId: ctx.actor.teamId },
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
  });
  return agents.map(toAgent);
}
