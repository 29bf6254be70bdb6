import type { Me } from '@crewboard/contracts';
import type { AgentActor, KeyActor } from '../../auth/actor.ts';
import type { VerbContext } from '../../trpc/context.ts';
import { toAgent } from '../agents/agent-row.ts';

/** What the caller's credential is: its kind, its team, and the agent or key itself. */
export async function getMe({ ctx }: { ctx: VerbContext<AgentActor | KeyActor> }): Promise<Me> {
  const { kind, id, teamId } = ctx.actor;
  const { prisma } = ctx.db;
  const team = await prisma.team.findUniqueOrThrow({
    where: { id: teamId },
    select: { id: true, name: true },
  });
  if (kind === 'agent') {
    const agent = await prisma.agent.findUniqueOrThrow({ where: { id } });
    return { kind, teamId, team, agent: toAgent(agent), key: null };
  }
  const { name, expiresAt } = await prisma.apiKey.findUniqueOrThrow({ where: { id } });
  return { kind, teamId, team, agent: null, key: { id, name, expiresAt: expiresAt?.toISOString() ?? null } };
}
