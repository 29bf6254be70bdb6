import {
  type Event,
  type EventSubject,
  type EventType,
  eventTypesOf,
  type LogPosition,
} from '@crewboard/contracts';
import {
  defineStatement,
  join,
  type Queryable,
  queryMany,
  queryOne,
  raw,
  type Sql,
  sql,
} from '@crewboard/db';
import { cutPage } from '../cut-page.ts';
import { type PageCursors, toPage } from '../read-page.ts';
import { type EventRow, eventColumns, positionOf, toEvent } from './event-row.ts';
import { xidLowerBound, xidUpperBound } from './position-at-time.ts';
import { eventBytes, keptEventBytes, maxEventBytes } from './task-texts.ts';

/**
 * SQL: the events below the oldest open transaction. Events are in the order (xid, id); above that transaction, one may
 * still be inserted before others that are visible. So no reader misses an event that commits late.
 * Docs: docs/decisions/0006-one-log.md.
 */
export const settled = raw('events.xid < pg_snapshot_xmin(pg_current_snapshot())');

export type LogQuery = {
  teamId: string;
  /** The kinds of subjects. */
  subjects: EventSubject[];
  type?: EventType | undefined;
  subjectId?: string | undefined;
  actorId?: string | undefined;
  /** Inclusive, and exclusive. */
  from?: string | undefined;
  to?: string | undefined;
  /** Exclusive. */
  after?: LogPosition | undefined;
  before?: LogPosition | undefined;
  order: 'asc' | 'desc';
  limit: number;
};

/** A page of the log: at most `limit` events and 4 MiB, with references to large texts. See task-texts.ts. */
export async function readLog(db: Queryable, query: LogQuery): Promise<PageCursors & { events: Event[] }> {
  const found = await queryMany<EventRow & { found: string }>(db, logQuery(query));
  const { rows, ...cursors } = toPage(found, query.limit, positionOf);
  return { events: rows.map(toEvent), ...cursors };
}

/** Whether there are more events than this. */
export async function hasMoreThan(
  db: Queryable,
  max: number,
  query: Omit<LogQuery, 'limit'>,
): Promise<boolean> {
  const rows = rowsOf({ ...query, limit: max + 1 });
  const found = await queryOne<{ count: number }>(db, sql`select count(*)::int from (${rows}) as found`);
  return (found?.count ?? 0) > max;
}

export function logQuery(query: LogQuery): Sql {
  // Read one more row than the page: it shows whether there is another page.
  const rows = rowsOf({ ...query, limit: query.limit + 1 });
  const order = inOrder('page', query.order);
  // Look up the names for this page only.
  return sql`
    select ${eventColumns('page')}, found
    from (${cutPage({ rows, bytes: eventBytes('page'), storedBytes: maxEventBytes('page'), order })}) as page
    order by ${order}`;
}

const inOrder = (row: string, order: LogQuery['order']) => raw(`${row}.xid ${order}, ${row}.id ${order}`);

/** Subjects that have few events in most logs: use the index of types. */
const rareSubjects: readonly EventSubject[] = ['agent', 'project', 'api_key', 'member', 'webhook'];

/** The rows of the page in their order. An index begins with each set of filters and ends with the order. */
function rowsOf(query: LogQuery): Sql {
  const { order, limit, subjects, subjectId, type } = query;
  const conditions = conditionsOf(query);
  const sorted = (rows: Sql, name: string) =>
    sql`select * from ${rows} order by ${inOrder(name, order)} limit ${limit}`;
  const branch = (...more: Sql[]) =>
    sql`(${sorted(sql`events where ${join([...conditions, ...more], ' and ')}`, 'events')}) as branch`;
  const ofType = (each: EventType) => sql`events.type = ${each}`;
  const ofSubjects = sql`subject_type = any(${subjects}::event_subject[])`;

  // All events of one subject have one kind: check it on the few rows that were found.
  if (subjectId !== undefined) {
    return sorted(sql`${type ? branch(ofType(type)) : branch()} where ${ofSubjects}`, 'branch');
  }
  if (type) return sorted(sql`${branch(ofType(type))} where ${ofSubjects}`, 'branch');
  if (!subjects.every((each) => rareSubjects.includes(each))) return sorted(branch(ofSubjects), 'branch');
  const branches = subjects.flatMap(eventTypesOf).map((each) => sql`select * from ${branch(ofType(each))}`);
  return sorted(sql`(${join(branches, ' union all ')}) as branches`, 'branches');
}

