import { z } from 'zod';
import { deliveryRetentionDays, secretOverlapHours } from '../bounds/webhook-bounds.ts';
import {
  CreateWebhook,
  DeliveryHold,
  DeliveryTarget,
  ListDeliveries,
  ListWebhooks,
  RecoverDeliveries,
  UpdateWebhook,
  Webhook,
  WebhookDelivery,
  WebhookDeliveryDetails,
  WebhookRecovery,
  WebhookTarget,
  WebhookWithSecret,
} from '../resources/webhook.ts';
import { defineOperations, mutation, query } from './define-operations.ts';

export const webhooks = defineOperations('webhooks', {
  list: query('listWebhooks', {
    access: 'manage',
    input: ListWebhooks,
    output: z.array(Webhook),
    paging: 'onRequest',
    rest: {
      route: 'GET /api/teams/{teamId}/webhooks',
      summary: 'List webhooks',
      description: 'The oldest first: all of them, or a page with `limit` or `cursor`.',
    },
  }),
  create: mutation('createWebhook', {
    access: 'manage',
    input: CreateWebhook,
    output: WebhookWithSecret,
    rest: {
      route: 'POST /api/teams/{teamId}/webhooks',
      summary: 'Create a webhook',
      description:
        'Every event of its types that is committed from now on is sent to the URL, signed with the `secret` of ' +
        'this response (Standard Webhooks), at least once. Only owners and admins can subscribe to events of members ' +
        'and API keys, in the dashboard: `*` of a team API key covers the events that the key itself may read.',
      statuses: [201],
      location: '/api/webhooks/{id}',
    },
  }),
  get: query('getWebhook', {
    access: 'manage',
    input: WebhookTarget,
    output: Webhook,
    rest: { route: 'GET /api/webhooks/{webhookId}', summary: 'Get a webhook' },
  }),
  update: mutation('updateWebhook', {
    access: 'manage',
    input: UpdateWebhook,
    output: Webhook,
    rest: {
      route: 'PATCH /api/webhooks/{webhookId}',
      summary: 'Change, disable or enable a webhook',
      description:
        'While it is disabled nothing is sent and events create no deliveries; pending ones wait until it is ' +
        'enabled again. `recover` sends the events that happened in between.',
    },
  }),
  delete: mutation('deleteWebhook', {
    access: 'manage',
    input: WebhookTarget,
    output: z.void(),
    rest: {
      route: 'DELETE /api/webhooks/{webhookId}',
      summary: 'Delete a webhook',
      description: 'Also deletes its deliveries, pending ones included.',
      statuses: [204],
    },
  }),
  rotateSecret: mutation('rotateWebhookSecret', {
    access: 'manage',
    input: WebhookTarget,
    output: WebhookWithSecret,
    rest: {
      route: 'POST /api/webhooks/{webhookId}/rotate-secret',
      summary: 'Rotate the secret of a webhook',
      description: `For ${secretOverlapHours} hours deliveries are signed with the old secret as well: two signatures.`,
    },
  }),
  test: mutation('testWebhook', {
    access: 'manage',
    input: WebhookTarget,
    output: WebhookDelivery,
    errors: ['WEBHOOK_DISABLED'],
    rest: {
      route: 'POST /api/webhooks/{webhookId}/test',
      summary: 'Send a test',
      description: 'Sends an event `webhook.tested`, even if the webhook does not subscribe to this type.',
      statuses: [202],
    },
  }),
  recover: mutation('recoverDeliveries', {
    access: 'manage',
    input: RecoverDeliveries,
    output: WebhookRecovery,
    errors: ['WEBHOOK_DISABLED'],
    rest: {
      route: 'POST /api/webhooks/{webhookId}/recover',
      summary: 'Send missed events since a given time',
      description:
        'Every event of the types that the webhook subscribes to now, including those that happened while it was ' +
        'disabled. Delivered events are not sent again; pending ones are attempted at once.',
      statuses: [202],
    },
  }),
  deliveries: query('listDeliveries', {
    access: 'manage',
    input: ListDeliveries,
    output: z.array(WebhookDelivery),
    paging: 'always',
    rest: {
      route: 'GET /api/webhooks/{webhookId}/deliveries',
      summary: 'List deliveries',
      description: `The newest first, from the last ${deliveryRetentionDays} days.`,
    },
  }),
  delivery: query('getDelivery', {
    access: 'manage',
    input: DeliveryTarget,
    output: WebhookDeliveryDetails,
    rest: {
      route: 'GET /api/webhooks/{webhookId}/deliveries/{deliveryId}',
      summary: 'Get a delivery',
      description: 'With its last request and the response to it.',
    },
  }),
  /** For a notice in the dashboard: whether the installation sends no deliveries at all. */
  hold: query('getDeliveryHold', { access: 'manage', output: DeliveryHold }),
  redeliver: mutation('redeliverEvent', {
    access: 'manage',
    input: DeliveryTarget,
    output: WebhookDelivery,
    errors: ['WEBHOOK_DISABLED'],
    rest: {
      route: 'POST /api/webhooks/{webhookId}/deliveries/{deliveryId}/redeliver',
      summary: 'Send a delivery again',
      description:
        'Works in any status: sends at once, with the same `webhook-id`, then on the retry schedule from its beginning.',
      statuses: [202],
    },
  }),
});
