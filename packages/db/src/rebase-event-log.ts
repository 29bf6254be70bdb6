import type pg from 'pg';
import { inTransaction } from './connections/single-connection.ts';

// Positions in the event log are transaction ids, which each server counts separately. In a database that was restored
// into another server, positions may be after the current transaction, so that readers would skip new events as old
// ones.

/** For events that the webhook worker has read. It is the first transaction id, so every server is past it. */
const readXid = '3';
/** For events that the webhook worker has not read. */
const unreadXid = '4';
/** After all events. */
const endXid = '5';

/** Snapshots of PostgreSQL for subscriptions: the first sees the events that were read, the second all events. */
const beforeUnread = `${unreadXid}:${unreadXid}:`;
const afterUnread = `${endXid}:${endXid}:`;

/** The transaction ids of all events that a rebase has moved. */
export const rebasedXids = [readXid, unreadXid];

/**
 * Names the row of log_readers whose `id` is the maximum by which all rebases together have moved the number of an
 * event.
 */
export const rebaseReaderName = 'rebase';

/** Names the row of log_readers whose position is the end of the events that were removed because of their age. */
export const retentionReaderName = 'retention';

const selectIsForeign = `
  select exists (
    select from (
      select max(xid) as xid from log_readers
      union all (select xid from events order by xid desc limit 1)
      union all select max(xid) from log_minutes
      union all select max(pg_snapshot_xmax(subscribed_since)) from webhooks
    ) as known where known.xid > pg_snapshot_xmax(pg_current_snapshot())
  ) as "isForeign"`;

/**
 * Gives all events new positions, and keeps their order, which of them were read, and all subscriptions. All events get
 * one of two transaction ids, within which their numbers give the order. So events of concurrent transactions, whose
 * numbers were mixed, exchange their numbers.
 */
const rebase = `
  create temporary table moved on commit drop as
  select ordered.xid, ordered.id, numbered.id as new_id,
    case when (ordered.xid, ordered.id) > (reader.xid, reader.id)
      then '${unreadXid}'::xid8 else '${readXid}'::xid8 end as new_xid
  from (select xid, id, row_number() over (order by xid, id) as place from events) as ordered
  join (select id, row_number() over (order by id) as place from events) as numbered using (place)
  cross join log_readers reader where reader.name = 'webhooks';
  update webhook_deliveries delivery
  -- Changed numbers are negative until all are changed: two deliveries of an endpoint must not have the same number.
  set event_xid = new_xid, event_id = case when new_id = moved.id then new_id else -new_id end
  from moved where (moved.xid, moved.id) = (delivery.event_xid, delivery.event_id);
  update webhook_deliveries set event_id = -event_id where event_id < 0;
  update events set xid = new_xid, id = new_id from moved where (moved.xid, moved.id) = (events.xid, events.id);
  update webhooks set subscribed_since = '${beforeUnread}' where subscribed_since is not null;
  update webhook_subscriptions set since = '${beforeUnread}', until = '${afterUnread}';
  update webhook_recoveries set xid = '0', event_id = 0, until = '${endXid}', again_until = null;
  -- A pass that was under way would go on after a position of the former server, and leave out what has moved before it.
  update account_erasures set stage = 'events', cursor = null where finished_at is null;
  delete from log_minutes;
  update log_readers set xid = '${readXid}', id = ${2n ** 63n - 1n}
  where name not in ('${rebaseReaderName}', '${retentionReaderName}');
  -- All events stand after the beginning, from which their removal goes on.
  update log_readers set xid = '0', id = 0 where name = '${retentionReaderName}';
  insert into log_readers (name, xid, id)
  select '${rebaseReaderName}', '${readXid}', coalesce(max(abs(new_id - id)), 0) from moved
  on conflict (name) do update set id = log_readers.id + excluded.id;
  select recount();`;

/**
 * Moves the event log of a restored database before everything that this server will write. Clients continue after the
 * event ids that they have: the random bits of an id find its event near the former number. Call it before the first
 * write. Returns whether it was necessary.
 */
export async function rebaseEventLog(client: pg.ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ isForeign: boolean }>(selectIsForeign);
  if (!rows[0]?.isForeign) return false;
  await inTransaction(client, () => client.query(rebase));
  return true;
}
