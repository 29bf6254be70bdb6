'use client';

import { useQuery } from '@tanstack/react-query';
import { useTeam } from '../../domain/team/team.tsx';
import { useTRPC } from '../../lib/trpc/client.ts';

export function useAgentTaskCounts(agentId: string) {
  const trpc = useTRPC();
  const team = useTeam();
  return useQuery(trpc.board.counts.queryOptions({ teamId: team.id, agentId }));
}
