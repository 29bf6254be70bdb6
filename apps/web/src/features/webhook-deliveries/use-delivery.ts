'use client';

import { useQuery } from '@tanstack/react-query';
import { useTRPC } from '../../lib/trpc/client.ts';
import { useOnline } from '../../lib/use-online.ts';
import { pollInterval } from './poll.ts';

/** One delivery with what was sent and what came back, kept current. */
export function useDelivery(webhookId: string, deliveryId: string) {
  const isOnline = useOnline();
  return useQuery(
    useTRPC().webhooks.delivery.queryOptions(
      { webhookId, deliveryId },
      { refetchInterval: ({ state }) => pollInterval(isOnline, state.error) },
    ),
  );
}
