import type { DeliveryTarget, WebhookDelivery } from '@crewboard/contracts';
import type { z } from 'zod';
import { type AppError, notFound } from '../../errors.ts';
import { recordEvent, writer } from '../events/record-event.ts';
import type { VerbContext } from '../verb-context.ts';
import { type DeliveryRow, deliveryColumns, toDelivery } from './delivery-row.ts';
import { whyNotSent } from './find-webhook.ts';
import { mayReadAll, typeSharedWithKeys } from './told-events.ts';
import { webhookJson } from './webhook-row.ts';

type Call = { ctx: VerbContext; input: z.output<typeof DeliveryTarget> };

const statement = `
  with webhook as (
    select * from webhooks where id = $5 and team_id = $1 and deleted_at is null and enabled
  ),
  again as (
    update webhook_deliveries delivery set status = 'pending', tries = 0, next_attempt_at = now()
    from webhook where delivery.id = $6 and delivery.webhook_id = webhook.id
      and ($2 = 'member' or ${typeSharedWithKeys('delivery.event_type')})
    returning delivery.*
  ),
  target as (select webhook.* from webhook, again),
  event as (${recordEvent({
    type: 'webhook.redelivered',
    subject: 'webhook',
    json: webhookJson,
    after: 'target',
    changes: `jsonb_build_object('delivery', jsonb_build_object('before', null, 'after', $6::text))`,
  })})
  select ${deliveryColumns('again')} from again`;

/** Sends a delivery once more, whatever became of it: at once, then by the schedule from its beginning. */
export async function redeliver({ ctx, input }: Call): Promise<WebhookDelivery> {
  const { rows } = await ctx.db.pool.query<DeliveryRow>(statement, [
    ...writer(ctx),
    input.webhookId,
    input.deliveryId,
  ]);
  if (!rows[0]) throw await whyNot({ ctx, input });
  return toDelivery(rows[0]);
}

/** What does not exist comes before the state of the endpoint. */
async function whyNot({ ctx, input }: Call): Promise<AppError> {
  const why = await whyNotSent(ctx, input.webhookId);
  const { rowCount } = await ctx.db.pool.query(
    `select from webhook_deliveries where id = $1 and webhook_id = $2
       and ($3::boolean or ${typeSharedWithKeys('event_type')})`,
    [input.deliveryId, input.webhookId, mayReadAll(ctx.actor)],
  );
  return rowCount ? why : notFound();
}
