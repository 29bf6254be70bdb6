import {
  type EventPosition,
  formatPosition,
  isAfter,
  type LogPosition,
  logBeginning,
  parsePosition,
} from '@crewboard/contracts';
import {
  defineStatement,
  type Queryable,
  queryOne,
  raw,
  rebasedXids,
  rebaseReaderName,
  retentionReaderName,
  sql,
} from '@crewboard/db';
import { AppError } from '#src/errors.ts';

type Row = { xid: string; id: string; nonce: number };
type Params = { teamId: string; xid: bigint; id: bigint; nonce: number };

const rebased = raw(rebasedXids.map((xid) => `'${xid}'`).join());
const largestId = 2n ** 63n - 1n;

/**
 * Also finds an event after a restore into another server, which moves all events to other transactions
 * (`rebasedXids`), and some to other numbers: by at most the `id` of the row `rebase`. The random bits tell the event
 * from its neighbours.
 */
export const positionStatement = defineStatement<Params, Row>(
  ({ teamId, xid, id, nonce }) => sql`
  select xid::text, id::text, nonce from events
  where xid = ${xid}::xid8 and id = ${id}::bigint and nonce = ${nonce}::int and team_id = ${teamId}
  union all
  select events.xid::text, events.id::text, nonce from log_readers rebase, events
  where name = ${raw(`'${rebaseReaderName}'`)} and events.xid in (${rebased})
    and events.id between ${id}::bigint - rebase.id and least(${id}::numeric + rebase.id, ${raw(`${largestId}`)})::bigint
    and nonce = ${nonce}::int and team_id = ${teamId}
  limit 1`,
);

/**
 * The position of the team's event with this id in this log, or the beginning of the log. Throws INVALID_CURSOR if the
 * event is not there: it was removed as too old, or lost by a restore or failover, which may also have given its
 * transaction and number to another event.
 */
export async function findPosition(db: Queryable, teamId: string, eventId: string): Promise<EventPosition> {
  const position = parsePosition(eventId);
  if (position?.xid === logBeginning.xid) return position;
  const event = position && (await queryOne(db, positionStatement, { teamId, ...position }));
  if (!event) {
    throw new AppError(
      'INVALID_CURSOR',
      `The team's log has no event with this id. If it had one, the event was removed because it was older than the events that are kept, or lost when the database was restored or failed over: pass 0 to read from the beginning of the log, or no id.`,
    );
  }
  return { xid: BigInt(event.xid), id: BigInt(event.id), nonce: event.nonce };
}

/** Throws INVALID_CURSOR if the event at this position is no longer in the log. */
export const assertStillInLog = (
  db: Queryable,
  teamId: string,
  position: EventPosition,
): Promise<EventPosition> => findPosition(db, teamId, formatPosition(position));

const retentionStatement = defineStatement<Record<never, never>, { xid: string; id: string }>(
  () => sql`select xid::text, id::text from log_readers where name = ${raw(`'${retentionReaderName}'`)}`,
);

/**
 * The position before which a list with the newest events first continues. If the event of the cursor was removed as
 * too old, the position is still valid: the list ends there, because all events before it were removed as well. Throws
 * INVALID_CURSOR.
 */
export async function findPositionBefore(
  db: Queryable,
  teamId: string,
  eventId: string,
): Promise<LogPosition> {
  try {
    return await findPosition(db, teamId, eventId);
  } catch (error) {
    const position = parsePosition(eventId);
    const row = position && (await queryOne(db, retentionStatement, {}));
    if (!row || isAfter(position, { xid: BigInt(row.xid), id: BigInt(row.id) })) throw error;
    return position;
  }
}
