'use client';

import { useQuery } from '@tanstack/react-query';
import { useTRPC } from '../../lib/trpc/client.ts';
import { type ServiceState, serviceState } from './service-state.ts';

export const POLL_SECONDS = 5;

/** Starts from what the server prefetched, then asks again while the page is in view. */
export function useServiceState(): ServiceState {
  const trpc = useTRPC();
  const { data, error } = useQuery(
    trpc.system.status.queryOptions(undefined, {
      refetchInterval: POLL_SECONDS * 1_000,
      // The next poll is the retry: an outage should show at once.
      retry: false,
    }),
  );
  return serviceState({ data, error });
}
