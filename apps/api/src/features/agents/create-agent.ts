import type { AgentWithToken, CreateAgent } from '@crewboard/contracts';
import { newId } from '@crewboard/db';
import type { z } from 'zod';
import { createToken } from '../../auth/tokens.ts';
import type { VerbContext } from '../../trpc/context.ts';
import { recordEvent, writer } from '../events/record-event.ts';
import { type AgentRow, agentColumns, agentJson, toAgent } from './agent-row.ts';

type Call = { ctx: VerbContext; input: z.output<typeof CreateAgent> };

const statement = `
  with created as (
    insert into agents (id, team_id, name, description, token_hash, token_prefix)
    values ($5, $1, $6, $7, $8, $9)
    returning *
  ),
  event as (${recordEvent({ type: 'agent.created', subject: 'agent', json: agentJson, after: 'created' })})
  select ${agentColumns('created')} from created`;

/** Creates an active agent. Its token is in this answer and never shown again. */
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
  return { ...toAgent(rows[0] as AgentRow), token };
}
