import type { EventType } from '@crewboard/contracts';
import { defineStatement, type Expression, raw, sql } from '@crewboard/db';
import { actorName } from '../../features/events/event-row.ts';
import { hasSubscriptions } from '../../features/events/has-subscriptions.ts';
import { settled } from '../../features/events/log/read-log.ts';
import { isSubjectSharedWithKeys } from '../../features/webhooks/event-visibility.ts';

/** An event and an endpoint that was subscribed to it when it was committed. */
export type Match = { webhookId: string; xid: string; id: string; type: EventType; actorName: string | null };

/** A page of the log: the position at its end, and its matches in the order of the log. */
export type MatchedPage = {
  server: string;
  endXid: string;
  endId: string;
  isFull: boolean;
  hasOpenWriters: boolean;
  /** Whether the log has any event after the position. */
  hasEvents: boolean;
  /** Whether any endpoint is subscribed, or was when an event of the log was committed. */
  hasSubscriptions: boolean;
  matches: Match[];
};

type PageParams = { afterXid: bigint; afterId: bigint; limit: number };
type Params = Record<keyof PageParams, Expression>;

/** The maximum of events on a page. */
export const maxPageSize = 500;

/**
 * The next events of all teams; none while no endpoint is or was subscribed. Subqueries hide the position and the size
 * from the planner, so that PostgreSQL keeps one plan: planning each read anew takes longer than the read. The inner
 * limit, a constant, tells the planner how few events there are.
 */
const page = ({ afterXid, afterId, limit }: Params) => sql`
  select * from (
    select xid, id, team_id, type, subject_type, actor_kind, actor_id from events
    where (xid, id) > (select ${afterXid}::xid8, ${afterId}::bigint) and ${settled} and ${hasSubscriptions}
    order by xid, id limit ${raw(String(maxPageSize))}
  ) as next order by xid, id limit (select ${limit}::int)`;

/** With `exists`, PostgreSQL would expect to find an event at once, and read the whole log from its beginning. */
const hasEvents = ({ afterXid, afterId }: Pick<Params, 'afterXid' | 'afterId'>) => sql`(
      select true from events where (xid, id) > (select ${afterXid}::xid8, ${afterId}::bigint) and ${settled}
      order by xid, id limit 1) is not null`;

/** SQL: a text that differs between the servers before and after a failover. */
export const server = raw('pg_postmaster_start_time()::text');

/** A full page ends at its last event, any other before the oldest open transaction. */
const pageEnd = ({ afterXid, afterId, limit }: Params) => sql`
  select ${server} as server, coalesce(last.xid, pg_snapshot_xmin(pg_current_snapshot()))::text as "endXid",
    coalesce(last.id, 0)::text as "endId", last.id is not null as "isFull",
    pg_snapshot_xmin(pg_current_snapshot()) < pg_snapshot_xmax(pg_current_snapshot()) as "hasOpenWriters",
    ${hasEvents({ afterXid, afterId })} as "hasEvents",
    ${hasSubscriptions} as "hasSubscriptions"
  from (select) as one
  left join (select xid, id from page order by xid, id offset ${limit}::int - 1 limit 1) as last on true`;

/** The current subscription, for events that were committed after it began. */
const currentSubscription = sql`
  select webhooks.event_types, webhooks.includes_confidential where not pg_visible_in_snapshot(page.xid, webhooks.subscribed_since)`;

/**
 * The first subscription that ended after the event was committed, unless it also began after that. The snapshots of an
 * endpoint's subscriptions contain each other in order, so the index finds this row among any number.
 */
const formerSubscription = sql`
  select event_types, includes_confidential from (
    select * from webhook_subscriptions
    where webhook_id = webhooks.id and until_xid > page.xid and pg_visible_in_snapshot(page.xid, until)
    order by until_xid, id limit 1
  ) as first
  where not pg_visible_in_snapshot(page.xid, since)`;

/** Looks up a former subscription only where the current one does not apply. */
const matches = sql`
  select coalesce(jsonb_agg(jsonb_build_object('webhookId', webhooks.id, 'xid', page.xid::text, 'id', page.id::text,
    'type', page.type, 'actorName', ${actorName(raw('page.actor_kind'), raw('page.actor_id'))})
    order by page.xid, page.id), '[]') as matches
  from page
  join webhooks on webhooks.team_id = page.team_id and webhooks.deleted_at is null
  cross join lateral (
    select * from (${currentSubscription} union all ${formerSubscription}) as either limit 1
  ) as subscription
  where (page.type = any(subscription.event_types) or '*' = any(subscription.event_types))
    and (subscription.includes_confidential or ${isSubjectSharedWithKeys('page.subject_type')})`;

/** Reads a page of the log after a position and matches its events with the subscriptions of their teams. */
export const matchStatement = defineStatement<PageParams, MatchedPage>(
  (params) => sql`
  with page as materialized (${page(params)})
  select * from (${pageEnd(params)}) as page_end cross join (${matches}) as matched`,
);
