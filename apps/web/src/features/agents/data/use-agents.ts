import { useQuery } from '@tanstack/react-query';
import { useTeam } from '#domain/team/team.tsx';
import { useTRPC } from '#lib/trpc/client.ts';
import { agentsOptions } from './agents-query.ts';

/** Events announce neither task counts nor the last activity. */
const POLL_INTERVAL_MS = 10_000;

/** All agents of the team with their task counts, kept current. */
export function useAgents() {
  const trpc = useTRPC();
  const team = useTeam();
  return useQuery({ ...agentsOptions(trpc, team.id), refetchInterval: POLL_INTERVAL_MS });
}
