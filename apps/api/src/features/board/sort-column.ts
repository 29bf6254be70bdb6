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

/** How many tasks to do of an agent or a person one page sorts. */
export const maxSorted = 1_000;

type Sorted = BoardTaskRow & { isPartial: boolean };

/** What an agent or a person has to do, through its index, sorted as the queue is, unless it is too much. */
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

/** A page of what an agent or a person has to do in the order of the queue. Of more than 1,000 tasks it may be short. */
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
