import type { Agent, AgentOverview } from '@crewboard/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTeam } from '#domain/team/team.tsx';
import { showError } from '#lib/notices/show-error.ts';
import { serviceNow } from '#lib/time/service-clock.ts';
import { useTRPC } from '#lib/trpc/client.ts';
import { withAgent, withNewToken, withoutTasks } from './agent-cache.ts';
import { agentsOptions } from './agents-query.ts';

/** Returns a function that changes the cached list of agents at once, then refetches it. */
function useChangeAgents() {
  const trpc = useTRPC();
  const { queryKey } = agentsOptions(trpc, useTeam().id);
  const queryClient = useQueryClient();

  return (change: (agents: AgentOverview[]) => AgentOverview[]): void => {
    queryClient.setQueryData(queryKey, (agents) => agents && change(agents));
    void queryClient.invalidateQueries({ queryKey: trpc.agents.pathKey() });
  };
}

/** Options of a mutation whose response has a new token. */
function useTokenOptions() {
  const changeAgents = useChangeAgents();
  return {
    // No cache keeps the response.
    gcTime: 0,
    onSuccess: (agent: Agent) => changeAgents((agents) => withNewToken(agents, agent, serviceNow())),
    onError: showError,
  };
}

export const useCreateAgent = () => useMutation(useTRPC().agents.create.mutationOptions(useTokenOptions()));

export const useRotateToken = () =>
  useMutation(useTRPC().agents.rotateToken.mutationOptions(useTokenOptions()));

/** Renames, describes, deactivates or reactivates an agent. */
export function useUpdateAgent() {
  const changeAgents = useChangeAgents();
  return useMutation(
    useTRPC().agents.update.mutationOptions({
      onSuccess: (agent) => changeAgents((agents) => withAgent(agents, agent)),
      onError: showError,
    }),
  );
}

/** Releases all tasks that an agent holds: they move back to `todo`. */
export function useReleaseTasks() {
  const changeAgents = useChangeAgents();
  const queryClient = useQueryClient();
  const trpc = useTRPC();
  return useMutation(
    trpc.tasks.releaseAll.mutationOptions({
      onSuccess: (_result, { agentId }) => {
        changeAgents((agents) => withoutTasks(agents, agentId));
        void queryClient.invalidateQueries({ queryKey: trpc.tasks.pathKey() });
        void queryClient.invalidateQueries({ queryKey: trpc.board.pathKey() });
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
