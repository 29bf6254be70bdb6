'use client';

import { useMutation } from '@tanstack/react-query';
import { showError } from '../../lib/show-error.ts';
import { useTRPC } from '../../lib/trpc/client.ts';
import { withAgent } from './agent-cache.ts';
import { useAgentsCache } from './use-agents-cache.ts';

/** Renames, describes, deactivates or reactivates an agent. */
export function useUpdateAgent() {
  const trpc = useTRPC();
  const cache = useAgentsCache();
  return useMutation(
    trpc.agents.update.mutationOptions({
      onSuccess: (agent) => {
        cache.change((agents) => withAgent(agents, agent));
        void cache.refreshAgents();
      },
      onError: showError,
    }),
  );
}
