import { type BoardColumnQuery, type BoardCursor, boardTime } from '@crewboard/contracts';
import { join, raw, type Sql, sql } from '@crewboard/db';
import type { z } from 'zod';
import { type Page, toPage } from '../read-page.ts';
import { type BoardTaskRow, boardTaskRow, toBoardTask } from '../tasks/task-row.ts';
import { ownerSql, propertiesSql } from './board-filter.ts';

export type ColumnInput = z.output<typeof BoardColumnQuery>;

/**
 * SQL: the tasks of the column after the cursor, of those in `from` that `which` selects. The status is a literal, because some
 * indexes are partial by status.
 */
export function columnTasks(teamId: string, input: ColumnInput, which: Sql[], from = raw('tasks')) {
  const { status, cursor } = input;
  const time = raw(status === 'todo' ? 'created_at' : 'status_changed_at');
  const after = cursor ? [sql`(${time}, id) < (${cursor.time}::timestamptz, ${cursor.id})`] : [];
  const conditions = [
    raw(`status = '${status}' and archived_at is null`),
    ownerSql(teamId, input),
    ...after,
    ...which,
  ];
  return {
    tasks: sql`(select tasks.* from ${from} where ${join(conditions, ' and ')}) as tasks`,
    time,
    order: sql`order by ${time} desc, id desc`,
  };
}

/** Whether an index has the tasks of the column under the filter in its order. */
export const hasIndex = ({ status, projectId, agentId, memberId, priority }: ColumnInput): boolean => {
  if (priority || agentId === 'nobody') return false;
  if (agentId) return status === 'todo';
  return !memberId || !projectId || status === 'todo';
};

/** Reads at most `limit` rows, of a filter that has an index. A subquery hides the limit, as in `matchesAmong`. */
export function columnQuery(teamId: string, input: ColumnInput, limit: number): Sql {
  const { tasks, order } = columnTasks(teamId, input, propertiesSql(teamId, input));
  return sql`select ${boardTaskRow.columns('tasks')} from ${tasks} ${order} limit (select ${limit}::int)`;
}

/** A page of the column from up to `limit` + 1 rows. */
export function toColumnPage(found: BoardTaskRow[], limit: number): Page<BoardTaskRow, BoardCursor> {
  return toPage(found, limit, (last) => {
    const task = toBoardTask(last);
    return { time: boardTime(task), id: task.id };
  });
}
