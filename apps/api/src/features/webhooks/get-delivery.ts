import type { DeliveryTarget, WebhookDeliveryDetails } from '@crewboard/contracts';
import type { z } from 'zod';
import { notFound } from '../../errors.ts';
import type { VerbContext } from '../verb-context.ts';
import { type DeliveryRow, deliveryColumns, toDelivery } from './delivery-row.ts';
import { type PayloadRow, payloadColumns, payloadOf, rowWithTexts } from './payload-row.ts';
import { mayReadAll, typeSharedWithKeys } from './told-events.ts';

type Call = { ctx: VerbContext; input: z.output<typeof DeliveryTarget> };

type Row = DeliveryRow &
  PayloadRow & {
    url: string;
    request: { url: string; headers: Record<string, string> } | null;
    response: WebhookDeliveryDetails['response'];
  };

const statement = `
  select ${deliveryColumns('delivery')}, ${payloadColumns('delivery', 'event')},
    webhook.url, delivery.request, delivery.response
  from webhook_deliveries delivery
  join webhooks webhook on webhook.id = delivery.webhook_id
  join events event on event.id = delivery.event_id
  where delivery.id = $1 and delivery.webhook_id = $2 and webhook.team_id = $3 and webhook.deleted_at is null
    and ($4::boolean or ${typeSharedWithKeys('delivery.event_type')})`;

/** One delivery with what was sent last and what came back. */
export async function getDelivery({ ctx, input }: Call): Promise<WebhookDeliveryDetails> {
  const { rows } = await ctx.db.reads.query<Row>(statement, [
    input.deliveryId,
    input.webhookId,
    ctx.actor.teamId,
    mayReadAll(ctx.actor),
  ]);
  const [row] = rows;
  if (!row) throw notFound();
  const { url, headers } = row.request ?? { url: row.url, headers: {} };
  const body = payloadOf(await rowWithTexts(ctx.db.reads, row));
  return { ...toDelivery(row), request: { url, headers, body }, response: row.response };
}
