'use client';

import { useQuery } from '@tanstack/react-query';
import { useTRPC } from '#lib/trpc/client.ts';

/** An operator releases deliveries without an event. */
const pollIntervalMs = 10_000;

/** In place of what follows, while nothing is sent. */
export const heldText = 'Deliveries are held until an operator of this installation resumes them.';

/** Why the installation holds all deliveries; null while they are sent. One component of a page polls for all of them. */
export function useDeliveryHold({ isPolled = false } = {}) {
  const refetchInterval = isPolled && pollIntervalMs;
  return useQuery(useTRPC().webhooks.hold.queryOptions(undefined, { refetchInterval })).data?.reason ?? null;
}
