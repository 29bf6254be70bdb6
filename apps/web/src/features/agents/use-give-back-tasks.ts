'use client';

import { useMutation } from '@tanstack/react-query';
import { showError } from '../../lib/show-error.ts';
import { useTRPC } from '../../lib/trpc/client.ts';
import { withoutTasks } from './agent-cache.ts';
import { useAgentsCache } from './use-agents-cache.ts';

/** Moves all that an agent holds back to `todo`, for others to claim. */
export function useGiveBackTasks() {
  const trpc = useTRPC();
  const cache = useAgentsCache();
  return useMutation(
    trpc.tasks.giveBack.mutationOptions({
      onSuccess: (_answer, { agentId }) => {
        cache.change((agents) => withoutTasks(agents, agentId));
        void cache.refreshAgents();
        void cache.refreshTasks();
      },
      onError: showError,
    }),
  );
}
