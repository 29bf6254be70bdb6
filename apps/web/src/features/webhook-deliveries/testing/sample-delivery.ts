import type { WebhookDelivery } from '@crewboard/contracts';

/** A delivery for tests, created in that second. */
export function sampleDelivery(second: number, fields: Partial<WebhookDelivery> = {}): WebhookDelivery {
  return {
    id: `d${second}`,
    webhookId: 'w1',
    eventId: `1-${second}`,
    eventType: 'task.completed',
    status: 'succeeded',
    attempts: [],
    nextAttemptAt: null,
    createdAt: new Date(Date.UTC(2026, 10, 21, 12, 0, second)).toISOString(),
    ...fields,
  };
}
