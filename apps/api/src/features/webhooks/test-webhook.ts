import type { WebhookDelivery, WebhookTarget } from '@crewboard/contracts';
import { newId, raw } from '@crewboard/db';
import type { z } from 'zod';
import { actorName } from '../events/event-row.ts';
import { recordEvent, writer } from '../events/record-event.ts';
import type { VerbContext } from '../verb-context.ts';
import { type DeliveryRow, deliveryColumns, toDelivery } from './delivery-row.ts';
import { whyNotSent } from './find-webhook.ts';
import { webhookJson } from './webhook-row.ts';

type Call = { ctx: VerbContext; input: z.output<typeof WebhookTarget> };

const statement = `
  with target as (
    select * from webhooks where id = $5 and team_id = $1 and deleted_at is null and enabled for no key update
  ),
  event as (${recordEvent({ type: 'webhook.tested', subject: 'webhook', json: webhookJson, after: 'target' })}
    returning xid, id, type, subject_id
  ),
  created as (
    insert into webhook_deliveries (id, webhook_id, event_xid, event_id, event_type, actor_name)
    select $6, subject_id, xid, id, type, ${actorName(raw('$2'), raw('$3')).text} from event
    returning *
  )
  select ${deliveryColumns('created')} from created`;

/** Sends an event `webhook.tested` to the endpoint, whatever types it asks for. */
export async function testWebhook({ ctx, input }: Call): Promise<WebhookDelivery> {
  const { rows } = await ctx.db.pool.query<DeliveryRow>(statement, [
    ...writer(ctx),
    input.webhookId,
    newId(),
  ]);
  if (!rows[0]) throw await whyNotSent(ctx, input.webhookId);
  return toDelivery(rows[0]);
}
