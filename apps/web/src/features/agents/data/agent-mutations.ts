'use client';

import type { Agent, AgentOverview } from '@crewboard/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTeam } from '#domain/team/team.tsx';
import { showError } from '#lib/notices/show-error.ts';
import { serviceNow } from '#lib/time/service-clock.ts';
import { useTRPC } from '#lib/trpc/client.ts';
import { withAgent, withNewToken, withoutTasks } from './agent-cache.ts';
import { agentsOptions } from './agents-query.ts';

/** Writes a mutation's response to the cached list at once, then refetches. */
function useAgentsCache() {
  const trpc = useTRPC();
  const { queryKey } = agentsOptions(trpc, useTeam().id);
  const queryClient = useQueryClient();

  return {
    change(change: (agents: AgentOverview[]) => AgentOverview[]) {
      queryClient.setQueryData(queryKey, (agents) => agents && change(agents));
      void queryClient.invalidateQueries({ queryKey: trpc.agents.pathKey() });
    },
    show(agent: Agent) {
      this.change((agents) => withAgent(agents, agent));
    },
    showWithToken(agent: Agent) {
      this.change((agents) => withNewToken(withAgent(agents, agent), agent, serviceNow()));
    },
    refreshTasks() {
      void queryClient.invalidateQueries({ queryKey: trpc.tasks.pathKey() });
      void queryClient.invalidateQueries({ queryKey: trpc.board.pathKey() });
    },
  };
}

/** `gcTime: 0`: no cache keeps the token in the response. */
export function useCreateAgent() {
  const cache = useAgentsCache();
  return useMutation(
    useTRPC().agents.create.mutationOptions({
      gcTime: 0,
      onSuccess: (agent) => cache.showWithToken(agent),
      onError: showError,
    }),
  );
}

/** `gcTime: 0`: no cache keeps the token in the response. */
export function useRotateToken() {
  const cache = useAgentsCache();
  return useMutation(
    useTRPC().agents.rotateToken.mutationOptions({
      gcTime: 0,
      onSuccess: (agent) => cache.showWithToken(agent),
      onError: showError,
    }),
  );
}

/** Renames, describes, deactivates or reactivates an agent. */
export function useUpdateAgent() {
  const cache = useAgentsCache();
  return useMutation(
    useTRPC().agents.update.mutationOptions({ onSuccess: (agent) => cache.show(agent), onError: showError }),
  );
}

/** Releases all tasks that an agent holds: they move back to `todo`. */
export function useReleaseTasks() {
  const cache = useAgentsCache();
  return useMutation(
    useTRPC().tasks.releaseAll.mutationOptions({
      onSuccess: (_result, { agentId }) => {
        cache.change((agents) => withoutTasks(agents, agentId));
        cache.refreshTasks();
      },
      onError: showError,
    }),
  );
}

/** Deactivates the agent first, so that it cannot claim again, then releases its tasks on request. */
export function useDeactivateAgent(onDone: () => void) {
  const updateAgent = useUpdateAgent();
  const releaseTasks = useReleaseTasks();

  return {
    isPending: updateAgent.isPending || releaseTasks.isPending,
    deactivate(agentId: string, { releasesTasks }: { releasesTasks: boolean }) {
      const onSuccess = () => {
        // If only the release fails, the page of the agent still offers it.
        if (releasesTasks) releaseTasks.mutate({ agentId }, { onSettled: onDone });
        else onDone();
      };
      updateAgent.mutate({ agentId, status: 'inactive' }, { onSuccess });
    },
  };
}
