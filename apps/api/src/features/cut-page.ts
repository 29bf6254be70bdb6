/** A page ends here, also when its limit allows more; one item is always in it. */
const maxPageBytes = 4 * 1024 * 1024;

/**
 * SQL that keeps of the rows of a page, in their order, those that fit into 4 MiB, and says how many were found.
 * `bytes` is the size of the row `page`.
 */
export const cutPage = ({ rows, bytes, order }: { rows: string; bytes: string; order: string }) => `
  select * from (
    select page.*, count(*) over () as found,
      sum(${bytes}) over (order by ${order} rows unbounded preceding) - ${bytes} as bytes_before
    from (${rows}) as page
  ) as page where bytes_before < ${maxPageBytes}`;

/** The items of a page of at most `limit`, where up to `limit` + 1 rows were looked for, and whether there are more. */
export function pageOf<T extends { found: string }>(
  rows: T[],
  limit: number,
): { page: T[]; hasMore: boolean } {
  const page = rows.slice(0, limit);
  return { page, hasMore: Number(rows[0]?.found ?? 0) > page.length };
}
