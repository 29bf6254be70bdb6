import type { Agent, AgentTarget } from '@crewboard/contracts';
import { changePause } from '../administration/change-pause.ts';
import type { Call } from '../verb-context.ts';
import { getAgent } from './get-agent.ts';
import { writeAgentEvent } from './write-agent-event.ts';

/** Ends a pause. What is not paused stays as it is. Throws NOT_FOUND. */
export async function resumeAgent({ ctx, input }: Call<typeof AgentTarget>): Promise<Agent> {
  const { agentId: id } = input;
  return changePause<Agent>(ctx, {
    ...{ subject: 'agent', id, request: null, tell: writeAgentEvent },
    respondUnchanged: () => getAgent({ ctx, input: { agentId: id } }),
  });
}
