import { deliveryRetentionDays, type EventType } from '@crewboard/contracts';
import { type Database, newId, raw } from '@crewboard/db';
import { actorName } from '../../features/events/event-row.ts';
import { placeBefore } from '../../features/events/place-of-time.ts';
import { settled } from '../../features/events/read-log.ts';
import { sharedWithKeys } from '../../features/webhooks/told-events.ts';

const batchSize = 500;

type Found = {
  xid: string;
  id: string;
  type: EventType;
  actorName: string | null;
  deliveryId: string | null;
  settled: boolean;
};
type Recovery = {
  webhookId: string;
  teamId: string;
  eventTypes: string[];
  tellsAll: boolean;
  since: Date;
  xid: string;
  eventId: string;
  until: string;
};

/**
 * Endpoints take turns. While one is disabled, its wish waits; what is older by then than the log of deliveries reaches
 * is not sent, because nobody knows any more whether it arrived.
 */
const nextRecovery = `
  select webhook_id as "webhookId", team_id as "teamId", event_types as "eventTypes", tells_all as "tellsAll",
    greatest(recovery.since, webhooks.created_at, now() - interval '${deliveryRetentionDays} days') as since,
    recovery.xid::text, recovery.event_id::text as "eventId", recovery.until::text
  from webhook_recoveries recovery join webhooks on webhooks.id = recovery.webhook_id
  where deleted_at is null and enabled order by recovery.worked_at, webhook_id limit 1`;

/**
 * $1 endpoint, $2 team, $3 types, $4 since, $5 and $6 the place, $7 until, $8 whether it is told all. Whether all
 * transactions up to `until` have ended is asked of the same view as the page: what is missing in it may yet come.
 */
const readStatement = `
  select page.xid::text, page.id::text, page.type,
    ${actorName(raw('page.actor_kind'), raw('page.actor_id')).text} as "actorName", delivery.id as "deliveryId", one.settled
  from (select $7::xid8 <= pg_snapshot_xmin(pg_current_snapshot()) as settled) as one
  left join (
    select * from events
    where team_id = $2 and (type = any($3) or '*' = any($3)) and ($8::boolean or ${sharedWithKeys('subject_type')})
      and created_at + interval '0' >= $4
      and (xid, id) > ($5::xid8, $6::bigint) and xid >= ${placeBefore(raw('$2'), raw('$4::timestamptz')).text}
      and xid < $7::xid8 and ${settled.text}
    order by xid, id limit ${batchSize}
  ) as page on true
  left join webhook_deliveries delivery on delivery.webhook_id = $1 and delivery.event_id = page.id
  order by page.xid, page.id`;

/** $1 endpoint, $2 and $3 its place, $4 and $5 its next one, $6 deliveries to try again, the rest those to make. */
const writeStatement = `
  with moved as (
    update webhook_recoveries set xid = $4, event_id = $5, worked_at = clock_timestamp()
    where webhook_id = $1 and xid = $2 and event_id = $3
    returning webhook_id
  ),
  again as (
    update webhook_deliveries set status = 'pending', tries = 0, next_attempt_at = now()
    from moved where id = any($6::text[]) and status <> 'succeeded'
  ),
  made as (
    insert into webhook_deliveries (id, webhook_id, event_xid, event_id, event_type, actor_name)
    select made.id, moved.webhook_id, made.xid, made.event_id, made.type, made.actor_name from moved,
      unnest($7::text[], $8::xid8[], $9::bigint[], $10::text[], $11::text[])
        as made(id, xid, event_id, type, actor_name)
    on conflict (webhook_id, event_id) do nothing
  )
  select from moved`;

/** Ends at the place to which all was worked off. When somebody asked anew meanwhile, it begins again from the start. */
const endStatement = `
  with ended as (
    delete from webhook_recoveries
    where webhook_id = $1 and xid = $2 and event_id = $3 and until = $4::xid8 and again_until is null
  )
  update webhook_recoveries set xid = '0', event_id = 0, until = again_until, again_until = null,
    worked_at = clock_timestamp()
  where webhook_id = $1 and xid = $2 and event_id = $3 and until = $4::xid8 and again_until is not null`;

/** Works off a page of a wish to recover. Tells whether there is more to do at once. */
export async function recoverFromLog(db: Database): Promise<boolean> {
  const { rows: recoveries } = await db.pool.query<Recovery>(nextRecovery);
  const [recovery] = recoveries;
  if (!recovery) return false;
  const { rows } = await db.pool.query<Found>(readStatement, [
    recovery.webhookId,
    recovery.teamId,
    recovery.eventTypes,
    recovery.since,
    recovery.xid,
    recovery.eventId,
    recovery.until,
    recovery.tellsAll,
  ]);
  const found = rows.filter(({ id }) => id !== null);
  const last = found.at(-1) ?? { xid: recovery.xid, id: recovery.eventId };
  if (found.length > 0 && !(await write(db, recovery, found, last))) return true;
  if (found.length === batchSize) return true;
  if (!rows[0]?.settled) return false;
  await db.pool.query(endStatement, [recovery.webhookId, last.xid, last.id, recovery.until]);
  return true;
}

/** Tells whether it was this process that moved on: of several that read the same page one does. */
async function write(
  db: Database,
  recovery: Recovery,
  found: Found[],
  last: { xid: string; id: string },
): Promise<boolean> {
  const missing = found.filter(({ deliveryId }) => deliveryId === null);
  const { rowCount } = await db.pool.query(writeStatement, [
    recovery.webhookId,
    recovery.xid,
    recovery.eventId,
    last.xid,
    last.id,
    found.map(({ deliveryId }) => deliveryId).filter((id) => id !== null),
    missing.map(() => newId()),
    ...(['xid', 'id', 'type', 'actorName'] as const).map((key) => missing.map((event) => event[key])),
  ]);
  return rowCount === 1;
}
