import { type AgentWithToken, type CreateAgent, maxAgents } from '@crewboard/contracts';
import { newId } from '@crewboard/db';
import type { z } from 'zod';
import { createToken } from '../../auth/tokens.ts';
import { AppError } from '../../errors.ts';
import { recordEvent, writer } from '../events/record-event.ts';
import type { VerbContext } from '../verb-context.ts';
import { type AgentRow, agentColumns, agentJson, toAgent } from './agent-row.ts';

type Call = { ctx: VerbContext; input: z.output<typeof CreateAgent> };

const limitReached = () =>
  new AppError(
    'LIMIT_REACHED',
    `The team has ${maxAgents.toLocaleString('en')} agents, the most it may have. Reuse an inactive one: rename and reactivate it, then rotate its token.`,
  );

/** Those who create agents of a team wait for each other at its row: each counts those from before it. */
const statement = `
  with team as (select id from teams where id = $1 for no key update),
  created as (
    insert into agents (id, team_id, name, description, token_hash, token_prefix)
    select $5, $1, $6, $7, $8, $9 from team where count_agents(team.id) < ${maxAgents}
    returning *
  ),
  event as (${recordEvent({ type: 'agent.created', subject: 'agent', json: agentJson, after: 'created' })})
  select ${agentColumns('created')} from created`;

/** Creates an active agent. Only this response carries its token. Throws LIMIT_REACHED at 10,000 agents of the team. */
export async function createAgent({ ctx, input }: Call): Promise<AgentWithToken> {
  const { token, hash, prefix } = createToken('agent');
  const { rows } = await ctx.db.pool.query<AgentRow>(statement, [
    ...writer(ctx),
    newId(),
    input.name,
    input.description ?? null,
    hash,
    prefix,
  ]);
  if (!rows[0]) throw limitReached();
  return { ...toAgent(rows[0]), token };
}
