import { defaultLimit } from '@crewboard/contracts';
import {
  defineStatement,
  type Expression,
  empty,
  queryMany,
  raw,
  type Sql,
  type Statement,
  sql,
} from '@crewboard/db';
import { cutPage } from './cut-page.ts';
import { type CreationOrder, creationOrder, type Page, readPage, setCursors } from './read-page.ts';
import type { VerbContext } from './verb-context.ts';

// Lists of all agents, projects or webhooks of a team.

type ListSql = {
  table: 'agents' | 'projects' | 'webhooks';
  /** The columns of an item, from the name of a row. */
  columns: (row: string) => Sql;
  /** The bytes of an item in a response, from the name of a row. */
  bytes: (row: string) => Sql;
  /** Which rows of the team are in the list; all when absent. */
  where?: Sql;
  /** CTEs that the columns read. */
  ctes?: (teamId: Expression) => Sql;
};

type Params = { teamId: string; limit: number; cursor: string | null | undefined };
type List<Row extends object> = {
  order: CreationOrder;
  first: Statement<Params, Row & { found: string }>;
  next: Statement<Params, Row & { found: string }>;
};

/**
 * Defines the statements of a list of a team's rows, the oldest first. With a cursor it is another statement, and so
 * has another plan.
 */
export function defineList<Row extends object>({
  table,
  columns,
  bytes,
  where = raw('true'),
  ctes,
}: ListSql): List<Row> {
  const order = creationOrder(table, 'team_id', 'asc');
  const statement = (isNext: boolean) =>
    defineStatement<Params, Row & { found: string }>(({ teamId, limit, cursor }) => {
      const after = isNext ? order.after({ cursor, ownerId: teamId }) : raw('true');
      const rows = sql`
        select * from ${raw(table)} where team_id = ${teamId} and ${where} and ${after}
        order by ${order.by(table)} limit ${limit}`;
      return sql`
        ${ctes ? sql`with ${ctes(teamId)}` : empty}
        select ${columns('page')}, found
        from (${cutPage({ rows, bytes: bytes('page'), order: order.by('page') })}) as page
        order by ${order.by('page')}`;
    });
  return { order, first: statement(false), next: statement(true) };
}

/**
 * Reads a page of the list (at most `limit` rows and 4 MiB, after the item of the cursor), and sets the cursors of the
 * response. Throws INVALID_CURSOR if the cursor is not the id of an item of the team.
 */
export async function readListPage<Row extends { id: string }>(
  ctx: VerbContext,
  list: List<Row>,
  { limit = defaultLimit, cursor }: { limit?: number | undefined; cursor?: string | null | undefined },
): Promise<Page<Row>> {
  const { teamId } = ctx.actor;
  const db = ctx.db.reads;
  const statement = cursor == null ? list.first : list.next;
  const page = await readPage({
    db,
    order: list.order,
    ownerId: teamId,
    limit,
    cursor,
    read: (maxRows) => queryMany(db, statement, { teamId, limit: maxRows, cursor }),
  });
  setCursors(ctx, page);
  return page;
}
