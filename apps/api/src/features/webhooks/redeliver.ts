import type { DeliveryTarget, WebhookDelivery } from '@crewboard/contracts';
import { defineStatement, type Expressions, queryOne, raw, sql } from '@crewboard/db';
import { type AppError, notFound } from '../../errors.ts';
import { acquireLock } from '../events/lock-subject.ts';
import { type EventActorParams, eventActorParams } from '../events/record-event.ts';
import { defineKeyedStatement, queryKeyed } from '../idempotency/keep-response.ts';
import type { Call, VerbContext } from '../verb-context.ts';
import { type DeliveryRow, deliveryRow, toDelivery, withEventNonces } from './delivery-row.ts';
import { canReadConfidential, isTypeSharedWithKeys } from './event-visibility.ts';
import { endpointForUpdate, lockEndpoint, notSentError, selectIfEnabled } from './find-webhook.ts';
import { recordWebhookEvent } from './webhook-row.ts';

type DeliveryParams = { deliveryId: string; webhookId: string; canReadConfidential: boolean };

const isDelivery = (p: Expressions<DeliveryParams>) => sql`
  id = ${p.deliveryId} and webhook_id = ${p.webhookId}
  and (${p.canReadConfidential}::boolean or ${isTypeSharedWithKeys('event_type')})`;

/** Locks the row of the delivery before that of its endpoint, as `recordAttempt` does, so that both cannot deadlock. */
const statement = defineKeyedStatement<EventActorParams & DeliveryParams, DeliveryRow>(
  (p, keepResponse) => sql`
  with ${lockEndpoint(p)},
  found as (
    select id from webhook_deliveries where ${isDelivery(p)} and ${acquireLock}
    for no key update
  ),
  locked as (${endpointForUpdate(p, sql`exists (select from found)`)}),
  target as (${selectIfEnabled('locked')}),
  retried as (
    update webhook_deliveries delivery set status = 'pending', failed_attempts = 0, next_attempt_at = now()
    from target where delivery.id = ${p.deliveryId}
    returning delivery.*
  ),
  event as (${recordWebhookEvent(p, 'webhook.redelivered', {
    after: 'target',
    changes: sql`jsonb_build_object('delivery', jsonb_build_object('after', ${p.deliveryId}::text))`,
  })}),
  shown as (${withEventNonces(raw('retried'))}
  )${keepResponse(deliveryRow.json('shown'), raw('shown'))}
  select ${deliveryRow.columns('shown')} from shown`,
);

const selectDelivery = defineStatement<DeliveryParams, { id: string }>(
  (p) => sql`select id from webhook_deliveries where ${isDelivery(p)}`,
);

/**
 * Sends a delivery of any status again at once, and restarts its retries. Throws NOT_FOUND and WEBHOOK_DISABLED.
 */
export async function redeliver({ ctx, input }: Call<typeof DeliveryTarget>): Promise<WebhookDelivery> {
  const params = { ...input, canReadConfidential: canReadConfidential(ctx.actor) };
  const row = await queryKeyed(ctx, statement, { ...eventActorParams(ctx), ...params });
  if (!row) throw await notRetriedError(ctx, params);
  return toDelivery(row);
}

/** NOT_FOUND, also for an unknown delivery of a disabled endpoint, or else WEBHOOK_DISABLED. */
async function notRetriedError(ctx: VerbContext, params: DeliveryParams): Promise<AppError> {
  const reason = await notSentError(ctx, params.webhookId);
  return (await queryOne(ctx.db, selectDelivery, params)) ? reason : notFound();
}
