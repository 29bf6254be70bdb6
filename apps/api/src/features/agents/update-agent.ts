import { type Agent, AgentPatch, type UpdateAgent } from '@crewboard/contracts';
import { assertPatch } from '../row-change.ts';
import type { Call } from '../verb-context.ts';
import { decideAgentUpdate } from './agent-rules.ts';
import { changeAgent } from './change-agent.ts';
import { getAgent } from './get-agent.ts';

/**
 * Renames, describes, deactivates or reactivates an agent. Deactivation deletes its token with its expiry and the
 * previous token, and keeps its tasks; after reactivation, a rotation creates a new token. Throws NOT_FOUND.
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
