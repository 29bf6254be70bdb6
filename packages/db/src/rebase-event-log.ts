import type pg from 'pg';

// Positions in the log are transaction ids, which each server counts separately. A database restored into another
// server may have positions after the current transaction: readers would take new events for old ones.

/** The first transaction id: every server is past it when a database is restored into it. */
const readXid = '3';
/** For events that the webhook worker has not read. */
const unreadXid = '4';

/** Those of all events that a rebase has moved. */
export const rebasedXids = [readXid, unreadXid];

const selectIsForeign = `
  select exists (
    select from (
      select max(xid) as xid from log_readers
      union all (select xid from events order by xid desc limit 1)
      union all select max(xid) from log_minutes
      union all select max(pg_snapshot_xmax(subscribed_since)) from webhooks
    ) as known where known.xid > pg_snapshot_xmax(pg_current_snapshot())
  ) as "isForeign"`;

/** Keeps which events were read, and all subscriptions. */
const rebase = `
  update events set xid = case when (events.xid, events.id) > (reader.xid, reader.id)
    then '${unreadXid}'::xid8 else '${readXid}'::xid8 end
  from log_readers reader where reader.name = 'webhooks';
  update webhooks set subscribed_since = '${unreadXid}:${unreadXid}:' where subscribed_since is not null;
  update webhook_subscriptions set since = '${unreadXid}:${unreadXid}:', until = '5:5:';
  update webhook_deliveries delivery set event_xid = events.xid from events where events.id = delivery.event_id;
  update webhook_recoveries set xid = '0', event_id = 0, until = '5', again_until = null;
  delete from log_minutes;
  update log_readers set xid = '${readXid}', id = ${2n ** 63n - 1n};
  select recount();`;

/**
 * Moves the log of a restored database before everything that this server will write. Event ids stored by clients
 * become invalid. Call it before the first write. Returns whether it was necessary.
 */
export async function rebaseEventLog(client: pg.ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ isForeign: boolean }>(selectIsForeign);
  if (!rows[0]?.isForeign) return false;
  await client.query('begin');
  try {
    await client.query(rebase);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw error;
  }
  return true;
}
