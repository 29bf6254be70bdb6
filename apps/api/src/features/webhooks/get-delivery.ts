import type { DeliveryTarget, WebhookDeliveryDetails } from '@crewboard/contracts';
import { defineStatement, queryOne, raw, sql } from '@crewboard/db';
import { notFound } from '../../errors.ts';
import { isBeingErased } from '../events/erased-content.ts';
import type { Call } from '../verb-context.ts';
import { type DeliveryRow, deliveryRow, toDelivery, withEventNonces } from './delivery-row.ts';
import { canReadConfidential, isTypeSharedWithKeys } from './event-visibility.ts';
import { type PayloadRow, payloadColumns, payloadOf, rowWithTexts } from './payload-row.ts';

type Params = { deliveryId: string; webhookId: string; teamId: string; canReadConfidential: boolean };

type Row = DeliveryRow &
  PayloadRow & {
    url: string;
    request: { url: string; headers: Record<string, string> } | null;
    response: WebhookDeliveryDetails['response'];
  };

/** Hides the body of the response if the subject was deleted: a receiver may send back the content of its request. */
const statement = defineStatement<Params, Row>(
  (p) => sql`
  select ${deliveryRow.columns('delivery')}, ${payloadColumns('delivery', 'event')},
    webhook.url, delivery.request,
    case when ${isBeingErased('event')} then delivery.response || '{"body": ""}' else delivery.response end as response
  from (${withEventNonces(raw('webhook_deliveries'))}) as delivery
  join webhooks webhook on webhook.id = delivery.webhook_id
  join events event on (event.xid, event.id) = (delivery.event_xid, delivery.event_id)
  where delivery.id = ${p.deliveryId} and delivery.webhook_id = ${p.webhookId} and webhook.team_id = ${p.teamId}
    and webhook.deleted_at is null
    and (${p.canReadConfidential}::boolean or ${isTypeSharedWithKeys('delivery.event_type')})`,
);

/** A delivery with the last request and its response. */
export async function getDelivery({
  ctx,
  input,
}: Call<typeof DeliveryTarget>): Promise<WebhookDeliveryDetails> {
  const db = ctx.db.reads;
  const row = await queryOne(db, statement, {
    ...input,
    teamId: ctx.actor.teamId,
    canReadConfidential: canReadConfidential(ctx.actor),
  });
  if (!row) throw notFound();
  // A delivery without an attempt shows the URL to which it will be sent.
  const { url, headers } = row.request ?? { url: row.url, headers: {} };
  const body = payloadOf(await rowWithTexts(db, row));
  return { ...toDelivery(row), request: { url, headers, body }, response: row.response };
}
