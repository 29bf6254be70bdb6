import { type Expression, sql } from '@crewboard/db';

// SQL: bounds for the xids of the events in a span of time. The log counter writes a row of `log_minutes` each minute:
// transactions below its xid began before the minute ended, and all others ended after the minute began. Without rows,
// while the service did not run, the bounds are wider. The orders of times and xids differ, so readers also compare
// `created_at`.

/**
 * Longer than any transaction, since statements end after 5 s, and idle transactions after 1 s. The time of an event
 * is within this span of both ends of its transaction, unless the clock of the database was set back by more.
 */
const maxWriteTime = sql`interval '1 minute'`;
const minute = sql`interval '1 minute'`;

/** SQL: no event at this time or later has a smaller xid: transactions below it had ended before. */
export const xidLowerBound = (time: Expression) => sql`coalesce((
    select xid from log_minutes where minute <= ${time} - ${minute} - ${maxWriteTime} order by minute desc limit 1
  ), '0'::xid8)`;

/** SQL: all events before this time have a smaller xid: the other transactions began at this time or later. */
export const xidUpperBound = (time: Expression) => sql`coalesce((
    select xid from log_minutes where minute >= ${time} + ${maxWriteTime} order by minute limit 1
  ), '18446744073709551615'::xid8)`;
