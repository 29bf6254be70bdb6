import type { Agent, AgentTarget, PauseAgent, PauseRequest } from '@crewboard/contracts';
import { changePause } from '../administration/change-pause.ts';
import type { Call, VerbContext } from '../verb-context.ts';
import { writeAgentEvent } from './agent-row.ts';
import { getAgent } from './get-agent.ts';

/** The agent starts no further task until it is resumed. An inactive agent can be paused as well. Throws NOT_FOUND. */
export function pauseAgent({ ctx, input }: Call<typeof PauseAgent>): Promise<Agent> {
  const { agentId, ...request } = input;
  return changeAgentPause(ctx, agentId, request);
}

/** Ends the pause of an agent, or changes nothing if there is none. Throws NOT_FOUND. */
export const resumeAgent = ({ ctx, input }: Call<typeof AgentTarget>): Promise<Agent> =>
  changeAgentPause(ctx, input.agentId, null);

const changeAgentPause = (ctx: VerbContext, agentId: string, request: PauseRequest | null): Promise<Agent> =>
  changePause(ctx, {
    ...{ subject: 'agent', id: agentId, request, writeEvent: writeAgentEvent },
    readUnchanged: () => getAgent({ ctx, input: { agentId } }),
  });
