import { type EventPosition, type LogPosition, logBeginning } from '@crewboard/contracts';
import { defineStatement, type Queryable, queryOne, type Sql, sql } from '@crewboard/db';
import { settled } from './read-log.ts';

export type LastEvent = { endXid: string | null; endId: string | null; endNonce: number | null };

/** SQL: the position of the last event of all teams that meets the condition, if any. */
export const lastEvent = (where: Sql) => sql`
  select xid::text as "endXid", id::text as "endId", nonce as "endNonce" from events
  where ${where} order by xid desc, id desc limit 1`;

export const toEnd = ({ endXid, endId, endNonce }: LastEvent): EventPosition =>
  endXid === null ? logBeginning : { xid: BigInt(endXid), id: BigInt(endId ?? 0), nonce: endNonce ?? 0 };

export const logEndStatement = defineStatement<object, LastEvent>(() => lastEvent(settled));

/** The position of the last event of the log that readers may read; the beginning of an empty log. */
export async function findLogEnd(db: Queryable): Promise<EventPosition> {
  const last = await queryOne(db, logEndStatement, {});
  return last ? toEnd(last) : logBeginning;
}

/**
 * Finds the last event of the teams up to this one, which only the index of the teams has in this order. With a condition
 * on the team, PostgreSQL would read the whole log for a team without recent events, if its statistics know one team.
 */
export const teamEndStatement = defineStatement<{ teamId: string; xid: bigint; id: bigint }, LastEvent>(
  ({ teamId, xid, id }) => sql`
  select xid::text as "endXid", id::text as "endId", nonce as "endNonce" from (
    select * from events
    where (team_id, xid, id) <= (${teamId}::text, ${xid}::xid8, ${id}::bigint) and ${settled}
    order by team_id desc, xid desc, id desc limit 1
  ) as last where team_id = ${teamId}`,
);

/** A position after all events. */
const endless: LogPosition = { xid: 2n ** 64n - 1n, id: 0n };

/** The position of the last event of the team up to a position; the beginning of the log without such an event. */
export async function findTeamEnd(
  db: Queryable,
  teamId: string,
  { xid, id } = endless,
): Promise<EventPosition> {
  const last = await queryOne(db, teamEndStatement, { teamId, xid, id });
  return last ? toEnd(last) : logBeginning;
}
