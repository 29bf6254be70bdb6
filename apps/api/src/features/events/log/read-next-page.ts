import { type EventPosition, type LoggedEvent, type LogPosition, logBeginning } from '@crewboard/contracts';
import { defineStatement, type Queryable, queryMany, raw, sql } from '@crewboard/db';
import { cutPage } from '../../cut-page.ts';
import { type EventRow, eventColumns, toLoggedEvent } from '../event-row.ts';
import { keptEventBytes, maxEventBytes } from '../task-texts.ts';
import { type LastEvent, lastEvent, toEnd } from './log-end.ts';
import { inOrder } from './scan-log.ts';

/** A page for a reader that follows the log. */
export type NextLogPage = {
  events: LoggedEvent[];
  /** The event up to which everything was read. */
  end: EventPosition;
  /** Whether there may be more events. */
  isFull: boolean;
  /** Whether a transaction that may have written events is still open. */
  hasOpenWriters: boolean;
  /**
   * Whether the known event does not exist: this is not the log that was read before, and `end` is the end of this log.
   */
  isLost: boolean;
};

type NextPageParams = {
  teamIds: string[];
  xid: bigint;
  id: bigint;
  knownXid: bigint;
  knownId: bigint;
  knownNonce: number;
  limit: number;
};
/**
 * `horizon` is the oldest open transaction, and `newest` the next one that will begin. `found` is the number of events
 * before the page was cut at 4 MiB.
 */
type NextPageRow = EventRow &
  LastEvent & { horizon: string; newest: string; isKnown: boolean; found: string };

export const nextPageStatement = defineStatement<NextPageParams, NextPageRow>((p) => {
  const rows = sql`
    select * from events
    where (events.xid, events.id) > (${p.xid}::xid8, ${p.id}::bigint) and events.xid < now.horizon
      and events.team_id = any(${p.teamIds}::text[])
    order by events.xid, events.id limit ${p.limit}`;
  const page = cutPage({
    rows,
    bytes: keptEventBytes,
    decompressedBytesBound: maxEventBytes,
    order: inOrder('page', 'asc'),
  });
  return sql`
  select now.horizon::text, now.newest::text, known."isKnown", last.*, page.* from
  (select pg_snapshot_xmin(pg_current_snapshot()) as horizon,
          pg_snapshot_xmax(pg_current_snapshot()) as newest) as now
  cross join (select exists (select from events
    where (xid, id) = (${p.knownXid}::xid8, ${p.knownId}::bigint) and nonce = ${p.knownNonce}::int) as "isKnown") as known
  left join lateral (${lastEvent(raw('xid < now.horizon'))}) as last on true
  left join lateral (
    select ${eventColumns}, found from (${page}) as page order by ${inOrder('page', 'asc')}) as page on true`;
});

type NextPageQuery = {
  teamIds: string[];
  after: LogPosition;
  /** An event that the reader has seen in the log, or the beginning. */
  known: EventPosition;
  limit: number;
};

/**
 * For the event feed: the events of these teams after a position, at most `limit` and 4 MiB, and the event up to which
 * all were read.
 */
export async function readNextLogPage(
  db: Queryable,
  { teamIds, after, known, limit }: NextPageQuery,
): Promise<NextLogPage> {
  const rows = await queryMany(db, nextPageStatement, {
    ...{ teamIds, xid: after.xid, id: after.id, limit },
    ...{ knownXid: known.xid, knownId: known.id, knownNonce: known.nonce },
  });
  const [first] = rows;
  if (!first) throw new Error('the end of the log is always returned');
  const hasOpenWriters = BigInt(first.horizon) < BigInt(first.newest);
  const logEnd = toEnd(first);
  if (!first.isKnown && known.xid !== logBeginning.xid) {
    return { events: [], end: logEnd, isFull: false, hasOpenWriters, isLost: true };
  }
  const kept = rows.filter((row) => row.id !== null);
  // Fewer events than were found: the page was cut at 4 MiB.
  const isFull = kept.length === limit || kept.length < Number(first.found ?? 0);
  const last = kept.at(-1);
  // The end of the log is safe: no further event can be inserted before it.
  const end = isFull && last ? { ...last, xid: BigInt(last.xid), id: BigInt(last.id) } : logEnd;
  return {
    events: kept.map(toLoggedEvent),
    end: { xid: end.xid, id: end.id, nonce: end.nonce },
    isFull,
    hasOpenWriters,
    isLost: false,
  };
}
