import { empty, raw, type Sql, sql } from '@crewboard/db';
import { maxPageBytes } from '../serialize-page.ts';

/** The maximum sum of `decompressedBytesBound` of the rows whose `bytes` are computed, because this decompresses the rows. */
const maxDecompressedBytes = 16 * maxPageBytes;

type Page = {
  rows: Sql;
  /** The bytes of the row `page` in a response, without the escapes of JSON. */
  bytes: Sql;
  /** A cheap upper bound of the bytes that the computation of `bytes` decompresses; absent if `bytes` is cheap. */
  decompressedBytesBound?: Sql;
  order: Sql;
};

type Cut = { sumName: string; rows: Sql; bytes: Sql; order: Sql; maxBytes: number; foundColumn?: Sql };

/**
 * SQL: the rows that begin within `maxBytes`, in their order, each with the sum of the bytes before it in the column
 * `sumName`. Evaluates `bytes` once for each row.
 */
const cut = ({ sumName, rows, bytes, order, maxBytes, foundColumn = empty }: Cut) => sql`
  select * from (
    select page.*, coalesce(
      sum(${bytes}) over (order by ${order} rows between unbounded preceding and 1 preceding), 0) as ${raw(sumName)}${foundColumn}
    from (${rows}) as page
  ) as page where ${raw(`${sumName} < ${maxBytes}`)}`;

/**
 * SQL: the rows of a page that begin within its first 4 MiB of `bytes`, in their order, each with the number of all
 * rows before the cut as `found`. `serializePage` then ends the page by the bytes that are sent, with the escapes of
 * JSON.
 * `found` is computed in the same step as the first sum, because a step of its own would sort the rows once more.
 */
export function cutPage({ rows, bytes, decompressedBytesBound, order }: Page): Sql {
  const foundColumn = raw(', count(*) over () as found');
  const exactCut = { sumName: 'bytes_before', bytes, order, maxBytes: maxPageBytes };
  if (!decompressedBytesBound) return cut({ ...exactCut, rows, foundColumn });
  const cheapCut = {
    ...{ sumName: 'bound_before', bytes: decompressedBytesBound },
    ...{ order, maxBytes: maxDecompressedBytes },
  };
  return cut({ ...exactCut, rows: cut({ ...cheapCut, rows, foundColumn }) });
}
