import type { Webhook, WebhookWithSecret } from '@crewboard/contracts';

/** Removes the secret from a response, so that no cache keeps it. */
export function omitSecret({ secret: _, ...webhook }: WebhookWithSecret): Webhook {
  return webhook;
}
