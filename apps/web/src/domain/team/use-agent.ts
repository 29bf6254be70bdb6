import type { AgentSummary } from '@crewboard/contracts';
import { useQuery } from '@tanstack/react-query';
import { useTRPC } from '#lib/trpc/client.ts';
import { useTeam } from './team.tsx';

/** The agent of the team with this id; undefined until the agents are read, and if there is none. */
export function useAgent(agentId: string | null | undefined): AgentSummary | undefined {
  const { id: teamId } = useTeam();
  const agents = useQuery(useTRPC().agents.summaries.queryOptions({ teamId })).data;
  return agents?.find(({ id }) => id === agentId);
}
