import { type Agent, AgentPatch, type UpdateAgent } from '@crewboard/contracts';
import type { z } from 'zod';
import { notFound } from '../../errors.ts';
import { lockSubject, lockTaken } from '../events/lock-subject.ts';
import { recordEvent, writer } from '../events/record-event.ts';
import { assertPatch, changedAt, currentRow, patched } from '../patch.ts';
import type { VerbContext } from '../verb-context.ts';
import { type AgentRow, agentColumns, agentJson, toAgent } from './agent-row.ts';

type Call = { ctx: VerbContext; input: z.output<typeof UpdateAgent> };

const eventType = `case
  when target.status = updated.status then 'agent.updated'
  when updated.status = 'active' then 'agent.reactivated'
  else 'agent.deactivated' end`;

const statement = `
  with ${lockSubject('agents', '$5')},
  target as (
    select * from agents where id = $5 and team_id = $1 and ${lockTaken} for no key update
  ),
  wanted as (
    select target.id, ${patched('name', 'name')} as name, ${patched('description', 'description')} as description,
      ${patched('status', 'status', 'agent_status')} as status
    from target
  ),
  updated as (
    update agents
    set name = wanted.name, description = wanted.description, status = wanted.status, updated_at = ${changedAt},
      token_hash = case when target.status = wanted.status or wanted.status = 'active' then target.token_hash end,
      token_prefix = case when target.status = wanted.status or wanted.status = 'active' then target.token_prefix end
    from target join wanted using (id)
    where agents.id = target.id
      and (wanted.name, wanted.description, wanted.status)
        is distinct from (target.name, target.description, target.status)
    returning agents.*
  ),
  event as (${recordEvent({
    type: { sql: eventType },
    subject: 'agent',
    json: agentJson,
    before: 'target',
    after: 'updated',
  })})
  select ${agentColumns('agent')}
  from target, ${currentRow('updated', 'agent')}`;

/**
 * Renames, describes, deactivates or reactivates an agent. Deactivation destroys its token and leaves its tasks
 * as they are; a reactivated agent needs a rotation to get a new token.
 */
export async function updateAgent({ ctx, input }: Call): Promise<Agent> {
  const { agentId, ...patch } = input;
  assertPatch(patch, AgentPatch);
  const { rows } = await ctx.db.pool.query<AgentRow>(statement, [
    ...writer(ctx),
    agentId,
    JSON.stringify(patch),
  ]);
  if (!rows[0]) throw notFound();
  return toAgent(rows[0]);
}
