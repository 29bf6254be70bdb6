import { raw, type Sql, sql } from '@crewboard/db';

/** A page ends here, also when its limit allows more; one item is always in it. */
const maxPageBytes = 4 * 1024 * 1024;
/** Sizes are computed for rows of so many bytes in total, so that a page of large events does not time out. */
const maxCountedBytes = 16 * maxPageBytes;

type Page = {
  rows: Sql;
  /** The size of the row `page` in a response. */
  bytes: Sql;
  /** An upper bound of what must be unpacked to find `bytes`, itself cheap. Absent where `bytes` is cheap. */
  storedBytes?: Sql;
  order: Sql;
};

type Cut = { name: string; rows: Sql; bytes: Sql; order: Sql; maxBytes: number };

/** SQL that keeps those of the rows, in their order, that begin within so many bytes. The expression runs once a row. */
const cut = ({ name, rows, bytes, order, maxBytes }: Cut) => sql`
  select * from (
    select page.*, coalesce(
      sum(${bytes}) over (order by ${order} rows between unbounded preceding and 1 preceding), 0) as ${raw(name)}
    from (${rows}) as page
  ) as page where ${raw(`${name} < ${maxBytes}`)}`;

/** SQL that keeps of the rows of a page, in their order, those that fit into 4 MiB, and says how many were found. */
export function cutPage({ rows, bytes, storedBytes, order }: Page): Sql {
  const found = sql`select page.*, count(*) over () as found from (${rows}) as page`;
  const counted = storedBytes
    ? cut({ name: 'stored_before', rows: found, bytes: storedBytes, order, maxBytes: maxCountedBytes })
    : found;
  return cut({ name: 'bytes_before', rows: counted, bytes, order, maxBytes: maxPageBytes });
}
