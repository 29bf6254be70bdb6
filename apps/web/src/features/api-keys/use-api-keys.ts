'use client';

import { useQuery } from '@tanstack/react-query';
import { useTeam } from '../../domain/team/team.tsx';
import { useTRPC } from '../../lib/trpc/client.ts';

export function useApiKeys() {
  const trpc = useTRPC();
  const team = useTeam();
  return useQuery(trpc.apiKeys.list.queryOptions({ teamId: team.id }));
}
