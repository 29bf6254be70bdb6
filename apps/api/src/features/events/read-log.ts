import {
  type Event,
  type EventSubject,
  type EventType,
  eventTypesOf,
  type LogPosition,
} from '@crewboard/contracts';
import type { Queryable } from '@crewboard/db';
import { cutPage, pageOf as pageWithin } from '../cut-page.ts';
import { type EventRow, eventColumns, toEvent } from './event-row.ts';
import { placeAfter, placeBefore } from './place-of-time.ts';
import { eventBytes, keptEventBytes, maxEventBytes } from './task-texts.ts';

/**
 * The only reader of the log. Events are in the order (xid, id), and only those below the oldest transaction that is
 * still open are shown: what is above may yet get company from below. So no reader misses an event, however late it
 * commits, and none sees one that is rolled back. Docs: docs/decisions/0006-one-log.md.
 */
export const SETTLED = 'events.xid < pg_snapshot_xmin(pg_current_snapshot())';

export type LogQuery = {
  teamId: string;
  /** Events about these; of all types, or of one. */
  subjects: EventSubject[];
  type?: EventType | undefined;
  subjectId?: string | undefined;
  actorId?: string | undefined;
  /** From this time on, and before that one. */
  from?: string | undefined;
  to?: string | undefined;
  /** Events after this place, or before it. */
  after?: LogPosition | undefined;
  before?: LogPosition | undefined;
  order: 'asc' | 'desc';
  limit: number;
};

/** A page of the log: at most `limit` events and 4 MiB, with references to large texts. See task-texts.ts. */
export async function readLog(
  pool: Queryable,
  query: LogQuery,
): Promise<{ events: Event[]; hasMore: boolean }> {
  const { text, values } = logStatement(query);
  const { rows } = await pool.query<EventRow & { found: string }>(text, values);
  const { page, hasMore } = pageWithin(rows, query.limit);
  return { events: page.map(toEvent), hasMore };
}

/** Whether there are more events than this. */
export async function hasMoreThan(
  pool: Queryable,
  most: number,
  query: Omit<LogQuery, 'limit'>,
): Promise<boolean> {
  const { page, values } = rowsOf({ ...query, limit: most + 1 });
  const { rows } = await pool.query<{ count: number }>(
    `select count(*)::int from (${page}) as found`,
    values,
  );
  return (rows[0]?.count ?? 0) > most;
}

export function logStatement(query: LogQuery): { text: string; values: unknown[] } {
  // One more than the page holds tells whether there is another.
  const { page, values } = rowsOf({ ...query, limit: query.limit + 1 });
  const order = `page.xid ${query.order}, page.id ${query.order}`;
  // The names are looked up for the page alone.
  const text = `select ${eventColumns('page')}, found
    from (${cutPage({
      rows: page,
      bytes: eventBytes('page'),
      storedBytes: maxEventBytes('page'),
      order,
    })}) as page order by ${order}`;
  return { text, values };
}

/** Subjects of which most logs hold little beside the tasks: their events are found by their types. */
const RARE: readonly EventSubject[] = ['agent', 'project', 'api_key', 'member', 'webhook'];

/** The rows of the page in their order. An index begins with each set of filters and ends with the order. */
function rowsOf(query: LogQuery): { page: string; values: unknown[] } {
  const { order, subjects, subjectId, type } = query;
  const { conditions, bind, values } = conditionsOf(query);
  const limit = bind(query.limit);
  const inOrder = (rows: string) => `${rows} order by xid ${order}, id ${order} limit ${limit}`;
  const branch = (...more: string[]) =>
    `(${inOrder(`select * from events where ${[...conditions, ...more].join(' and ')}`)}) as branch`;
  const hasSubject = () => `subject_type = any(${bind(subjects)}::event_subject[])`;

  // All events of one thing are of its kind: so the kind is asked of the few that were found.
  if (subjectId !== undefined) {
    const ofType = type ? [`events.type = ${bind(type)}`] : [];
    return { page: inOrder(`select * from ${branch(...ofType)} where ${hasSubject()}`), values };
  }
  if (type)
    return { page: inOrder(`select * from ${branch(`type = ${bind(type)}`)} where ${hasSubject()}`), values };
  if (!subjects.every((each) => RARE.includes(each))) {
    return { page: inOrder(`select * from ${branch(hasSubject())}`), values };
  }
  const branches = subjects
    .flatMap(eventTypesOf)
    .map((each) => `select * from ${branch(`type = ${bind(each)}`)}`);
  return { page: inOrder(`select * from (${branches.join(' union all ')}) as branches`), values };
}

