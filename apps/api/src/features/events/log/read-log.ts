import {
  type EventSubject,
  type EventType,
  eventTypesOf,
  type LoggedEvent,
  type LogPosition,
} from '@crewboard/contracts';
import { join, type Queryable, queryMany, queryOne, raw, type Sql, sql } from '@crewboard/db';
import { cutPage } from '../../cut-page.ts';
import { type PageCursors, toPage } from '../../read-page.ts';
import { type EventRow, eventColumns, eventIdOf, toLoggedEvent } from '../event-row.ts';
import { eventBytes, maxEventBytes } from '../task-texts.ts';
import { xidLowerBound, xidUpperBound } from './position-at-time.ts';
import { inOrder, type LogDirection, scanLog } from './scan-log.ts';

/**
 * SQL: whether an event is below the oldest open transaction. Readers go through the log in the order (xid, id). Above
 * that transaction, an event may still appear before events that are already visible, and a reader would miss it. Docs:
 * docs/decisions/0006-one-log.md.
 */
export const settled = raw('events.xid < pg_snapshot_xmin(pg_current_snapshot())');

export type LogQuery = {
  teamId: string;
  /** The kinds of subjects. */
  subjects: EventSubject[];
  type?: EventType | undefined;
  subjectId?: string | undefined;
  actorId?: string | undefined;
  /** Inclusive. */
  from?: string | undefined;
  /** Exclusive, as `after` and `before`. */
  to?: string | undefined;
  after?: LogPosition | undefined;
  before?: LogPosition | undefined;
  /** Inclusive. */
  upTo?: LogPosition | undefined;
  order: LogDirection;
  limit: number;
};

type PageRow = EventRow & { found: string; isMatch: boolean; isScanEnd: boolean };

/**
 * A page of the log: at most `limit` events and 4 MiB, with references to large texts (task-texts.ts). It looks at
 * up to 10,000 events: if fewer than `limit` of these match, its cursor is the last event that it looked at.
 */
export async function readLog(
  db: Queryable,
  query: LogQuery,
): Promise<PageCursors & { events: LoggedEvent[] }> {
  const scanned = await queryMany<PageRow>(db, logQuery(query));
  const matches = scanned.filter(({ isMatch }) => isMatch);
  const { rows, nextCursor, cursorAt } = toPage(matches, query.limit, eventIdOf);
  const last = scanned.at(-1);
  const scanEnd = last?.isScanEnd && rows.length === matches.length ? eventIdOf(last) : null;
  return { events: rows.map(toLoggedEvent), nextCursor: scanEnd ?? nextCursor, cursorAt };
}

/** Whether more than `max` events match, or more events must be looked at than for one page. */
export async function hasMoreThan(
  db: Queryable,
  max: number,
  query: Omit<LogQuery, 'limit'>,
): Promise<boolean> {
  const rows = rowsOf({ ...query, limit: max + 1 });
  const found = await queryOne<{ hasMore: boolean }>(
    db,
    sql`select count(*) > ${max}::int or coalesce(bool_or(is_scan_end), false) as "hasMore" from (${rows}) as found`,
  );
  return found?.hasMore ?? false;
}

export function logQuery(query: LogQuery): Sql {
  // Read one more row than the page: it shows whether there is another page.
  const rows = rowsOf({ ...query, limit: query.limit + 1 });
  const order = inOrder('page', query.order);
  // Look up the names for this page only.
  return sql`
    select ${eventColumns}, found, is_match as "isMatch", is_scan_end as "isScanEnd"
    from (${cutPage({ rows, bytes: eventBytes, decompressedBytesBound: maxEventBytes, order })}) as page
    order by ${order}`;
}

/**
 * SQL: the rows of the page in their order. Each range has an index that begins with its conditions and ends with the
 * order.
 */
function rowsOf(query: LogQuery): Sql {
  const { teamId, subjects, subjectId, type, order, limit } = query;
  const position = positionConditions(query);
  const range = (...more: Sql[]) => join([...position, ...more], ' and ');
  // Subqueries hide the values from the planner: for a team with most of the events, PostgreSQL would read the log of
  // all teams.
  const ofTeam = sql`events.team_id = (select ${teamId}::text)`;
  const ofSubject = sql`events.subject_id = (select ${subjectId ?? null}::text)`;
  const ofSubjects = sql`scanned.subject_type = any(${subjects}::event_subject[])`;
  const filters = filtersOf(query);
  const scan = (ranges: Sql[], filter: Sql[]) => ({
    ...{ ranges, order, limit: sql`${limit}` },
    filter: join([raw('true'), ...filter], ' and '),
  });

  // All events of one subject have one team and one kind.
  if (subjectId !== undefined) {
    const guard = sql`scanned.team_id = ${teamId} and ${ofSubjects}`;
    return scanLog({ ...scan([range(ofSubject)], filters), guard });
  }
  const types = type === undefined ? subjects.flatMap(eventTypesOf) : [type];
  const isShown = (each: EventType) => subjects.some((subject) => eventTypesOf(subject).includes(each));
  if (type !== undefined && !isShown(type)) return scanLog(scan([raw('false')], []));
  if (types.some(isOfTask)) return scanLog(scan([range(ofTeam)], [ofSubjects, ...filters]));
  const rare = types.map((each) =>
    range(ofTeam, sql`events.type = ${each}`, raw(`events.subject_type <> 'task'`)),
  );
  return scanLog(scan(rare.length > 0 ? rare : [raw('false')], [ofSubjects, ...filters]));
}

/** Tasks have most of the events. For types of other subjects, there is an index without the events of tasks. */
const isOfTask = (type: EventType) => eventTypesOf('task').includes(type);

/** The conditions on the position, which each index serves. */
function positionConditions({ after, before, upTo, from, to }: LogQuery): Sql[] {
  const conditions: Sql[] = [settled];
  if (after) conditions.push(sql`(events.xid, events.id) > (${after.xid}::xid8, ${after.id}::bigint)`);
  if (before) conditions.push(sql`(events.xid, events.id) < (${before.xid}::xid8, ${before.id}::bigint)`);
  if (upTo) conditions.push(sql`(events.xid, events.id) <= (${upTo.xid}::xid8, ${upTo.id}::bigint)`);
  if (from) conditions.push(sql`events.xid >= ${xidLowerBound(sql`${from}::timestamptz`)}`);
  if (to) conditions.push(sql`events.xid < ${xidUpperBound(sql`${to}::timestamptz`)}`);
  return conditions;
}

/** The conditions on each event that is looked at. */
function filtersOf({ type, actorId, from, to }: LogQuery): Sql[] {
  const filters: Sql[] = [];
  if (type !== undefined) filters.push(sql`scanned.type = ${type}`);
  if (actorId !== undefined) filters.push(sql`scanned.actor_id = ${actorId}`);
  if (from) filters.push(sql`scanned.created_at >= ${from}::timestamptz`);
  if (to) filters.push(sql`scanned.created_at < ${to}::timestamptz`);
  return filters;
}
