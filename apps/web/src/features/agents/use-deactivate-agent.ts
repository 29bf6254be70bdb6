'use client';

import { useGiveBackTasks } from './use-give-back-tasks.ts';
import { useUpdateAgent } from './use-update-agent.ts';

/** Deactivates first, so that the agent claims nothing more, then gives its tasks back when that is wanted. */
export function useDeactivateAgent(onDone: () => void) {
  const updateAgent = useUpdateAgent();
  const giveBack = useGiveBackTasks();

  return {
    busy: updateAgent.isPending || giveBack.isPending,
    run(agentId: string, wanted: { giveBack: boolean }) {
      updateAgent.mutate(
        { agentId, status: 'inactive' },
        {
          onSuccess() {
            // Should only the second step fail, the agent's page goes on to offer it.
            if (wanted.giveBack) giveBack.mutate({ agentId }, { onSettled: onDone });
            else onDone();
          },
        },
      );
    },
  };
}
