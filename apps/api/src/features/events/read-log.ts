import type { Event, EventSubject, EventType, LogPosition } from '@crewboard/contracts';
import type { Database } from '@crewboard/db';
import { type EventRow, eventColumns, toEvent } from './event-row.ts';

/**
 * The only reader of the log. Events are in the order (xid, id), and only those below the oldest transaction that is
 * still open are shown: what is above may yet get company from below. So no reader misses an event, however late it
 * commits, and none sees one that is rolled back. Docs: docs/decisions/0006-one-log.md.
 */
const SETTLED = 'events.xid < pg_snapshot_xmin(pg_current_snapshot())';

export type LogQuery = {
  /** Events of one team, or of several. */
  teamIds: string[];
  subjects?: EventSubject[];
  subjectId?: string | undefined;
  type?: EventType | undefined;
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

/**
 * No transaction is open for longer than this: an event's time and its place in the log differ by no more.
 * (A statement takes 5 s at most, a transaction that does nothing 10 s.)
 */
const LONGEST_WRITE = `interval '1 minute'`;

/** The conditions, and what their parameters stand for. */
function conditionsOf(query: Omit<LogQuery, 'limit'>): { conditions: string[]; values: unknown[] } {
  const values: unknown[] = [];
  const bind = (value: unknown) => `$${values.push(value)}`;
  const [teamId] = query.teamIds;
  const team = query.teamIds.length === 1 ? bind(teamId) : null;
  const conditions = [
    SETTLED,
    team ? `events.team_id = ${team}` : `events.team_id = any(${bind(query.teamIds)}::text[])`,
  ];
  if (query.subjects) conditions.push(`events.subject_type = any(${bind(query.subjects)}::event_subject[])`);
  if (query.subjectId !== undefined) conditions.push(`events.subject_id = ${bind(query.subjectId)}`);
  if (query.type) conditions.push(`events.type = ${bind(query.type)}`);
  if (query.actorId !== undefined) conditions.push(`events.actor_id = ${bind(query.actorId)}`);
  for (const [sign, place] of [
    ['>', query.after],
    ['<', query.before],
  ] as const) {
    if (place)
      conditions.push(
        `(events.xid, events.id) ${sign} (${bind(place.xid)}::xid8, ${bind(place.id)}::bigint)`,
      );
  }
  // A time as a place in the log, so that the order of the log finds the first row of an old time at once.
  if (query.from && team) {
    const from = bind(query.from);
    conditions.push(
      `events.created_at >= ${from}::timestamptz`,
      `events.xid >= (select first.xid from events first
         where first.team_id = ${team} and first.created_at >= ${from}::timestamptz - ${LONGEST_WRITE}
         order by first.created_at, first.xid limit 1)`,
    );
  }
  if (query.to && team) {
    const to = bind(query.to);
    conditions.push(
      `events.created_at < ${to}::timestamptz`,
      `events.xid <= (select last.xid from events last
         where last.team_id = ${team} and last.created_at < ${to}::timestamptz + ${LONGEST_WRITE}
         order by last.created_at desc, last.xid desc limit 1)`,
    );
  }
  return { conditions, values };
}

/** A page of the log. */
export async function readLog(db: Database, query: LogQuery): Promise<Event[]> {
  const { text, values } = logStatement(query);
  const { rows } = await db.pool.query<EventRow>(text, values);
  return rows.map(toEvent);
}

/** Whether there are more events than this. */
export async function hasMoreThan(
  db: Database,
  most: number,
  query: Omit<LogQuery, 'limit'>,
): Promise<boolean> {
  const { conditions, values } = conditionsOf(query);
  const { rows } = await db.pool.query<{ count: number }>(
    `select count(*)::int from (select from events where ${conditions.join(' and ')} limit $${values.push(most + 1)}) as found`,
    values,
  );
  return (rows[0]?.count ?? 0) > most;
}

export function logStatement(query: LogQuery): { text: string; values: unknown[] } {
  const { conditions, values } = conditionsOf(query);
  const { order } = query;
  // The names are looked up for the page alone.
  const text = `select ${eventColumns('page')} from (
      select events.* from events where ${conditions.join(' and ')}
      order by events.xid ${order}, events.id ${order} limit $${values.push(query.limit)}
    ) as page order by page.xid ${order}, page.id ${order}`;
  return { text, values };
}

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

/** The events of these teams after a place, at most `limit`, and how far the log has been read with them. */
export async function readOn(
  db: Database,
  { teamIds, after, limit }: { teamIds: string[]; after: LogPosition; limit: number },
): Promise<LogBatch> {
  const { rows } = await db.pool.query<EventRow & { horizon: string; newest: string }>({
    name: 'follow-log',
    text: `select now.horizon::text, now.newest::text, page.* from
      (select pg_snapshot_xmin(pg_current_snapshot()) as horizon,
              pg_snapshot_xmax(pg_current_snapshot()) as newest) as now
      left join lateral (
        select ${eventColumns('events')} from events
        where (events.xid, events.id) > ($2::xid8, $3::bigint) and events.xid < now.horizon
          and events.team_id = any($1::text[])
        order by events.xid, events.id limit $4) as page on true`,
    values: [teamIds, after.xid, after.id, limit],
  });
  const [first] = rows;
  if (!first) throw new Error('the end of the log is always answered');
  const found = rows.filter((row) => row.id !== null);
  const isFull = found.length === limit;
  const last = found.at(-1);
  // Nothing below the horizon is left unread, and nothing can come there any more.
  const end =
    isFull && last ? { xid: BigInt(last.xid), id: BigInt(last.id) } : { xid: BigInt(first.horizon), id: 0n };
  return {
    events: found.map(toEvent),
    end,
    isFull,
    hasOpenWriters: BigInt(first.horizon) < BigInt(first.newest),
  };
}

/** Where the log ends now. */
export async function findLogEnd(db: Database): Promise<LogPosition> {
  const { rows } = await db.pool.query<{ xid: string }>(
    'select pg_snapshot_xmin(pg_current_snapshot())::text as xid',
  );
  return { xid: BigInt(rows[0]?.xid ?? 0), id: 0n };
}

/** Whether a place lies beyond all that the log can hold: it is of another database. */
export async function isBeyondLog(db: Database, place: LogPosition): Promise<boolean> {
  const { rows } = await db.pool.query<{ isBeyond: boolean }>(
    'select $1::xid8 > pg_snapshot_xmax(pg_current_snapshot()) as "isBeyond"',
    [place.xid],
  );
  return rows[0]?.isBeyond ?? true;
}
