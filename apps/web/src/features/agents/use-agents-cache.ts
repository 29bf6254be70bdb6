'use client';

import type { AgentOverview } from '@crewboard/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { useTeam } from '../../domain/team/team.tsx';
import { useTRPC } from '../../lib/trpc/client.ts';
import { agentsOptions } from './agents-query.ts';

/** For the hooks that change agents: shows an answer at once, then asks for the truth. */
export function useAgentsCache() {
  const trpc = useTRPC();
  const team = useTeam();
  const queryClient = useQueryClient();

  return {
    change(change: (agents: AgentOverview[]) => AgentOverview[]) {
      const { queryKey } = agentsOptions(trpc, team.id);
      queryClient.setQueryData(queryKey, (agents) => agents && change(agents));
    },
    refreshAgents: () => queryClient.invalidateQueries({ queryKey: trpc.agents.pathKey() }),
    refreshTasks: () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: trpc.tasks.pathKey() }),
        queryClient.invalidateQueries({ queryKey: trpc.board.pathKey() }),
      ]),
  };
}
