import type { AgentTarget, AgentWithToken } from '@crewboard/contracts';
import { raw, sql } from '@crewboard/db';
import type { z } from 'zod';
import { createToken } from '../../auth/tokens.ts';
import { notFound } from '../../errors.ts';
import { acquireLock, lockSubject } from '../events/lock-subject.ts';
import { type EventActorParams, eventActorParams, recordEvent } from '../events/record-event.ts';
import { defineKeyedStatement, queryKeyed } from '../idempotency/keep-response.ts';
import type { VerbContext } from '../verb-context.ts';
import { type AgentRow, agentRow, toAgent } from './agent-row.ts';

type Call = { ctx: VerbContext; input: z.output<typeof AgentTarget> };
type Params = EventActorParams & { agentId: string; hash: Buffer; prefix: string };

const statement = defineKeyedStatement<Params, AgentRow>(
  (p, keepResponse) => sql`
  with ${lockSubject('agents', { id: p.agentId, teamId: p.teamId })},
  rotated as (
    update agents set token_hash = ${p.hash}, token_prefix = ${p.prefix}, updated_at = now()
    where id = ${p.agentId} and team_id = ${p.teamId} and ${acquireLock}
    returning *
  ),
  event as (${recordEvent({
    actor: p,
    type: 'agent.token_rotated',
    subject: 'agent',
    snapshot: agentRow.snapshot,
    after: 'rotated',
  })})${keepResponse(agentRow.json('rotated'), raw('rotated'))}
  select ${agentRow.columns('rotated')} from rotated`,
);

/** Replaces the agent's token: the old one is rejected from now on, and only this response carries the new one. */
export async function rotateAgentToken({ ctx, input }: Call): Promise<AgentWithToken> {
  const { token, hash, prefix } = createToken('agent');
  const params = { ...eventActorParams(ctx), agentId: input.agentId, hash, prefix };
  const row = await queryKeyed(ctx, statement, params, { token });
  if (!row) throw notFound();
  return { ...toAgent(row), token };
}
