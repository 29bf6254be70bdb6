'use client';

import { useQuery } from '@tanstack/react-query';
import { useTRPC } from '#lib/trpc/client.ts';

/** An operator releases deliveries without an event. */
const pollIntervalMs = 10_000;

/** Why the installation holds all deliveries; null while they are sent. One component of a page polls for all of them. */
export function useDeliveryHold({ isPolled = false } = {}) {
  const refetchInterval = isPolled && pollIntervalMs;
  return useQuery(useTRPC().webhooks.hold.queryOptions(undefined, { refetchInterval })).data?.reason ?? null;
}
