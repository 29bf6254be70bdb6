import { raw, type Sql, sql } from '@crewboard/db';

// Counts that end at 1,000 matches or 10,000 rows, for filters without stored counts ("bounded count" in the glossary).

/** The maximum of matches of a count. */
export const maxCounted = 1_000;
/** The maximum of rows that a count looks at. */
export const maxLookedAt = 10_000;

/**
 * SQL: the places of the matches among the rows that a count looks at, up to one match more than it counts. A place
 * after `maxLookedAt` shows that there are further rows. Sort `rows` in the order of an index: otherwise PostgreSQL may
 * read the whole table. The limit is a subquery, so that the planner does not know it: it would read and sort all rows
 * if it estimates that there are fewer.
 */
export const matchesAmong = (rows: Sql, isMatch: Sql): Sql => sql`
  select place from (
    select ${isMatch} as "isMatch", row_number() over () as place
    from (${rows} limit (select ${raw(String(maxLookedAt + 1))})) as looked_at
  ) as numbered
  where "isMatch" or place > ${raw(String(maxLookedAt))} limit ${raw(String(maxCounted + 1))}`;

/** SQL: the columns `count` and `isExact`, from the places of `matchesAmong`. */
export const boundedCount = raw(`
  least(count(*) filter (where place <= ${maxLookedAt}), ${maxCounted})::int as count,
  count(*) <= ${maxCounted} and coalesce(max(place), 0) <= ${maxLookedAt} as "isExact"`);
