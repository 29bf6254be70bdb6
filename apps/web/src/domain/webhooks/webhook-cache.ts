import type { Webhook, WebhookWithSecret } from '@crewboard/contracts';

/** What caches may keep of an response that shows the secret. */
export function withoutSecret({ secret: _, ...webhook }: WebhookWithSecret): Webhook {
  return webhook;
}

/** The list with this endpoint in it; a new one stands last, as the API lists them. */
export function withWebhook(webhooks: Webhook[], webhook: Webhook): Webhook[] {
  const known = webhooks.some(({ id }) => id === webhook.id);
  return known
    ? webhooks.map((other) => (other.id === webhook.id ? webhook : other))
    : [...webhooks, webhook];
}

export const withoutWebhook = (webhooks: Webhook[], webhookId: string): Webhook[] =>
  webhooks.filter(({ id }) => id !== webhookId);
