import type { BoardCursor } from '@crewboard/contracts';
import { type Queryable, queryMany, type Sql, sql } from '@crewboard/db';
import type { Page } from '../read-page.ts';
import { type BoardTaskRow, boardTaskRow } from '../tasks/task-row.ts';
import {
  type ColumnInput,
  columnOrder,
  columnTasks,
  firstTasks,
  propertiesOf,
  toColumnPage,
} from './column-tasks.ts';
import { filterColumn } from './walk-column.ts';

/**
 * A page of the tasks in `todo` of an agent or person, in the order of the queue. With more than 1,000 tasks it may be
 * short.
 */
export async function sortColumn(
  db: Queryable,
  teamId: string,
  input: ColumnInput,
): Promise<Page<BoardTaskRow, BoardCursor>> {
  const { limit } = input;
  const rows = await queryMany<Sorted>(db, sortQuery(teamId, input, limit + 1));
  if (rows[0]?.isPartial) return filterColumn(db, teamId, input);
  return toColumnPage(input, rows, limit);
}

/** The maximum of tasks in `todo` of an agent or person that one page sorts. */
export const maxSorted = 1_000;

type Sorted = BoardTaskRow & { isPartial: boolean };

/**
 * SQL: the tasks in `todo` of an agent or person, read through the index by time and then sorted as the queue.
 * `isPartial`: there are more than were read, so the page may be wrong.
 */
export function sortQuery(teamId: string, input: ColumnInput, limit: number): Sql {
  const all: ColumnInput = { ...input, order: 'newest', cursor: null, priority: undefined };
  const assigned = firstTasks(teamId, all, maxSorted + 1, propertiesOf(teamId, all));
  const page = columnTasks(teamId, input, [], sql`assigned as tasks`);
  return sql`
    with assigned as materialized (${assigned}),
    found as (select count(*) > ${maxSorted} as "isPartial" from assigned)
    select found."isPartial", ${boardTaskRow.columns('page')} from found
    left join (${page} ${columnOrder(input)} limit ${limit}) as page on true
    ${columnOrder(input)}`;
}
