import { type Expression, sql } from '@crewboard/db';

// The orders of times and of positions differ: a waiting statement gets its transaction id before it sets
// the time of its event.

/**
 * Longer than any transaction: a statement takes 5 s at most, an idle transaction 10 s. Events further apart than this
 * have the same order by time and by position, unless the clock of the database was set back by more.
 */
const maxWriteTime = sql`interval '1 minute'`;

/** SQL: an xid below those of all events of the team at this time or later. */
export const xidLowerBound = (team: Expression, time: Expression) => sql`coalesce((
    select near.xid from events near where near.team_id = ${team} and near.created_at < ${time} - ${maxWriteTime}
    order by near.created_at desc, near.xid desc limit 1), '0'::xid8)`;

/** SQL: an xid above those of all events of the team before this time. */
export const xidUpperBound = (team: Expression, time: Expression) => sql`coalesce((
    select near.xid from events near where near.team_id = ${team} and near.created_at >= ${time} + ${maxWriteTime}
    order by near.created_at, near.xid limit 1), '18446744073709551615'::xid8)`;
