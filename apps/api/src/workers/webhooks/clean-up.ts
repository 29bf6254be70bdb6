import { type DeliveryStatus, deliveryRetentionDays } from '@crewboard/contracts';
import { type Database, defineStatement, queryMany, raw, type Sql, sql } from '@crewboard/db';
import type { RoundResult } from '../poll-loop.ts';

const maxRows = 1_000;
const limit = raw(`limit ${maxRows}`);

/** A day longer than a recovery looks back: it would send an event again whose delivery is missing. */
const expiry = raw(`now() - interval '${deliveryRetentionDays + 1} days'`);

const expired = (status: DeliveryStatus, condition = 'true') => sql`(
  select id from webhook_deliveries
  where webhook_id = webhooks.id and status = ${raw(`'${status}'`)} and created_at < ${expiry} and ${raw(condition)} ${limit})`;

/** Pending deliveries expire only if their endpoint is disabled. */
const expiredDeliveries = sql`
  delete from webhook_deliveries where id in (
    select expired.id from webhooks cross join lateral (${expired('succeeded')}
      union all ${expired('failed')} union all ${expired('pending', 'not webhooks.enabled')}) as expired ${limit})
  returning id`;

const deliveriesOfDeletedEndpoints = sql`
  delete from webhook_deliveries where id in (
    select delivery.id from webhooks cross join lateral (
      select id from webhook_deliveries where webhook_id = webhooks.id ${limit}) as delivery
    where webhooks.deleted_at is not null ${limit})
  returning id`;

const deletedEndpoints = sql`
  delete from webhooks where deleted_at is not null
    and not exists (select from webhook_deliveries where webhook_id = webhooks.id)
  returning id`;

/**
 * Deletes former subscriptions that the delivery maker has passed in the log. It deletes most of them itself, so rows
 * that it has locked are skipped.
 */
const formerSubscriptions = sql`
  delete from webhook_subscriptions where id in (
    select id from webhook_subscriptions where until_xid <= (select xid from log_readers where name = 'webhooks')
    ${limit} for update skip locked)
  returning id`;

const define = (text: Sql) => defineStatement<Record<never, never>, { id: string }>(() => text);

const statements = [
  define(expiredDeliveries),
  define(deliveriesOfDeletedEndpoints),
  define(deletedEndpoints),
  define(formerSubscriptions),
];

/**
 * Deletes rows that no request can read any more, up to 1,000 of each kind, and all deleted endpoints without
 * deliveries. `hasMore` when there may be more.
 */
export async function cleanUpWebhooks({ pool }: Database, signal: AbortSignal): Promise<RoundResult> {
  let hasMore = false;
  for (const statement of statements) {
    if (signal.aborted) break;
    const deleted = await queryMany(pool, statement, {});
    hasMore ||= deleted.length === maxRows;
  }
  return { hasMore };
}
