import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { WebhookList } from '#features/webhooks/webhook-list.tsx';
import { HydrateClient } from '#lib/trpc/hydrate-client.tsx';
import { createServerTrpc } from '#lib/trpc/server.ts';
import type { TeamPageProps } from '#lib/url/team-page-props.ts';
import { loadWebhooks } from '../load-webhooks.ts';

export async function generateMetadata({ params }: TeamPageProps): Promise<Metadata> {
  const { isForbidden } = await loadWebhooks((await params).team);
  return { title: isForbidden ? 'Not found' : 'Webhooks' };
}

export default async function WebhooksPage({ params }: TeamPageProps) {
  const { team } = await params;
  const { queryClient, isForbidden } = await loadWebhooks(team);
  if (isForbidden) notFound();
  await queryClient.prefetchQuery(createServerTrpc(queryClient, team).webhooks.hold.queryOptions());

  return (
    <HydrateClient queryClient={queryClient}>
      <WebhookList />
    </HydrateClient>
  );
}
