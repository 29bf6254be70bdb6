import type { QueryKey } from '@tanstack/react-query';
import { cache } from 'react';
import { readDeliveryChoice } from '../../../../../features/webhook-deliveries/delivery-choice.ts';
import { deliveriesOptions } from '../../../../../features/webhook-deliveries/delivery-query.ts';
import { problemOf } from '../../../../../lib/problem-of.ts';
import { createQueryClient } from '../../../../../lib/trpc/query-client.ts';
import { createServerTrpc } from '../../../../../lib/trpc/server.ts';

type SearchParams = Promise<Record<string, string | string[] | undefined>>;

/** What the page shows first, and whether there is such an endpoint for the reader. */
export async function loadWebhook(teamId: string, webhookId: string, searchParams: SearchParams) {
  const entries = Object.entries(await searchParams).flatMap(([name, value]) =>
    typeof value === 'string' ? [[name, value]] : [],
  );
  return load(teamId, webhookId, new URLSearchParams(entries).toString());
}

/** Once per request, for the title and the page. */
const load = cache(async (teamId: string, webhookId: string, search: string) => {
  const queryClient = createQueryClient();
  const trpc = createServerTrpc(queryClient, teamId);
  const { filter, deliveryId } = readDeliveryChoice(new URLSearchParams(search));
  const webhook = trpc.webhooks.get.queryOptions({ webhookId });
  const delivery = deliveryId ? trpc.webhooks.delivery.queryOptions({ webhookId, deliveryId }) : null;
  await Promise.all([
    queryClient.prefetchQuery(webhook),
    queryClient.prefetchInfiniteQuery(deliveriesOptions(trpc, webhookId, filter)),
    delivery && queryClient.prefetchQuery(delivery),
  ]);
  const codeOf = (queryKey: QueryKey) => problemOf(queryClient.getQueryState(queryKey)?.error).code;
  const code = codeOf(webhook.queryKey);
  return {
    queryClient,
    url: queryClient.getQueryData(webhook.queryKey)?.url,
    missingDeliveryId: delivery && codeOf(delivery.queryKey) === 'NOT_FOUND' ? deliveryId : null,
    isHidden: code === 'FORBIDDEN' || code === 'NOT_FOUND',
  };
});
