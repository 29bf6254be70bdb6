import type { Agent, AgentTarget } from '@crewboard/contracts';
import type { z } from 'zod';
import { notFound } from '../../errors.ts';
import type { VerbContext } from '../../trpc/context.ts';
import { toAgent } from './agent-row.ts';

type Call = { ctx: VerbContext; input: z.output<typeof AgentTarget> };

export async function getAgent({ ctx, input }: Call): Promise<Agent> {
  const agent = await ctx.db.prisma.agent.findUnique({
    where: { id: input.agentId, teamId: ctx.actor.teamId },
  });
  if (!agent) throw notFound();
  return toAgent(agent);
}
