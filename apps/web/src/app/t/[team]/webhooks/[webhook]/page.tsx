import type { QueryKey } from '@tanstack/react-query';
import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { cache } from 'react';
import { endpointName } from '#domain/webhooks/endpoint-name.ts';
import {
  parseDeliveryParams,
  serializeDeliveryParams,
} from '#features/webhook-deliveries/delivery-filters.ts';
import { deliveriesOptions } from '#features/webhook-deliveries/delivery-query.ts';
import { toDisplayedProblem } from '#lib/failures/problem-of.ts';
import { HydrateClient } from '#lib/trpc/hydrate-client.tsx';
import { createQueryClient } from '#lib/trpc/query-client.ts';
import { createServerTrpc } from '#lib/trpc/server.ts';
import type { TeamPageProps } from '#lib/url/team-page-props.ts';
import { WebhookScreen } from './webhook-screen.tsx';

/** Loads the data that the page shows first, and whether the person may see it. */
async function loadPage({ params, searchParams }: TeamPageProps<'webhook'>) {
  const { team, webhook } = await params;
  const { filters, deliveryId } = parseDeliveryParams(await searchParams);
  return loadCached(team, webhook, serializeDeliveryParams({ ...filters, deliveryId }));
}

/** Cached per request, for the title and the page: `cache` compares arguments by identity, so all are strings. */
const loadCached = cache(async (teamId: string, webhookId: string, search: string) => {
  const queryClient = createQueryClient();
  const trpc = createServerTrpc(queryClient, teamId);
  const { filters, deliveryId } = parseDeliveryParams(new URLSearchParams(search));
  const webhook = trpc.webhooks.get.queryOptions({ webhookId });
  const delivery = deliveryId ? trpc.webhooks.delivery.queryOptions({ webhookId, deliveryId }) : null;
  await Promise.all([
    queryClient.prefetchQuery(webhook),
    queryClient.prefetchQuery(trpc.webhooks.hold.queryOptions()),
    queryClient.prefetchInfiniteQuery(deliveriesOptions(trpc, webhookId, filters)),
    delivery && queryClient.prefetchQuery(delivery),
  ]);
  const codeOf = (queryKey: QueryKey) => toDisplayedProblem(queryClient.getQueryState(queryKey)?.error).code;
  return {
    queryClient,
    webhookId,
    url: queryClient.getQueryData(webhook.queryKey)?.url,
    missingDeliveryId: delivery && codeOf(delivery.queryKey) === 'NOT_FOUND' ? deliveryId : null,
    isHidden: ['FORBIDDEN', 'NOT_FOUND'].includes(codeOf(webhook.queryKey)),
  };
});

export async function generateMetadata(props: TeamPageProps<'webhook'>): Promise<Metadata> {
  const { url, isHidden } = await loadPage(props);
  return { title: isHidden ? 'Not found' : url ? endpointName(url) : 'Webhook' };
}

export default async function WebhookPage(props: TeamPageProps<'webhook'>) {
  const { queryClient, webhookId, isHidden, missingDeliveryId } = await loadPage(props);
  if (isHidden) notFound();

  return (
    <HydrateClient queryClient={queryClient}>
      <WebhookScreen missingDeliveryId={missingDeliveryId} webhookId={webhookId} />
    </HydrateClient>
  );
}
