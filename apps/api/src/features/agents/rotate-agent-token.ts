import type { AgentWithToken, RotateAgentToken } from '@crewboard/contracts';
import { raw, sql } from '@crewboard/db';
import type { z } from 'zod';
import { createToken } from '../../auth/tokens.ts';
import { notFound } from '../../errors.ts';
import { acquireLock, lockSubject } from '../events/lock-subject.ts';
import { type EventActorParams, eventActorParams, recordEvent } from '../events/record-event.ts';
import { uncountedCompletions } from '../events/uncounted.ts';
import { defineKeyedStatement, queryKeyed } from '../idempotency/keep-response.ts';
import type { VerbContext } from '../verb-context.ts';
import { type AgentRow, agentRow, toAgent } from './agent-row.ts';

type Call = { ctx: VerbContext; input: z.output<typeof RotateAgentToken> };
type Params = EventActorParams & {
  agentId: string;
  hash: Buffer;
  prefix: string;
  graceSeconds: number;
  expiresAt: string | null;
};

const statement = defineKeyedStatement<Params, AgentRow>(
  (p, keepResponse) => sql`
  with ${uncountedCompletions(p.teamId)},
  ${lockSubject('agents', { id: p.agentId, teamId: p.teamId })},
  target as (
    select * from agents where id = ${p.agentId} and team_id = ${p.teamId} and ${acquireLock} for no key update
  ),
  rotated as (
    update agents set token_hash = ${p.hash}, token_prefix = ${p.prefix}, token_expires_at = ${p.expiresAt},
      previous_token_hash = target.token_hash,
      previous_token_until = case when target.token_hash is not null and ${p.graceSeconds}::int > 0 then
        least(clock_timestamp() + ${p.graceSeconds}::int * interval '1 second', target.token_expires_at) end,
      updated_at = now()
    from target where agents.id = target.id
    returning agents.*
  ),
  event as (${recordEvent({
    actor: p,
    type: 'agent.token_rotated',
    subject: 'agent',
    snapshot: agentRow.snapshot,
    before: 'target',
    after: 'rotated',
  })})${keepResponse(agentRow.json('rotated'), raw('rotated'))}
  select ${agentRow.columns('rotated')} from rotated`,
);

/**
 * Replaces the agent's token. Only this response carries the new one. The old one is rejected from now on, or for
 * `graceSeconds` (0 to 86,400) as long as it would have been valid; the one before it ends at once.
 */
export async function rotateAgentToken({ ctx, input }: Call): Promise<AgentWithToken> {
  const { token, hash, prefix } = createToken('agent');
  const params = {
    ...eventActorParams(ctx),
    agentId: input.agentId,
    hash,
    prefix,
    graceSeconds: input.graceSeconds ?? 0,
    expiresAt: input.expiresAt ?? null,
  };
  const row = await queryKeyed(ctx, statement, params, { token });
  if (!row) throw notFound();
  return { ...toAgent(row), token };
}
