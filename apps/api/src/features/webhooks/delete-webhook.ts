import type { WebhookTarget } from '@crewboard/contracts';
import { defineStatement, queryOne, sql } from '@crewboard/db';
import { notFound } from '../../errors.ts';
import { type EventActorParams, eventActorParams } from '../events/record-event.ts';
import type { Call } from '../verb-context.ts';
import { endpointForUpdate, lockEndpoint } from './find-webhook.ts';
import { recordWebhookEvent } from './webhook-row.ts';

const statement = defineStatement<EventActorParams & { webhookId: string }, { id: string }>(
  (p) => sql`
  with ${lockEndpoint(p)},
  target as (${endpointForUpdate(p)}),
  deleted as (
    update webhooks set deleted_at = now() from target where webhooks.id = target.id
    returning webhooks.*
  ),
  event as (${recordWebhookEvent(p, 'webhook.deleted', { after: 'deleted' })})
  select id from deleted`,
);

/** Deletes an endpoint with its pending deliveries. A worker deletes its rows. Throws NOT_FOUND. */
export async function deleteWebhook({ ctx, input }: Call<typeof WebhookTarget>): Promise<void> {
  const deleted = await queryOne(ctx.db, statement, {
    ...eventActorParams(ctx),
    webhookId: input.webhookId,
  });
  if (!deleted) throw notFound();
}
