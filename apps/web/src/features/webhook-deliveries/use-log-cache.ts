'use client';

import type { WebhookDelivery } from '@crewboard/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { useTRPC } from '../../lib/trpc/client.ts';
import { type DeliveryPages, withDelivery } from './delivery-pages.ts';
import { pagesKey, pollKey } from './delivery-query.ts';

/** What the page knows of the deliveries of an endpoint. */
export function useLogCache(webhookId: string) {
  const queryClient = useQueryClient();
  const trpc = useTRPC();
  const poll = { queryKey: pollKey(trpc, webhookId) };

  return {
    /** Shows an answer at once. What was asked for before it is out of date. */
    async show(delivery: WebhookDelivery) {
      const details = trpc.webhooks.delivery.queryKey({ webhookId, deliveryId: delivery.id });
      await Promise.all([queryClient.cancelQueries(poll), queryClient.cancelQueries({ queryKey: details })]);
      queryClient.setQueriesData<DeliveryPages>(
        { queryKey: pagesKey(webhookId) },
        (pages) => pages && withDelivery(pages, delivery),
      );
      queryClient.setQueryData(details, (known) => known && { ...known, ...delivery });
    },
    /** Reads the newest end of the log now. */
    refresh: () => queryClient.invalidateQueries(poll),
  };
}
