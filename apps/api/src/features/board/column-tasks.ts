import {
  type BoardColumnQuery,
  type BoardCursor,
  isInQueueOrder,
  placeInColumn,
  type TaskPriority,
  taskPriorities,
} from '@crewboard/contracts';
import { join, raw, type Sql, sql } from '@crewboard/db';
import type { z } from 'zod';
import { jsonTime } from '../define-row.ts';
import { invalidCursor, type Page, toPage } from '../read-page.ts';
import { type BoardTaskRow, boardTaskRow, toBoardTask } from '../tasks/task-row.ts';
import { ownerSql, propertiesSql } from './board-filter.ts';

// SQL: the tasks of one column of the board, in the order of the column and after a cursor.

export type ColumnInput = z.output<typeof BoardColumnQuery>;

/** Priorities in the order in which agents get tasks. */
const byUrgency = taskPriorities.toReversed();

const timeOf = ({ status }: ColumnInput) => raw(status === 'todo' ? 'created_at' : 'status_changed_at');

/** SQL: the order of the column. */
export const columnOrder = (input: ColumnInput): Sql =>
  isInQueueOrder(input)
    ? raw('order by priority desc, rank, id')
    : sql`order by ${timeOf(input)} desc, id desc`;

/** SQL: the place of a task in its column, as a cursor. */
export const placeSql = (input: ColumnInput): Sql =>
  isInQueueOrder(input)
    ? raw(`json_build_object('priority', priority, 'rank', rank, 'id', id)`)
    : sql`json_build_object('time', ${jsonTime(timeOf(input))}, 'id', id)`;

const afterTime = (input: ColumnInput): Sql[] => {
  const { cursor } = input;
  if (!cursor) return [];
  if (!('time' in cursor)) throw invalidCursor();
  return [sql`(${timeOf(input)}, id) < (${cursor.time}::timestamptz, ${cursor.id})`];
};

/**
 * In the order of the queue: the priorities that may have tasks after the cursor, each with a condition for its tasks.
 */
function afterRank({ cursor, priority: filter }: ColumnInput): { priority: TaskPriority; after: Sql[] }[] {
  if (cursor && !('rank' in cursor)) throw invalidCursor();
  const wanted = byUrgency.filter((each) => !filter || each === filter);
  if (!cursor) return wanted.map((priority) => ({ priority, after: [] }));
  const start = byUrgency.indexOf(cursor.priority);
  return wanted
    .filter((each) => byUrgency.indexOf(each) >= start)
    .map((priority) => ({
      priority,
      after: priority === cursor.priority ? [sql`(rank, id) > (${cursor.rank}, ${cursor.id})`] : [],
    }));
}

/** The status must be a literal, because some indexes are partial by status. */
const inColumn = ({ status }: ColumnInput): Sql => raw(`status = '${status}' and archived_at is null`);
const ofPriority = (priority: TaskPriority): Sql => raw(`priority = '${priority}'`);

/** SQL: the tasks of the column after the cursor that meet the filters, in no order. */
export function columnTasks(teamId: string, input: ColumnInput, filters: Sql[], from = raw('tasks')): Sql {
  const after = isInQueueOrder(input)
    ? [
        sql`(${join(
          [
            raw('false'),
            ...afterRank(input).map(({ priority, after }) => join([ofPriority(priority), ...after], ' and ')),
          ],
          ' or ',
        )})`,
      ]
    : afterTime(input);
  const conditions = [inColumn(input), ownerSql(teamId, input), ...after, ...filters];
  return sql`select tasks.* from ${from} where ${join(conditions, ' and ')}`;
}

/**
 * SQL: the first `limit` of the `columnTasks`, read through an index in the order of the column. A subquery hides the
 * limit, as in `matchesAmong`. The order of the queue reads the index once for each priority: PostgreSQL reads a `union
 * all` in its order, and no further than needed.
 */
export function firstTasks(teamId: string, input: ColumnInput, limit: number, filters: Sql[]): Sql {
  const limitRows = sql`limit (select ${limit}::int)`;
  if (!isInQueueOrder(input))
    return sql`${columnTasks(teamId, input, filters)} ${columnOrder(input)} ${limitRows}`;
  const branches = afterRank(input).map(({ priority, after }) => {
    const conditions = [inColumn(input), ownerSql(teamId, input), ofPriority(priority), ...after, ...filters];
    return sql`(select tasks.* from tasks where ${join(conditions, ' and ')} order by rank, id ${limitRows})`;
  });
  // The cursor is behind the only priority of the filter.
  if (branches.length === 0) return sql`select tasks.* from tasks where false`;
  return sql`select * from (${join(branches, ' union all ')}) as tasks ${limitRows}`;
}

/** Whether an index has exactly the tasks of the column under the filter, in the order of the column. */
export const hasIndex = (input: ColumnInput): boolean => {
  const { status, projectId, agentId, memberId, priority } = input;
  if (isInQueueOrder(input)) return !agentId && !memberId;
  if (priority || agentId === 'nobody') return false;
  // The indexes of an agent, and of a person in a project, have the tasks in the order of creation, as only the column
  // todo is.
  if (agentId) return status === 'todo';
  return !memberId || !projectId || status === 'todo';
};

/**
 * SQL: the conditions of the filter on each task. In the order of the queue, `afterRank` already selects the priority.
 */
export const propertiesOf = (teamId: string, input: ColumnInput): Sql[] =>
  propertiesSql(teamId, isInQueueOrder(input) ? { ...input, priority: undefined } : input);

/** SQL: the first `limit` tasks under a filter with an index (`hasIndex`). */
export function columnQuery(teamId: string, input: ColumnInput, limit: number): Sql {
  const tasks = firstTasks(teamId, input, limit, propertiesOf(teamId, input));
  return sql`select ${boardTaskRow.columns('tasks')} from (${tasks}) as tasks ${columnOrder(input)}`;
}

/** A page of the column from up to `limit` + 1 rows. Leaves out the row of nulls of a left join that found nothing. */
export function toColumnPage(
  input: ColumnInput,
  rows: BoardTaskRow[],
  limit: number,
): Page<BoardTaskRow, BoardCursor> {
  const found = rows.filter(({ id }) => id !== null);
  return toPage(found, limit, (last) => placeInColumn(toBoardTask(last), input));
}
