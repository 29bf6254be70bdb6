import type { Webhook, WebhookWithSecret } from '@crewboard/contracts';

/** The part of a response that caches may keep. */
export function omitSecret({ secret: _, ...webhook }: WebhookWithSecret): Webhook {
  return webhook;
}

export const removeWebhook = (webhooks: Webhook[], webhookId: string): Webhook[] =>
  webhooks.filter(({ id }) => id !== webhookId);
