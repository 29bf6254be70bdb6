import { type Agent, AgentPatch, type UpdateAgent } from '@crewboard/contracts';
import { assertPatch } from '../assert-patch.ts';
import type { Call } from '../verb-context.ts';
import { decideAgentUpdate } from './agent-rules.ts';
import { changeAgent } from './change-agent.ts';
import { getAgent } from './get-agent.ts';

/**
 * Writes the given fields: name, description, status. A deactivation deletes the tokens and keeps the tasks of the
 * agent; after a reactivation a rotation creates a new token. Throws NOT_FOUND and VALIDATION_ERROR.
 */
export async function updateAgent({ ctx, input }: Call<typeof UpdateAgent>): Promise<Agent> {
  const { agentId, ...patch } = input;
  assertPatch(patch, AgentPatch);
  const changed = await changeAgent(ctx, agentId, {
    decide: (agent, now) => decideAgentUpdate(agent, patch, now),
  });
  if (patch.status === 'inactive') ctx.leaseSweeper.wake();
  return changed ?? getAgent({ ctx, input: { agentId } });
}
