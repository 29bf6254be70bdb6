import type { WebhookDelivery, WebhookTarget } from '@crewboard/contracts';
import { newId, raw, sql } from '@crewboard/db';
import { actorName } from '../events/event-row.ts';
import { type EventActorParams, eventActorParams } from '../events/record-event.ts';
import { defineKeyedStatement, queryKeyed } from '../idempotency/keep-response.ts';
import type { Call } from '../verb-context.ts';
import { type DeliveryRow, deliveryRow, toDelivery, withEventNonces } from './delivery-row.ts';
import { endpointForUpdate, lockEndpoint, notSentError, selectIfEnabled } from './find-webhook.ts';
import { recordWebhookEvent } from './webhook-row.ts';

const statement = defineKeyedStatement<
  EventActorParams & { webhookId: string; deliveryId: string },
  DeliveryRow
>(
  (p, keepResponse) => sql`
  with ${lockEndpoint(p)},
  locked as (${endpointForUpdate(p)}),
  target as (${selectIfEnabled('locked')}),
  event as (${recordWebhookEvent(p, 'webhook.tested', { after: 'target' })}
    returning xid, id, nonce, type, subject_id
  ),
  created as (
    insert into webhook_deliveries (id, webhook_id, event_xid, event_id, event_type, actor_name)
    select ${p.deliveryId}, subject_id, xid, id, type, ${actorName(p.actorKind, p.actorId)} from event
    returning *
  ),
  shown as (${withEventNonces(raw('created'), 'event')}
  )${keepResponse(deliveryRow.json('shown'), raw('shown'))}
  select ${deliveryRow.columns('shown')} from shown`,
);

/**
 * Makes a delivery of a new event `webhook.tested` to the endpoint, even if it is not subscribed to this type. Throws
 * WEBHOOK_DISABLED and NOT_FOUND.
 */
export async function testWebhook({ ctx, input }: Call<typeof WebhookTarget>): Promise<WebhookDelivery> {
  const { webhookId } = input;
  const row = await queryKeyed(ctx, statement, {
    ...eventActorParams(ctx),
    webhookId,
    deliveryId: newId(),
  });
  if (!row) throw await notSentError(ctx, webhookId);
  return toDelivery(row);
}
