import { defaultLimit } from '@crewboard/contracts';
import { AppError } from '../errors.ts';
import { cutPage, pageOf } from './cut-page.ts';
import type { VerbContext } from './verb-context.ts';

type ListSql = {
  table: 'agents' | 'projects' | 'webhooks';
  /** The columns of an item, from the name of a row. */
  columns: (row: string) => string;
  /** How many bytes an item has in a response, from the name of a row. */
  bytes: (row: string) => string;
  /** Which rows of the team are in the list; all when absent. */
  where?: string;
};
type List = { name: string; first: string; next: string; exists: string };

/** A list of all that a team has of something, the oldest first. $1 team, $2 rows to look for, $3 cursor. */
export function defineList(name: string, { table, columns, bytes, where = 'true' }: ListSql): List {
  const order = 'page.created_at, page.id';
  const statement = (after: string) => {
    const rows = `select * from ${table} where team_id = $1 and ${where} and ${after} order by created_at, id limit $2`;
    return `select ${columns('page')}, found
      from (${cutPage({ rows, bytes: bytes('page'), order })}) as page order by ${order}`;
  };
  return {
    name,
    first: statement('$3::text is null'),
    next: statement(
      `(created_at, id) > (select created_at, id from ${table} where id = $3 and team_id = $1)`,
    ),
    exists: `select from ${table} where id = $1 and team_id = $2`,
  };
}

const invalidCursor =
  'The cursor is not the id of an item of this list. Pass X-Next-Cursor unchanged, or none for the first page.';

type Page<Row> = { rows: Row[]; nextCursor: string | null };

/**
 * A page of the list: at most `limit` rows and 4 MiB, after the row that the cursor names. Throws INVALID_CURSOR when
 * it names none of the team.
 */
export async function readListPage<Row extends { id: string }>(
  ctx: VerbContext,
  list: List,
  { limit = defaultLimit, cursor }: { limit?: number | undefined; cursor?: string | null | undefined },
): Promise<Page<Row>> {
  const isFirst = cursor == null;
  const { rows } = await ctx.db.reads.query<Row & { found: string }>({
    name: `${list.name}-${isFirst ? 'first' : 'next'}`,
    text: isFirst ? list.first : list.next,
    values: [ctx.actor.teamId, limit + 1, cursor],
  });
  if (rows.length === 0 && !isFirst) {
    const { rowCount } = await ctx.db.reads.query(list.exists, [cursor, ctx.actor.teamId]);
    if (!rowCount) throw new AppError('INVALID_CURSOR', invalidCursor);
  }
  const { page, hasMore } = pageOf(rows, limit);
  return { rows: page, nextCursor: hasMore ? (page.at(-1)?.id ?? null) : null };
}