/** The conditions that all branches share. */
function conditionsOf({ teamId, subjectId, actorId, after, before, from, to }: LogQuery): Sql[] {
  const team = sql`${teamId}`;
  const conditions = [settled, sql`events.team_id = ${team}`];
  if (subjectId !== undefined) conditions.push(sql`events.subject_id = ${subjectId}`);
  if (actorId !== undefined) conditions.push(sql`events.actor_id = ${actorId}`);
  if (after) conditions.push(sql`(events.xid, events.id) > (${after.xid}::xid8, ${after.id}::bigint)`);
  if (before) conditions.push(sql`(events.xid, events.id) < (${before.xid}::xid8, ${before.id}::bigint)`);
  if (from) {
    const time = sql`${from}::timestamptz`;
    conditions.push(sql`${unindexedTime} >= ${time}`, sql`events.xid >= ${xidLowerBound(team, time)}`);
  }
  if (to) {
    const time = sql`${to}::timestamptz`;
    conditions.push(sql`${unindexedTime} < ${time}`, sql`events.xid <= ${xidUpperBound(team, time)}`);
  }
  return conditions;
}

/** Keeps the planner from the index of times, for which it would read and sort all rows of a long period. */
const unindexedTime = raw(`events.created_at + interval '0'`);

/** The next events for a reader that follows the log. */
export type NextLogPage = {
  events: Event[];
  /** The position up to which everything was read. */
  end: LogPosition;
  /** There are more events. */
  isFull: boolean;
  /** A transaction that may have written events is still open. */
  hasOpenWriters: boolean;
};

type NextPageParams = { teamIds: string[]; xid: bigint; id: bigint; limit: number };
type NextPageRow = EventRow & { horizon: string; newest: string; found: string };

const selectNextPage = defineStatement<NextPageParams, NextPageRow>(({ teamIds, xid, id, limit }) => {
  const rows = sql`
    select * from events
    where (events.xid, events.id) > (${xid}::xid8, ${id}::bigint) and events.xid < now.horizon
      and events.team_id = any(${teamIds}::text[])
    order by events.xid, events.id limit ${limit}`;
  const page = cutPage({
    rows,
    bytes: keptEventBytes('page'),
    storedBytes: maxEventBytes('page'),
    order: inOrder('page', 'asc'),
  });
  return sql`
  select now.horizon::text, now.newest::text, page.* from
  (select pg_snapshot_xmin(pg_current_snapshot()) as horizon,
          pg_snapshot_xmax(pg_current_snapshot()) as newest) as now
  left join lateral (
    select ${eventColumns('page')}, found from (${page}) as page order by ${inOrder('page', 'asc')}) as page on true`;
});

/**
 * The events of these teams after a position, at most `limit` and 4 MiB, and the position up to which all were read.
 */
export async function readNextLogPage(
  db: Queryable,
  { teamIds, after, limit }: { teamIds: string[]; after: LogPosition; limit: number },
): Promise<NextLogPage> {
  const rows = await queryMany(db, selectNextPage, { teamIds, ...after, limit });
  const [first] = rows;
  if (!first) throw new Error('the end of the log is always returned');
  const kept = rows.filter((row) => row.id !== null);
  const isFull = kept.length === limit || kept.length < Number(first.found ?? 0);
  const last = kept.at(-1);
  // No further event can be inserted below the horizon.
  const end =
    isFull && last ? { xid: BigInt(last.xid), id: BigInt(last.id) } : { xid: BigInt(first.horizon), id: 0n };
  return {
    events: kept.map(toEvent),
    end,
    isFull,
    hasOpenWriters: BigInt(first.horizon) < BigInt(first.newest),
  };
}

const selectEnd = defineStatement<object, { xid: string }>(
  () => sql`select pg_snapshot_xmin(pg_current_snapshot())::text as xid`,
);

/** The position of the end of the log. */
export async function findLogEnd(db: Queryable): Promise<LogPosition> {
  const end = await queryOne(db, selectEnd, {});
  return { xid: BigInt(end?.xid ?? 0), id: 0n };
}

const selectIsBeyond = defineStatement<{ xid: bigint }, { isBeyond: boolean }>(
  ({ xid }) => sql`select ${xid}::xid8 > pg_snapshot_xmax(pg_current_snapshot()) as "isBeyond"`,
);

/** Whether a position is after the end of the log: it is of another database. */
export async function isBeyondLog(db: Queryable, { xid }: LogPosition): Promise<boolean> {
  return (await queryOne(db, selectIsBeyond, { xid }))?.isBeyond ?? true;
}
