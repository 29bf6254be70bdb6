import { type EventPosition, formatPosition, logBeginning, parsePosition } from '@crewboard/contracts';
import { defineStatement, type Queryable, queryOne, raw, rebasedXids, sql } from '@crewboard/db';
import { AppError } from '../../errors.ts';

type Row = { xid: string; id: string; nonce: number };
type Params = { teamId: string; xid: bigint; id: bigint; nonce: number; minId: bigint; maxId: bigint };

const rebased = raw(rebasedXids.map((xid) => `'${xid}'`).join());
/** A rebase orders events of transactions that ran at the same time by new numbers: more than are written then. */
const maxDistance = 1_000n;
const largestId = 2n ** 63n - 1n;

/** A restore into another server moves all events to the transactions of a rebase, and some to a number near theirs. */
export const positionStatement = defineStatement<Params, Row>(
  ({ teamId, xid, id, nonce, minId, maxId }) => sql`
  select xid::text, id::text, nonce from events
  where xid = ${xid}::xid8 and id = ${id}::bigint and nonce = ${nonce}::int and team_id = ${teamId}
  union all
  select xid::text, id::text, nonce from events
  where xid in (${rebased}) and id between ${minId}::bigint and ${maxId}::bigint
    and nonce = ${nonce}::int and team_id = ${teamId}
  limit 1`,
);

function readEvent(db: Queryable, teamId: string, position: EventPosition): Promise<Row | undefined> {
  const { id } = position;
  const maxId = id < largestId - maxDistance ? id + maxDistance : largestId;
  return queryOne(db, positionStatement, { teamId, ...position, minId: id - maxDistance, maxId });
}

/**
 * The position of the team's event with this id, in this log: a database that was restored or failed over may have
 * lost it, and given its transaction and number to another event. Throws INVALID_CURSOR.
 */
export async function findPosition(db: Queryable, teamId: string, eventId: string): Promise<EventPosition> {
  const position = parsePosition(eventId);
  if (position?.xid === logBeginning.xid) return position;
  const event = position && (await readEvent(db, teamId, position));
  if (!event) {
    throw new AppError(
      'INVALID_CURSOR',
      `The team's log has no event with this id. If it had one, the event was lost when the database was restored or failed over: pass 0 to read from the beginning of the log, or no id.`,
    );
  }
  return { xid: BigInt(event.xid), id: BigInt(event.id), nonce: event.nonce };
}

/** The same for the position of an event that was in the log. */
export const findAgain = (db: Queryable, teamId: string, position: EventPosition): Promise<EventPosition> =>
  findPosition(db, teamId, formatPosition(position));
