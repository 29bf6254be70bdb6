'use client';

import { useQuery } from '@tanstack/react-query';
import { useTeam } from '#domain/team/team.tsx';
import { useTRPC } from '#lib/trpc/client.ts';

/** Deliveries change the state of endpoints without events. */
const POLL_INTERVAL_MS = 10_000;

/** For admins and owners. @param isWatched whether more than `enabled` is shown, which then is polled */
export function useWebhooks({ isWatched = false } = {}) {
  const trpc = useTRPC();
  const team = useTeam();
  const refetchInterval = isWatched && POLL_INTERVAL_MS;
  return useQuery(trpc.webhooks.list.queryOptions({ teamId: team.id }, { refetchInterval }));
}
