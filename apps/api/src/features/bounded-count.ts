import { raw, type Sql, sql } from '@crewboard/db';

/** A count ends at this many matches. */
export const maxCounted = 1_000;
/** A count looks at no more rows than this. */
export const maxLookedAt = 10_000;

/**
 * SQL: the places of the matches among the rows that a count looks at, up to one match more than it counts. A place
 * after `maxLookedAt` says that there are further rows. Sort the rows in the order of an index: otherwise PostgreSQL may
 * read the whole table. A subquery hides the limit: of a project or agent that seems small it would read and sort all.
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
