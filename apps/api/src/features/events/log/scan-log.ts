import { join, raw, type Sql, sql } from '@crewboard/db';

/**
 * The maximum of events that a page looks at. Few of them may match: a page may be short, even empty, and still have a
 * cursor.
 */
export const maxScannedEvents = 10_000;

export type LogDirection = 'asc' | 'desc';

/** SQL: the order of the log, from the name of a row. */
export const inOrder = (row: string, order: LogDirection) => raw(`${row}.xid ${order}, ${row}.id ${order}`);

type Scan = {
  /** Conditions on `events`. For each, an index has its events in the order of the log. */
  ranges: Sql[];
  /** A condition on the row `scanned`. */
  filter: Sql;
  /** A condition on `scanned` with the same result for all events of the ranges. */
  guard?: Sql;
  order: LogDirection;
  limit: Sql;
};

/**
 * SQL: the first events of the ranges that match (`is_match`), and the last event that was looked at if there are more
 * (`is_scan_end`), which may not match. Reads no event after the last row that it returns.
 */
export function scanLog({ ranges, filter, guard = raw('true'), order, limit }: Scan): Sql {
  // A subquery hides the limit: for so many events, PostgreSQL would read and sort all events of a small team.
  const first = sql`order by ${inOrder('events', order)} limit (select ${raw(String(maxScannedEvents + 1))})`;
  const [range = raw('false'), ...others] = ranges.map(
    (each) => sql`select * from events where ${each} ${first}`,
  );
  const events =
    others.length === 0
      ? range
      : sql`select * from (${join(
          [range, ...others].map((each) => sql`(${each})`),
          ' union all ',
        )}) as events ${first}`;
  const max = raw(String(maxScannedEvents));
  return sql`
    select * from (
      select *, row_number() over ordered <= ${max} and (${filter}) is true as is_match,
        row_number() over ordered = ${max} and lead(id) over ordered is not null as is_scan_end
      from (${events}) as scanned window ordered as (order by ${inOrder('scanned', order)})
    ) as scanned
    where (is_match or is_scan_end) and ${guard}
    order by ${inOrder('scanned', order)} limit ${limit}`;
}
