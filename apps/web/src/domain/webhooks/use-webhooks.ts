'use client';

import { useQuery } from '@tanstack/react-query';
import { useTeam } from '#domain/team/team.tsx';
import { useTRPC } from '#lib/trpc/client.ts';

/** Deliveries change the state of endpoints without events. */
const pollIntervalMs = 10_000;

/** For admins and owners. @param isWatched whether more than `enabled` is shown, which then is polled */
export function useWebhooks({ isWatched = false } = {}) {
  const { id: teamId } = useTeam();
  const refetchInterval = isWatched && pollIntervalMs;
  return useQuery(useTRPC().webhooks.list.queryOptions({ teamId }, { refetchInterval }));
}
