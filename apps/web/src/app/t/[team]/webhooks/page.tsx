import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { WebhookList } from '#features/webhooks/webhook-list.tsx';
import { HydrateClient } from '#lib/trpc/hydrate-client.tsx';
import { createServerTrpc } from '#lib/trpc/server.ts';
import { loadWebhooks } from '../load-webhooks.ts';

interface WebhooksPageProps {
  params: Promise<{ team: string }>;
}

export async function generateMetadata({ params }: WebhooksPageProps): Promise<Metadata> {
  const { isHidden } = await loadWebhooks((await params).team);
  return { title: isHidden ? 'Not found' : 'Webhooks' };
}

export default async function WebhooksPage({ params }: WebhooksPageProps) {
  const { team } = await params;
  const { queryClient, isHidden } = await loadWebhooks(team);
  if (isHidden) notFound();
  await queryClient.prefetchQuery(createServerTrpc(queryClient, team).webhooks.hold.queryOptions());

  return (
    <HydrateClient queryClient={queryClient}>
      <WebhookList />
    </HydrateClient>
  );
}
