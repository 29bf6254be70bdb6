import type { Agent, AgentTarget } from '@crewboard/contracts';
import type { z } from 'zod';
import { notFound } from '../../errors.ts';
import type { VerbContext } from '../verb-context.ts';
import { type AgentRow, agentColumns, toAgent } from './agent-row.ts';

type Call = { ctx: VerbContext; input: z.output<typeof AgentTarget> };

const statement = {
  name: 'get-agent',
  text: `select ${agentColumns('agents')} from agents where id = $1 and team_id = $2`,
};

export async function getAgent({ ctx, input }: Call): Promise<Agent> {
  const { rows } = await ctx.db.pool.query<AgentRow>({
    ...statement,
    values: [input.agentId, ctx.actor.teamId],
  });
  if (!rows[0]) throw notFound();
  return toAgent(rows[0]);
}
