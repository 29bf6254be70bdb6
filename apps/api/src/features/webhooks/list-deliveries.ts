import { DeliveryStatus, type ListDeliveries, type WebhookDelivery } from '@crewboard/contracts';
import { join, queryMany, raw, type Sql, sql } from '@crewboard/db';
import type { z } from 'zod';
import { creationOrder, readPage, setCursors } from '../read-page.ts';
import type { Call } from '../verb-context.ts';
import { type DeliveryRow, deliveryRow, toDelivery, withEventNonces } from './delivery-row.ts';
import { canReadConfidential, isTypeSharedWithKeys } from './event-visibility.ts';
import { findWebhook } from './find-webhook.ts';

const order = creationOrder('webhook_deliveries', 'webhook_id', 'desc');

/**
 * Reads each status by its index, and merges the statuses if no filter names one. Exported for the test of its plans.
 */
export function listQuery(
  { webhookId, status, type, cursor, limit }: z.output<typeof ListDeliveries>,
  showsConfidential: boolean,
): Sql {
  const conditions = [sql`webhook_id = ${webhookId}`];
  if (type) conditions.push(sql`event_type = ${type}`);
  if (!showsConfidential) conditions.push(isTypeSharedWithKeys('event_type'));
  if (cursor !== undefined)
    conditions.push(order.after({ cursor: sql`${cursor}`, ownerId: sql`${webhookId}` }));
  const branch = (each: string) => sql`(
    select * from webhook_deliveries where status = ${raw(`'${each}'`)} and ${join(conditions, ' and ')}
    order by ${order.by('webhook_deliveries')} limit ${limit})`;
  const branches = (status ? [status] : DeliveryStatus.options).map(branch);
  return sql`
    select ${deliveryRow.columns('page')} from (${withEventNonces(sql`(${join(branches, ' union all ')})`)}) as page
    order by ${order.by('page')} limit ${limit}`;
}

/** A page of the deliveries of an endpoint, the newest first. Throws NOT_FOUND and INVALID_CURSOR. */
export async function listDeliveries({
  ctx,
  input,
}: Call<typeof ListDeliveries>): Promise<WebhookDelivery[]> {
  const { webhookId, limit, cursor } = input;
  await findWebhook(ctx, webhookId);
  const db = ctx.db.reads;
  const showsConfidential = canReadConfidential(ctx.actor);
  const page = await readPage({
    ...{ db, order, ownerId: webhookId, limit, cursor },
    read: (maxRows) => queryMany<DeliveryRow>(db, listQuery({ ...input, limit: maxRows }, showsConfidential)),
  });
  setCursors(ctx, page);
  return page.rows.map(toDelivery);
}
