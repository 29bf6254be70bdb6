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

/**
 * A page of the column under a filter without an index. It may be short, even empty, and still have a next page, after
 * the last task that was looked at.
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

/** The maximum of tasks of the column that one page looks at. */
export const maxWalked = 10_000;

/** `end`: see `WalkedColumn`. The fields of the task are null if none was found. */
type Walked = BoardTaskRow & { end: BoardCursor | null };

/** `maxTasks`: the maximum of tasks that the walk looks at. `filters`: conditions besides those of the input. */
type Walk = { maxTasks: number; filters: Sql[] };

/**
 * SQL: the tasks under the filter among the first `maxTasks` of the column of the team or project. If it looks at
 * `maxTasks` tasks and finds fewer than `limit`, `end` is the place of the last task that it looked at.
 */
export function columnWalkQuery(
  teamId: string,
  input: ColumnInput,
  limit: number,
  { maxTasks, filters }: Walk = { maxTasks: maxWalked, filters: [] },
): Sql {
  const tasks = firstTasks(teamId, input, maxTasks, []);
  const order = columnOrder(input);
  const conditions = [sql`true`, ...propertiesOf(teamId, input), ...filters];
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
  /** The matches, and rows of nulls if there are none: pass them to `toColumnPage`. */
  rows: BoardTaskRow[];
  /** The place of the last task that was looked at; null if the page is full, or fewer than `maxTasks` were there. */
  end: BoardCursor | null;
};

export async function walkColumn(db: Queryable, query: Sql): Promise<WalkedColumn> {
  const rows = await queryMany<Walked>(db, query);
  return { rows, end: rows[0]?.end ?? null };
}
