import {
  CreateWebhook,
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
} from '@crewboard/contracts';
import { z } from 'zod';
import { router } from '../../trpc/init.ts';
import { pageHeaders } from '../../trpc/page-headers.ts';
import { manageProcedure } from '../../trpc/procedures.ts';
import { createWebhook } from './create-webhook.ts';
import { deleteWebhook } from './delete-webhook.ts';
import { getDelivery } from './get-delivery.ts';
import { getWebhook } from './get-webhook.ts';
import { listDeliveries } from './list-deliveries.ts';
import { listWebhooks } from './list-webhooks.ts';
import { recoverDeliveries } from './recover-deliveries.ts';
import { redeliver } from './redeliver.ts';
import { rotateWebhookSecret } from './rotate-webhook-secret.ts';
import { testWebhook } from './test-webhook.ts';
import { updateWebhook } from './update-webhook.ts';

const tags = ['Webhooks'];

export const webhooksRouter = router({
  list: manageProcedure
    .meta({
      refusals: ['INVALID_CURSOR'],
      comesWhole: true,
      openapi: {
        method: 'GET',
        path: '/api/teams/{teamId}/webhooks',
        tags,
        summary: 'List webhooks',
        description: 'The oldest first: all of them, or a page with `limit` or `cursor`.',
        responseHeaders: pageHeaders,
      },
    })
    .input(ListWebhooks)
    .output(z.array(Webhook))
    .query(listWebhooks),
  create: manageProcedure
    .meta({
      created: '/api/webhooks/{id}',
      refusals: ['FORBIDDEN'],
      openapi: {
        method: 'POST',
        path: '/api/teams/{teamId}/webhooks',
        tags,
        summary: 'Create a webhook',
        description:
          'Every event of its types that is committed from now on is sent to the URL, signed with the `secret` of ' +
          'this answer (Standard Webhooks), at least once. Events of members and API keys only owners and admins can ' +
          'ask for, in the dashboard: `*` of a team API key is all that the key may read itself.',
      },
    })
    .input(CreateWebhook)
    .output(WebhookWithSecret)
    .mutation(createWebhook),
  get: manageProcedure
    .meta({
      openapi: { method: 'GET', path: '/api/webhooks/{webhookId}', tags, summary: 'Get a webhook' },
    })
    .input(WebhookTarget)
    .output(Webhook)
    .query(getWebhook),
  update: manageProcedure
    .meta({
      refusals: ['FORBIDDEN'],
      openapi: {
        method: 'PATCH',
        path: '/api/webhooks/{webhookId}',
        tags,
        summary: 'Change, disable or enable a webhook',
        description:
          'While it is disabled nothing is sent and events make no deliveries; what was pending waits until it is ' +
          'enabled again. `recover` sends what happened meanwhile.',
      },
    })
    .input(UpdateWebhook)
    .output(Webhook)
    .mutation(updateWebhook),
  delete: manageProcedure
    .meta({
      status: 204,
      openapi: {
        method: 'DELETE',
        path: '/api/webhooks/{webhookId}',
        tags,
        summary: 'Delete a webhook',
        description: 'With it go its deliveries, those that are still pending included.',
      },
    })
    .input(WebhookTarget)
    .output(z.void())
    .mutation(deleteWebhook),
  rotateSecret: manageProcedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/api/webhooks/{webhookId}/rotate-secret',
        tags,
        summary: 'Rotate the secret of a webhook',
        description: 'For 24 hours deliveries are signed with the old secret as well: two signatures.',
      },
    })
    .input(WebhookTarget)
    .output(WebhookWithSecret)
    .mutation(rotateWebhookSecret),
  test: manageProcedure
    .meta({
      status: 202,
      refusals: ['WEBHOOK_DISABLED'],
      openapi: {
        method: 'POST',
        path: '/api/webhooks/{webhookId}/test',
        tags,
        summary: 'Send a test',
        description: 'Sends an event `webhook.tested`, whatever types the endpoint asks for.',
      },
    })
    .input(WebhookTarget)
    .output(WebhookDelivery)
    .mutation(testWebhook),
  recover: manageProcedure
    .meta({
      status: 202,
      refusals: ['WEBHOOK_DISABLED'],
      openapi: {
        method: 'POST',
        path: '/api/webhooks/{webhookId}/recover',
        tags,
        summary: 'Send what did not arrive since a time',
        description:
          'Every event of the types that the endpoint asks for now, those included that happened while it was ' +
          'disabled. What arrived is not sent again; what waits for its next attempt is tried at once.',
      },
    })
    .input(RecoverDeliveries)
    .output(WebhookRecovery)
    .mutation(recoverDeliveries),
  deliveries: manageProcedure
    .meta({
      refusals: ['INVALID_CURSOR'],
      openapi: {
        method: 'GET',
        path: '/api/webhooks/{webhookId}/deliveries',
        tags,
        summary: 'List deliveries',
        description: 'The newest first, from the last 30 days.',
        responseHeaders: pageHeaders,
      },
    })
    .input(ListDeliveries)
    .output(z.array(WebhookDelivery))
    .query(listDeliveries),
  delivery: manageProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/api/webhooks/{webhookId}/deliveries/{deliveryId}',
        tags,
        summary: 'Get a delivery',
        description: 'With what was sent last and what came back.',
      },
    })
    .input(DeliveryTarget)
    .output(WebhookDeliveryDetails)
    .query(getDelivery),
  redeliver: manageProcedure
    .meta({
      status: 202,
      refusals: ['WEBHOOK_DISABLED'],
      openapi: {
        method: 'POST',
        path: '/api/webhooks/{webhookId}/deliveries/{deliveryId}/redeliver',
        tags,
        summary: 'Send a delivery again',
        description:
          'Whatever became of it: at once, with the same `webhook-id`, then by the schedule from its beginning.',
      },
    })
    .input(DeliveryTarget)
    .output(WebhookDelivery)
    .mutation(redeliver),
});
