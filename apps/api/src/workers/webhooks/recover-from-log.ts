import { deliveryRetentionDays, type EventType } from '@crewboard/contracts';
import { type Database, defineStatement, newId, queryMany, queryOne, raw, sql } from '@crewboard/db';
import { actorName } from '../../features/events/event-row.ts';
import { xidLowerBound } from '../../features/events/log/position-at-time.ts';
import { settled } from '../../features/events/log/read-log.ts';
import { scanLog } from '../../features/events/log/scan-log.ts';
import { isSubjectSharedWithKeys } from '../../features/webhooks/event-visibility.ts';
import type { RoundResult } from '../poll-loop.ts';

const maxPageSize = 500;
/** While there is no recovery, look at most this often: notifications come with every event, recoveries from people. */
const minIdleDelayMs = 250;

/** A requested recovery and its progress. */
type Recovery = {
  webhookId: string;
  teamId: string;
  eventTypes: string[];
  includesConfidential: boolean;
  /** The time of the first event. */
  since: string;
  /** The position in the log up to which the deliveries are pending. */
  xid: string;
  eventId: string;
  /** The transaction id before which the recovery ends. */
  until: string;
};

/**
 * Selects the recovery that has waited longest. Skips disabled endpoints. Skips events that are older than the
 * retention of deliveries, because it is no longer known whether they arrived.
 */
const nextRecovery = defineStatement<Record<never, never>, Recovery>(
  () => sql`
  select webhook_id as "webhookId", team_id as "teamId", event_types as "eventTypes",
    includes_confidential as "includesConfidential",
    greatest(recovery.since, webhooks.created_at, now() - interval '${raw(`${deliveryRetentionDays}`)} days') as since,
    recovery.xid::text, recovery.event_id::text as "eventId", recovery.until::text
  from webhook_recoveries recovery join webhooks on webhooks.id = recovery.webhook_id
  where deleted_at is null and enabled order by recovery.worked_at, webhook_id limit 1`,
);

/** An event to send again or for the first time. */
type Found = {
  xid: string;
  id: string;
  type: EventType;
  actorName: string | null;
  deliveryId: string | null;
};

/**
 * A page of events, with their existing deliveries. The last row of a scan may not match (`isMatch`): it only tells how
 * far the scan came. `isComplete` tells whether all transactions before `until` had ended when the page was read;
 * before that, more events may come.
 */
export const recoveryPage = defineStatement<
  Recovery,
  { isComplete: boolean } & ((Found & { isMatch: boolean }) | { id: null })
>(({ webhookId, teamId, eventTypes, includesConfidential, since, xid, eventId, until }) => {
  // A subquery hides the team from the planner: for a team with most of the events, PostgreSQL would read the log of
  // all teams.
  const range = sql`events.team_id = (select ${teamId}::text) and (events.xid, events.id) > (${xid}::xid8, ${eventId}::bigint)
    and events.xid < ${until}::xid8 and ${settled} and events.xid >= ${xidLowerBound(sql`${since}::timestamptz`)}`;
  const filter = sql`(scanned.type = any(${eventTypes}::text[]) or '*' = any(${eventTypes}::text[]))
    and (${includesConfidential}::boolean or ${isSubjectSharedWithKeys('scanned.subject_type')})
    and scanned.created_at >= ${since}::timestamptz`;
  // `one` makes a row for `isComplete` also when no event is left.
  return sql`
  select page.xid::text, page.id::text, page.type, page.is_match as "isMatch",
    ${actorName(raw('page.actor_kind'), raw('page.actor_id'))} as "actorName", delivery.id as "deliveryId",
    ${until}::xid8 <= pg_snapshot_xmin(pg_current_snapshot()) as "isComplete"
  from (select) as one
  left join (${scanLog({ ranges: [range], filter, order: 'asc', limit: raw(`${maxPageSize}`) })}) as page on true
  left join webhook_deliveries delivery on delivery.webhook_id = ${webhookId} and delivery.event_id = page.id
  order by page.xid, page.id`;
});

type WriteParams = Pick<Recovery, 'webhookId' | 'xid' | 'eventId'> & {
  /** The position at the end of the page. */
  toXid: string;
  toEventId: string;
  /** JSON: the events of the page. An event without a delivery has the id of its new delivery. */
  events: string;
};

/** Makes the deliveries of a page pending and moves the position, or does nothing when another process moved it. */
const writePage = defineStatement<WriteParams, object>(
  ({ webhookId, xid, eventId, toXid, toEventId, events }) => sql`
  with moved as (
    update webhook_recoveries set xid = ${toXid}::xid8, event_id = ${toEventId}::bigint, worked_at = clock_timestamp()
    where webhook_id = ${webhookId} and xid = ${xid}::xid8 and event_id = ${eventId}::bigint
    returning webhook_id
  ),
  found as (
    select moved.webhook_id, event.* from moved cross join jsonb_to_recordset(${events}::jsonb)
      as event (xid xid8, id bigint, type text, "actorName" text, "deliveryId" text, "newId" text)
  ),
  retried as (
    update webhook_deliveries set status = 'pending', failed_attempts = 0, next_attempt_at = now()
    from found where webhook_deliveries.id = "deliveryId" and status <> 'succeeded'
  ),
  inserted as (
    insert into webhook_deliveries (id, webhook_id, event_xid, event_id, event_type, actor_name)
    select "newId", webhook_id, xid, id, type, "actorName" from found where "deliveryId" is null
    on conflict (webhook_id, event_id) do nothing
  )
  select from moved`,
);

/** Ends a recovery that is still at this position. A recovery that was requested again meanwhile starts over. */
const endRecovery = defineStatement<Pick<Recovery, 'webhookId' | 'xid' | 'eventId' | 'until'>, object>(
  ({ webhookId, xid, eventId, until }) => {
    const isHere = sql`webhook_id = ${webhookId} and xid = ${xid}::xid8 and event_id = ${eventId}::bigint
      and until = ${until}::xid8`;
    return sql`
    with ended as (delete from webhook_recoveries where ${isHere} and again_until is null)
    update webhook_recoveries set xid = '0', event_id = 0, until = again_until, again_until = null,
      worked_at = clock_timestamp()
    where ${isHere} and again_until is not null`;
  },
);

/** Makes the deliveries of one page of a recovery pending, of events that did not arrive. */
export async function recoverFromLog({ pool }: Database): Promise<RoundResult> {
  const recovery = await queryOne(pool, nextRecovery, {});
  if (!recovery) return { minDelayMs: minIdleDelayMs };
  const { webhookId, xid, eventId, until } = recovery;
  const rows = await queryMany(pool, recoveryPage, recovery);
  const found = rows.filter((row) => row.id !== null);
  const last = found.at(-1);
  if (last) {
    const matches = found.filter(({ isMatch }) => isMatch).map(({ isMatch: _, ...event }) => event);
    const events = matches.map((event) => (event.deliveryId ? event : { ...event, newId: newId() }));
    await queryMany(pool, writePage, {
      ...{ webhookId, xid, eventId, toXid: last.xid, toEventId: last.id },
      events: JSON.stringify(events),
    });
    return { hasMore: true };
  }
  if (!rows[0]?.isComplete) return { hasOpenWriters: true };
  await queryMany(pool, endRecovery, { webhookId, xid, eventId, until });
  return { hasMore: true };
}
