import type pg from 'pg';

// Places in the log are numbers of transactions, and those are the server's own. A database that was restored into
// another server may hold places that this server has not come to yet: readers would take what happens now for the past.

/** The first number that a transaction can have; no server is still there when a database is restored into it. */
const past = '3';
/** For what was in the log but not worked off. */
const unread = '4';

const comesFromAnotherServer = `
  select exists (
    select from (
      select max(xid) as xid from log_readers
      union all (select xid from events order by xid desc limit 1)
      union all select max(pg_snapshot_xmax(subscribed_since)) from webhooks
    ) as known where known.xid > pg_snapshot_xmax(pg_current_snapshot())
  ) as "isForeign"`;

/** What was read stays read, what was not stays unread, and who asked for events still asks. */
const adoption = `
  update events set xid = case when (events.xid, events.id) > (reader.xid, reader.id)
    then '${unread}'::xid8 else '${past}'::xid8 end
  from log_readers reader where reader.name = 'webhooks';
  update webhooks set subscribed_since = '${unread}:${unread}:' where subscribed_since is not null;
  update webhook_subscriptions set since = '${unread}:${unread}:', until = '5:5:';
  update webhook_deliveries delivery set event_xid = events.xid from events where events.id = delivery.event_id;
  update webhook_recoveries set xid = '0', event_id = 0, until = '5', again_until = null;
  update log_readers set xid = '${past}', id = ${2n ** 63n - 1n};`;

/**
 * Puts the log of a restored database in front of everything that this server will write. Ids of events that somebody
 * kept from before mean nothing any more. To be called before anything is written; tells whether it was needed.
 */
export async function adoptLog(client: pg.ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ isForeign: boolean }>(comesFromAnotherServer);
  if (!rows[0]?.isForeign) return false;
  await client.query('begin');
  try {
    await client.query(adoption);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw error;
  }
  return true;
}
