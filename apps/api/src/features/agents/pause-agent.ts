import type { Agent, PauseAgent } from '@crewboard/contracts';
import { changePause } from '../administration/change-pause.ts';
import type { Call } from '../verb-context.ts';
import { getAgent } from './get-agent.ts';
import { writeAgentEvent } from './write-agent-event.ts';

/** The agent starts no further task until it is resumed. An inactive one can be paused as well. Throws NOT_FOUND. */
export async function pauseAgent({ ctx, input }: Call<typeof PauseAgent>): Promise<Agent> {
  const { agentId: id, ...request } = input;
  return changePause<Agent>(ctx, {
    ...{ subject: 'agent', id, request, tell: writeAgentEvent },
    respondUnchanged: () => getAgent({ ctx, input: { agentId: id } }),
  });
}
