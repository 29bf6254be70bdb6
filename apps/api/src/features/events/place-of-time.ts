import { type Expression, sql } from '@crewboard/db';

// Times as places in the log. They differ: a statement that waits has its transaction's number before it writes the
// time of its event, so that neither order gives the other exactly.

/**
 * No transaction is open for longer than this: a statement takes 5 s at most, a transaction that does nothing 10 s.
 * Between events that are further apart the order of time is that of the log, unless somebody sets the clock of the
 * database back by more than this.
 */
const maxWriteTime = sql`interval '1 minute'`;

/** SQL: a transaction that began before every one that wrote an event of the team at this time or later. */
export const placeBefore = (team: Expression, time: Expression) => sql`coalesce((
    select near.xid from events near where near.team_id = ${team} and near.created_at < ${time} - ${maxWriteTime}
    order by near.created_at desc, near.xid desc limit 1), '0'::xid8)`;

/** SQL: a transaction that began after every one that wrote an event of the team before this time. */
export const placeAfter = (team: Expression, time: Expression) => sql`coalesce((
    select near.xid from events near where near.team_id = ${team} and near.created_at >= ${time} + ${maxWriteTime}
    order by near.created_at, near.xid limit 1), '18446744073709551615'::xid8)`;
