import { empty, raw, type Sql, sql } from '@crewboard/db';

/**
 * The maximum of stored bytes that a page of several items reads: it bounds memory and decompression. `serializePage`
 * bounds the page in a response.
 */
const maxStoredBytes = 4 * 1024 * 1024;
/** Sizes are computed only for this many bytes of rows: a page of large events would take too long. */
const maxCountedBytes = 16 * maxStoredBytes;

type Page = {
  rows: Sql;
  /** The stored bytes of the row `page` in a response, without what JSON escapes. */
  bytes: Sql;
  /** A cheap upper bound of the bytes that computing `bytes` decompresses; absent if `bytes` is cheap. */
  storedBytes?: Sql;
  order: Sql;
};

type Cut = { name: string; rows: Sql; bytes: Sql; order: Sql; maxBytes: number; counted?: Sql };

/** SQL: the rows, in their order, that begin within `maxBytes`. The expression runs once for each row. */
const cut = ({ name, rows, bytes, order, maxBytes, counted = empty }: Cut) => sql`
  select * from (
    select page.*, coalesce(
      sum(${bytes}) over (order by ${order} rows between unbounded preceding and 1 preceding), 0) as ${raw(name)}${counted}
    from (${rows}) as page
  ) as page where ${raw(`${name} < ${maxBytes}`)}`;

/**
 * SQL: the rows of a page, in their order, of 4 MiB as stored, each with the number of all rows as `found`. They are
 * counted beside the first sum: counted before it, they would be sorted once more.
 */
export function cutPage({ rows, bytes, storedBytes, order }: Page): Sql {
  const counted = raw(', count(*) over () as found');
  const fits = { name: 'bytes_before', bytes, order, maxBytes: maxStoredBytes };
  if (!storedBytes) return cut({ ...fits, rows, counted });
  const stored = { name: 'stored_before', bytes: storedBytes, order, maxBytes: maxCountedBytes };
  return cut({ ...fits, rows: cut({ ...stored, rows, counted }) });
}
