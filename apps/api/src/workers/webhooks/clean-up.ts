import { type DeliveryStatus, deliveryRetentionDays } from '@crewboard/contracts';
import type { Database } from '@crewboard/db';

const batchSize = 1_000;

/** A day longer than promised: a delivery is made after its event, and one that is missing counts as not arrived. */
const expired = `now() - interval '${deliveryRetentionDays + 1} days'`;

const oldOf = (status: DeliveryStatus, condition = 'true') => `
  (select id from webhook_deliveries
   where webhook_id = webhooks.id and status = '${status}' and created_at < ${expired} and ${condition} limit ${batchSize})`;

const statements = [
  // What still waits for a disabled endpoint included; what waits for another is never cleared away.
  `delete from webhook_deliveries where id in (
    select old.id from webhooks cross join lateral (
      ${oldOf('succeeded')} union all ${oldOf('failed')} union all ${oldOf('pending', 'not webhooks.enabled')}) as old
    limit ${batchSize})`,
  // What a deleted endpoint leaves.
  `delete from webhook_deliveries where id in (
    select left_over.id from webhooks cross join lateral (
      select id from webhook_deliveries where webhook_id = webhooks.id limit ${batchSize}) as left_over
    where webhooks.deleted_at is not null limit ${batchSize})`,
  `delete from webhooks where deleted_at is not null
     and not exists (select from webhook_deliveries where webhook_id = webhooks.id)`,
  // What was asked for before, once all of its events are read: most of it goes when the reader comes by. What the
  // reader is clearing away is left to it.
  `delete from webhook_subscriptions where id in (
    select id from webhook_subscriptions where until_xid <= (select xid from log_readers where name = 'webhooks')
    limit ${batchSize} for update skip locked)`,
];

/** Clears away what nobody can ask for any more, in statements that are short, until it is told to stop. */
export async function cleanUp(db: Database, stopping: AbortSignal): Promise<void> {
  for (const statement of statements) {
    for (let isFull = true; isFull && !stopping.aborted; ) {
      const { rowCount } = await db.pool.query(statement);
      isFull = rowCount === batchSize;
    }
  }
}
