import { type BoardColumnQuery, type BoardCursor, boardTime } from '@crewboard/contracts';
import { raw, type Sql, sql } from '@crewboard/db';
import type { z } from 'zod';
import { type Page, toPage } from '../read-page.ts';
import { type BoardTaskRow, boardTaskRow, statusTime, toBoardTask } from '../tasks/task-row.ts';
import { filterSql } from './board-filter.ts';

export type ColumnInput = z.output<typeof BoardColumnQuery>;

/**
 * SQL: the tasks of the column after the cursor, of those that `which` selects. The status is a literal, because some
 * indexes are partial by status.
 */
export function columnTasks(teamId: string, input: ColumnInput, which = raw('true')) {
  const { status, cursor } = input;
  const time = status === 'todo' ? raw('created_at') : statusTime('tasks');
  const after = cursor ? sql`(${time}, id) < (${cursor.time}::timestamptz, ${cursor.id})` : raw('true');
  return {
    tasks: sql`(
      select * from tasks
      where status = ${raw(`'${status}'`)} and ${filterSql(teamId, input)} and ${after} and ${which}) as tasks`,
    time,
    order: sql`order by ${time} desc, id desc`,
  };
}

/** Reads at most `limit` rows. */
export function columnQuery(teamId: string, input: ColumnInput, limit: number): Sql {
  const { tasks, order } = columnTasks(teamId, input);
  return sql`select ${boardTaskRow.columns('tasks')} from ${tasks} ${order} limit ${limit}`;
}

/** A page of the column from up to `limit` + 1 rows. */
export function toColumnPage(found: BoardTaskRow[], limit: number): Page<BoardTaskRow, BoardCursor> {
  return toPage(found, limit, (last) => {
    const task = toBoardTask(last);
    return { time: boardTime(task), id: task.id };
  });
}