/** The conditions that all branches share, and what their parameters stand for. */
function conditionsOf(query: LogQuery) {
  const values: unknown[] = [];
  const bind = (value: unknown) => `$${values.push(value)}`;
  const team = bind(query.teamId);
  const conditions = [SETTLED, `events.team_id = ${team}`];
  if (query.subjectId !== undefined) conditions.push(`events.subject_id = ${bind(query.subjectId)}`);
  if (query.actorId !== undefined) conditions.push(`events.actor_id = ${bind(query.actorId)}`);
  for (const [sign, place] of [
    ['>', query.after],
    ['<', query.before],
  ] as const) {
    if (!place) continue;
    const [xid, id] = [bind(place.xid), bind(place.id)];
    conditions.push(`(events.xid, events.id) ${sign} (${xid}::xid8, ${id}::bigint)`);
  }
  if (query.from) {
    const from = `${bind(query.from)}::timestamptz`;
    conditions.push(`${UNINDEXED_TIME} >= ${from}`, `events.xid >= ${placeBefore(team, from)}`);
  }
  if (query.to) {
    const to = `${bind(query.to)}::timestamptz`;
    conditions.push(`${UNINDEXED_TIME} < ${to}`, `events.xid <= ${placeAfter(team, to)}`);
  }
  return { conditions, bind, values };
}

/** The order of the log finds the page; by the index of times all rows of a long time would be read and sorted. */
const UNINDEXED_TIME = `events.created_at + interval '0'`;

/** What a reader that follows the log gets. */
export type LogBatch = {
  events: Event[];
  /** Everything up to here has been read. */
  end: LogPosition;
  /** There is more already. */
  isFull: boolean;
  /** A transaction is open that may have written: its events come as soon as it ends. */
  hasOpenWriters: boolean;
};

/** $1 teams, $2 and $3 the place, $4 most rows. */
const batchStatement = `
  select now.horizon::text, now.newest::text, page.* from
  (select pg_snapshot_xmin(pg_current_snapshot()) as horizon,
          pg_snapshot_xmax(pg_current_snapshot()) as newest) as now
  left join lateral (
    select ${eventColumns('page')}, found from (${cutPage({
      rows: `select * from events
        where (events.xid, events.id) > ($2::xid8, $3::bigint) and events.xid < now.horizon
          and events.team_id = any($1::text[])
        order by events.xid, events.id limit $4`,
      bytes: keptEventBytes('page'),
      storedBytes: maxEventBytes('page'),
      order: 'page.xid, page.id',
    })}) as page order by page.xid, page.id) as page on true`;

/** The events of these teams after a place, at most `limit` and 4 MiB, and how far the log has been read with them. */
export async function readLogBatch(
  pool: Queryable,
  { teamIds, after, limit }: { teamIds: string[]; after: LogPosition; limit: number },
): Promise<LogBatch> {
  const { rows } = await pool.query<EventRow & { horizon: string; newest: string; found: string }>({
    name: 'follow-log',
    text: batchStatement,
    values: [teamIds, after.xid, after.id, limit],
  });
  const [first] = rows;
  if (!first) throw new Error('the end of the log is always answered');
  const kept = rows.filter((row) => row.id !== null);
  const isFull = kept.length === limit || kept.length < Number(first.found ?? 0);
  const last = kept.at(-1);
  // Nothing below the horizon is left unread, and nothing can come there any more.
  const end =
    isFull && last ? { xid: BigInt(last.xid), id: BigInt(last.id) } : { xid: BigInt(first.horizon), id: 0n };
  return {
    events: kept.map(toEvent),
    end,
    isFull,
    hasOpenWriters: BigInt(first.horizon) < BigInt(first.newest),
  };
}

/** Where the log ends now. */
export async function findLogEnd(pool: Queryable): Promise<LogPosition> {
  const { rows } = await pool.query<{ xid: string }>(
    'select pg_snapshot_xmin(pg_current_snapshot())::text as xid',
  );
  return { xid: BigInt(rows[0]?.xid ?? 0), id: 0n };
}

/** Whether a place lies beyond all that the log can hold: it is of another database. */
export async function isBeyondLog(pool: Queryable, place: LogPosition): Promise<boolean> {
  const { rows } = await pool.query<{ isBeyond: boolean }>(
    'select $1::xid8 > pg_snapshot_xmax(pg_current_snapshot()) as "isBeyond"',
    [place.xid],
  );
  return rows[0]?.isBeyond ?? true;
}
