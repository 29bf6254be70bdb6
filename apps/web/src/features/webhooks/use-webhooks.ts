'use client';

import { useQuery } from '@tanstack/react-query';
import { useTeam } from '../../domain/team/team.tsx';
import { useTRPC } from '../../lib/trpc/client.ts';

/** Deliveries go on while people look: how endpoints fare goes stale by itself. */
const POLL_INTERVAL_MS = 10_000;

/** For those who may manage. @param isWatched whether how they fare is shown, and not only whether they are enabled */
export function useWebhooks({ isWatched = false } = {}) {
  const trpc = useTRPC();
  const team = useTeam();
  const refetchInterval = isWatched && POLL_INTERVAL_MS;
  return useQuery(trpc.webhooks.list.queryOptions({ teamId: team.id }, { refetchInterval }));
}
