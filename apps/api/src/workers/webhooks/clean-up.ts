import { DeliveryStatus, deliveryRetentionDays } from '@crewboard/contracts';
import type { Database } from '@crewboard/db';

const batchSize = 1_000;

/** A day longer than promised: a delivery is made after its event, and one that is missing counts as not arrived. */
const expired = `now() - interval '${deliveryRetentionDays + 1} days'`;

const oldOf = (status: string) => `
  (select id from webhook_deliveries
   where webhook_id = webhooks.id and status = '${status}' and created_at < ${expired} limit ${batchSize})`;

const statements = [
  `delete from webhook_deliveries where id in (
    select old.id from webhooks cross join lateral (
      ${DeliveryStatus.options.map(oldOf).join(' union all ')}) as old limit ${batchSize})`,
  // What a deleted endpoint leaves.
  `delete from webhook_deliveries where id in (
    select left_over.id from webhooks cross join lateral (
      select id from webhook_deliveries where webhook_id = webhooks.id limit ${batchSize}) as left_over
    where webhooks.deleted_at is not null limit ${batchSize})`,
  `delete from webhooks where deleted_at is not null
     and not exists (select from webhook_deliveries where webhook_id = webhooks.id)`,
  // What was asked for before, once all of its events are read.
  `delete from webhook_subscriptions
   where pg_snapshot_xmax(until) <= (select xid from log_readers where name = 'webhooks')`,
];

/** Clears away what nobody can ask for any more, in statements that are short. */
export async function cleanUp(db: Database): Promise<void> {
  for (const statement of statements) {
    for (let isFull = true; isFull; ) {
      const { rowCount } = await db.pool.query(statement);
      isFull = rowCount === batchSize;
    }
  }
}
