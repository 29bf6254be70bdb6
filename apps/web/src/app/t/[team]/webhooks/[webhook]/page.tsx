import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { endpointName } from '../../../../../domain/webhooks/endpoint-name.ts';
import { HydrateClient } from '../../../../../lib/trpc/hydrate-client.tsx';
import { loadWebhook } from './load-webhook.ts';
import { WebhookScreen } from './webhook-screen.tsx';

interface WebhookPageProps {
  params: Promise<{ team: string; webhook: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

export async function generateMetadata({ params, searchParams }: WebhookPageProps): Promise<Metadata> {
  const { team, webhook } = await params;
  const { url, isHidden } = await loadWebhook(team, webhook, searchParams);
  return { title: isHidden ? 'Not found' : url ? endpointName(url) : 'Webhook' };
}

export default async function WebhookPage({ params, searchParams }: WebhookPageProps) {
  const { team, webhook } = await params;
  const { queryClient, isHidden, missingDeliveryId } = await loadWebhook(team, webhook, searchParams);
  if (isHidden) notFound();

  return (
    <HydrateClient queryClient={queryClient}>
      <WebhookScreen missingDeliveryId={missingDeliveryId} webhookId={webhook} />
    </HydrateClient>
  );
}
