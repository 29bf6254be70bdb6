'use client';

import { useMutation } from '@tanstack/react-query';
import { showError } from '../../lib/show-error.ts';
import { useTRPC } from '../../lib/trpc/client.ts';
import { withAgent } from './agent-cache.ts';
import { useAgentsCache } from './use-agents-cache.ts';

/** The answer holds the token: no cache keeps it once the dialog that asked is gone. */
export function useCreateAgent() {
  const trpc = useTRPC();
  const cache = useAgentsCache();
  return useMutation(
    trpc.agents.create.mutationOptions({
      gcTime: 0,
      onSuccess: (agent) => {
        cache.change((agents) => withAgent(agents, agent));
        void cache.refreshAgents();
      },
      onError: showError,
    }),
  );
}
