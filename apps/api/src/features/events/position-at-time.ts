import { type Expression, sql } from '@crewboard/db';

// The log counter writes a row of log_minutes a minute: transactions below its xid began before the minute ended, all
// others ended after it began. Without rows, as of a time when the service did not run, the bounds are wider. The orders of
// times and of positions differ, so a condition on created_at decides each event between them.

/**
 * Longer than any transaction: a statement takes 5 s at most, an idle transaction 10 s. So the time of an event is within this
 * of both ends of its transaction, unless the clock of the database was set back by more.
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
