import { type AgentWithToken, type CreateAgent, maxAgents } from '@crewboard/contracts';
import { newId, raw, sql } from '@crewboard/db';
import type { z } from 'zod';
import { createToken } from '../../auth/tokens.ts';
import { AppError } from '../../errors.ts';
import { type EventActorParams, eventActorParams, recordEvent } from '../events/record-event.ts';
import { uncountedCompletions } from '../events/uncounted.ts';
import { defineKeyedStatement, queryKeyed } from '../idempotency/keep-response.ts';
import type { VerbContext } from '../verb-context.ts';
import { type AgentRow, agentRow, toAgent } from './agent-row.ts';

type Call = { ctx: VerbContext; input: z.output<typeof CreateAgent> };
type Params = EventActorParams & {
  id: string;
  name: string;
  description: string | null;
  hash: Buffer;
  prefix: string;
  expiresAt: string | null;
};

const limitReached = () =>
  new AppError(
    'LIMIT_REACHED',
    `The team has ${maxAgents.toLocaleString('en')} agents, the maximum. Reuse an inactive agent: rename and reactivate it, then rotate its token.`,
  );

/** Concurrent creations of a team wait for each other at its row, so that each counts those from before it. */
const statement = defineKeyedStatement<Params, AgentRow>(
  (p, keepResponse) => sql`
  with ${uncountedCompletions(p.teamId)},
  team as (select id from teams where id = ${p.teamId} for no key update),
  created as (
    insert into agents (id, team_id, name, description, token_hash, token_prefix, token_expires_at)
    select ${p.id}, ${p.teamId}, ${p.name}, ${p.description}, ${p.hash}, ${p.prefix}, ${p.expiresAt}::timestamptz
    from team where count_agents(team.id) < ${raw(String(maxAgents))}
    returning *
  ),
  event as (${recordEvent({
    actor: p,
    type: 'agent.created',
    subject: 'agent',
    snapshot: agentRow.snapshot,
    after: 'created',
  })})${keepResponse(agentRow.json('created'), raw('created'))}
  select ${agentRow.columns('created')} from created`,
);

/** Creates an active agent. Only this response carries its token. Throws LIMIT_REACHED at 10,000 agents of the team. */
export async function createAgent({ ctx, input }: Call): Promise<AgentWithToken> {
  const { token, hash, prefix } = createToken('agent');
  const row = await queryKeyed(
    ctx,
    statement,
    {
      ...eventActorParams(ctx),
      id: newId(),
      name: input.name,
      description: input.description ?? null,
      hash,
      prefix,
      expiresAt: input.expiresAt ?? null,
    },
    { token },
  );
  if (!row) throw limitReached();
  return { ...toAgent(row), token };
}
