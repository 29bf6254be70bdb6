import type { Webhook } from '@crewboard/contracts';

/** An endpoint for tests. */
export function sampleWebhook(fields: Partial<Webhook> = {}): Webhook {
  return {
    id: 'w1',
    teamId: 't',
    url: 'https://hooks.example.com/crewboard',
    description: null,
    eventTypes: ['task.completed'],
    enabled: true,
    disabledReason: null,
    disabledAt: null,
    lastSuccessAt: null,
    lastFailureAt: null,
    failuresInRow: 0,
    failingSince: null,
    previousSecretUntil: null,
    createdAt: '2026-11-01T00:00:00.000Z',
    updatedAt: '2026-11-01T00:00:00.000Z',
    ...fields,
  };
}
