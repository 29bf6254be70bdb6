import type { Webhook, WebhookWithSecret } from '@crewboard/contracts';

/** The part of a response that caches may keep. */
export function omitSecret({ secret: _, ...webhook }: WebhookWithSecret): Webhook {
  return webhook;
}

/** The list with this endpoint; a new one is last, in the order of the API. */
export function upsertWebhook(webhooks: Webhook[], webhook: Webhook): Webhook[] {
  const known = webhooks.some(({ id }) => id === webhook.id);
  return known
    ? webhooks.map((other) => (other.id === webhook.id ? webhook : other))
    : [...webhooks, webhook];
}

export const removeWebhook = (webhooks: Webhook[], webhookId: string): Webhook[] =>
  webhooks.filter(({ id }) => id !== webhookId);
