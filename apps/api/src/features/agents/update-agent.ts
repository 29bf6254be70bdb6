import { type Agent, AgentPatch, type UpdateAgent } from '@crewboard/contracts';
import { defineStatement, queryOne, raw, sql } from '@crewboard/db';
import type { z } from 'zod';
import { notFound } from '../../errors.ts';
import { acquireLock, lockSubject } from '../events/lock-subject.ts';
import { type EventActorParams, eventActorParams, recordEvent } from '../events/record-event.ts';
import { uncountedCompletions } from '../events/uncounted.ts';
import { assertPatch, changedAt, currentRow, patched } from '../row-change.ts';
import type { VerbContext } from '../verb-context.ts';
import { type AgentRow, agentRow, toAgent } from './agent-row.ts';

type Call = { ctx: VerbContext; input: z.output<typeof UpdateAgent> };
type Params = EventActorParams & { agentId: string; patch: string };

const eventType = sql`case
      when target.status = updated.status then 'agent.updated'
      when updated.status = 'active' then 'agent.reactivated'
      else 'agent.deactivated' end`;

const tokenColumns = [
  'token_hash',
  'token_prefix',
  'token_expires_at',
  'previous_token_hash',
  'previous_token_until',
];

const keepTokenUnlessDeactivated = raw(
  tokenColumns
    .map(
      (name) =>
        `${name} = case when target.status = patched.status or patched.status = 'active' then target.${name} end`,
    )
    .join(', '),
);

const statement = defineStatement<Params, AgentRow>(
  (p) => sql`
  with ${uncountedCompletions(p.teamId)},
  ${lockSubject('agents', { id: p.agentId, teamId: p.teamId })},
  target as (
    select * from agents where id = ${p.agentId} and team_id = ${p.teamId} and ${acquireLock} for no key update
  ),
  patched as (
    select target.id,
      ${patched(p.patch, 'name')} as name,
      ${patched(p.patch, 'description')} as description,
      ${patched(p.patch, 'status', 'agent_status')} as status
    from target
  ),
  updated as (
    update agents
    set name = patched.name, description = patched.description, status = patched.status, updated_at = ${changedAt},
      ${keepTokenUnlessDeactivated}
    from target join patched using (id)
    where agents.id = target.id
      and (patched.name, patched.description, patched.status)
        is distinct from (target.name, target.description, target.status)
    returning agents.*
  ),
  event as (${recordEvent({
    actor: p,
    type: eventType,
    subject: 'agent',
    snapshot: agentRow.snapshot,
    before: 'target',
    after: 'updated',
  })})
  select ${agentRow.columns('agent')}
  from target, ${currentRow('updated', 'agent')}`,
);

/**
 * Renames, describes, deactivates or reactivates an agent. Deactivation deletes its token with its expiry and the
 * previous token, and keeps its tasks; after reactivation, a rotation creates a new token.
 */
export async function updateAgent({ ctx, input }: Call): Promise<Agent> {
  const { agentId, ...patch } = input;
  assertPatch(patch, AgentPatch);
  const params = { ...eventActorParams(ctx), agentId, patch: JSON.stringify(patch) };
  const row = await queryOne(ctx.db, statement, params);
  if (!row) throw notFound();
  if (patch.status === 'inactive') ctx.leaseSweeper.wake();
  return toAgent(row);
}
