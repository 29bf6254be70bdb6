import type { BoardCursor } from '@crewboard/contracts';
import { join, type Queryable, queryMany, type Sql, sql } from '@crewboard/db';
import type { Page } from '../read-page.ts';
import { type BoardTaskRow, boardTaskRow } from '../tasks/task-row.ts';
import {
  type ColumnInput,
  columnOrder,
  firstTasks,
  placeSql,
  propertiesOf,
  toColumnPage,
} from './column-tasks.ts';

/** How many tasks of the column one page looks at. */
export const maxWalked = 10_000;

/** The end is the place of the last task that was looked at. The task is null where none was found. */
type Walked = BoardTaskRow & { end: BoardCursor | null };

/** `maxTasks`: how many tasks of the column the walk looks at. `which`: what else the tasks must be. */
type Walk = { maxTasks: number; which: Sql[] };

/**
 * The first tasks of the column under the filter, of the first `maxTasks` of its team or project. With fewer than
 * `limit` of them, `end` is the last task that was looked at, if there are others.
 */
export function columnWalkQuery(
  teamId: string,
  input: ColumnInput,
  limit: number,
  { maxTasks, which }: Walk = { maxTasks: maxWalked, which: [] },
): Sql {
  const tasks = firstTasks(teamId, input, maxTasks, []);
  const order = columnOrder(input);
  const conditions = [sql`true`, ...propertiesOf(teamId, input), ...which];
  return sql`
    with page as materialized (
      select * from (${tasks}) as tasks
      where ${join(conditions, ' and ')} ${order} limit ${limit}
    )
    select walk."end", ${boardTaskRow.columns('page')} from (select 1) as one
    left join (
      select ${placeSql(input)} as "end" from (${tasks}) as tasks
      where (select count(*) from page) < ${limit} offset (select ${maxTasks - 1}::int) limit 1
    ) as walk on true
    left join page on true
    ${order}`;
}

export type WalkedColumn = {
  /** For `toColumnPage`. */
  rows: BoardTaskRow[];
  /** The last task that was looked at; null if the column has no further task, or the page is full. */
  end: BoardCursor | null;
};

export async function walkColumn(db: Queryable, query: Sql): Promise<WalkedColumn> {
  const rows = await queryMany<Walked>(db, query);
  return { rows, end: rows[0]?.end ?? null };
}

/**
 * A page of the column under a filter without an index. It may be short, even empty, and have a next one, which continues
 * after the last task that was looked at.
 */
export async function filterColumn(
  db: Queryable,
  teamId: string,
  input: ColumnInput,
): Promise<Page<BoardTaskRow, BoardCursor>> {
  const { limit } = input;
  const { rows, end } = await walkColumn(db, columnWalkQuery(teamId, input, limit + 1));
  const page = toColumnPage(input, rows, limit);
  return { ...page, nextCursor: page.nextCursor ?? end };
}
