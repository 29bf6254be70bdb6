import type { EventType } from '@crewboard/contracts';
import { type Database, newId } from '@crewboard/db';
import { actorName } from '../../features/events/event-row.ts';
import { placeBefore } from '../../features/events/place-of-time.ts';
import { SETTLED } from '../../features/events/read-log.ts';

const batchSize = 500;

type Found = {
  xid: string;
  id: string;
  type: EventType;
  actorName: string | null;
  deliveryId: string | null;
};
type Recovery = {
  id: string;
  webhookId: string;
  teamId: string;
  eventTypes: string[];
  since: Date;
  xid: string;
  eventId: string;
  until: string;
};

const nextRecovery = `
  select recovery.id::text, webhook_id as "webhookId", team_id as "teamId", event_types as "eventTypes",
    greatest(recovery.since, webhooks.created_at) as since, recovery.xid::text, recovery.event_id::text as "eventId",
    recovery.until::text
  from webhook_recoveries recovery join webhooks on webhooks.id = recovery.webhook_id
  where deleted_at is null order by recovery.id limit 1`;

/** $1 endpoint, $2 team, $3 types, $4 since, $5 and $6 the place, $7 until. */
const readStatement = `
  select page.xid::text, page.id::text, page.type,
    ${actorName('page.actor_kind', 'page.actor_id')} as "actorName", delivery.id as "deliveryId"
  from (
    select * from events
    where team_id = $2 and (type = any($3) or '*' = any($3)) and created_at + interval '0' >= $4
      and (xid, id) > ($5::xid8, $6::bigint) and xid >= ${placeBefore('$2', '$4::timestamptz')}
      and xid < $7::xid8 and ${SETTLED}
    order by xid, id limit ${batchSize}
  ) as page
  left join webhook_deliveries delivery on delivery.webhook_id = $1 and delivery.event_id = page.id
  order by page.xid, page.id`;

/** $1 recovery, $2 and $3 its place, $4 and $5 its next one, $6 deliveries to try again, the rest those to make. */
const writeStatement = `
  with moved as (
    update webhook_recoveries set xid = $4, event_id = $5 where id = $1 and xid = $2 and event_id = $3
    returning webhook_id
  ),
  again as (
    update webhook_deliveries set status = 'pending', tries = 0, next_attempt_at = now()
    from moved where id = any($6::text[]) and status <> 'succeeded'
  )
  insert into webhook_deliveries (id, webhook_id, event_xid, event_id, event_type, actor_name)
  select made.id, moved.webhook_id, made.xid, made.event_id, made.type, made.actor_name from moved,
    unnest($7::text[], $8::xid8[], $9::bigint[], $10::text[], $11::text[]) as made(id, xid, event_id, type, actor_name)
  on conflict (webhook_id, event_id) do nothing`;

/** Ended once no transaction that began before the wish is open any more. */
const endStatement = `
  delete from webhook_recoveries where id = $1 and until <= pg_snapshot_xmin(pg_current_snapshot())`;

/** Works off a page of the oldest wish to recover. Tells whether there is more to do at once. */
export async function recoverFromLog(db: Database): Promise<boolean> {
  const { rows } = await db.pool.query<Recovery>(nextRecovery);
  const [recovery] = rows;
  if (!recovery) return false;
  const { rows: found } = await db.pool.query<Found>(readStatement, [
    recovery.webhookId,
    recovery.teamId,
    recovery.eventTypes,
    recovery.since,
    recovery.xid,
    recovery.eventId,
    recovery.until,
  ]);
  const last = found.at(-1);
  if (last) {
    const missing = found.filter(({ deliveryId }) => deliveryId === null);
    await db.pool.query(writeStatement, [
      recovery.id,
      recovery.xid,
      recovery.eventId,
      last.xid,
      last.id,
      found.map(({ deliveryId }) => deliveryId).filter((id) => id !== null),
      missing.map(() => newId()),
      ...(['xid', 'id', 'type', 'actorName'] as const).map((key) => missing.map((event) => event[key])),
    ]);
  }
  if (found.length === batchSize) return true;
  const { rowCount } = await db.pool.query(endStatement, [recovery.id]);
  return rowCount === 1;
}
