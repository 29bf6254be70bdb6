import type { AgentTarget, AgentWithToken } from '@crewboard/contracts';
import type { z } from 'zod';
import { createToken } from '../../auth/tokens.ts';
import { notFound } from '../../errors.ts';
import { lockSubject, lockTaken } from '../events/lock-subject.ts';
import { recordEvent, writer } from '../events/record-event.ts';
import type { VerbContext } from '../verb-context.ts';
import { type AgentRow, agentColumns, agentJson, toAgent } from './agent-row.ts';

type Call = { ctx: VerbContext; input: z.output<typeof AgentTarget> };

const statement = `
  with ${lockSubject('agents', '$5')},
  rotated as (
    update agents set token_hash = $6, token_prefix = $7, updated_at = now()
    where id = $5 and team_id = $1 and ${lockTaken}
    returning *
  ),
  event as (${recordEvent({ type: 'agent.token_rotated', subject: 'agent', json: agentJson, after: 'rotated' })})
  select ${agentColumns('rotated')} from rotated`;

/** Replaces the agent's token: the old one is refused from now on, the new one is shown this once. */
export async function rotateAgentToken({ ctx, input }: Call): Promise<AgentWithToken> {
  const { token, hash, prefix } = createToken('agent');
  const { rows } = await ctx.db.pool.query<AgentRow>(statement, [
    ...writer(ctx),
    input.agentId,
    hash,
    prefix,
  ]);
  if (!rows[0]) throw notFound();
  return { ...toAgent(rows[0]), token };
}
