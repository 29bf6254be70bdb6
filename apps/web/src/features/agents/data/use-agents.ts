'use client';

import { useQuery } from '@tanstack/react-query';
import { useTeam } from '#domain/team/team.tsx';
import { useTRPC } from '#lib/trpc/client.ts';
import { agentsOptions } from './agents-query.ts';

/** Task counts and last activity change without events. */
const POLL_INTERVAL_MS = 10_000;

export function useAgents() {
  const trpc = useTRPC();
  const team = useTeam();
  return useQuery({ ...agentsOptions(trpc, team.id), refetchInterval: POLL_INTERVAL_MS });
}
