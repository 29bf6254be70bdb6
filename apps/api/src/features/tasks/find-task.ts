import { defineStatement, queryOne, sql } from '@crewboard/db';
import { notFound } from '../../errors.ts';
import type { VerbContext } from '../verb-context.ts';
import { type TaskRow, taskRow } from './task-row.ts';

const statement = defineStatement<{ taskId: string; teamId: string }, TaskRow>(
  ({ taskId, teamId }) => sql`
  select ${taskRow.columns('tasks')} from tasks where id = ${taskId} and team_id = ${teamId}`,
);

/** The task of the caller's team with this id, or NOT_FOUND. */
export async function findTask(ctx: VerbContext, taskId: string): Promise<TaskRow> {
  const row = await queryOne(ctx.db, statement, { taskId, teamId: ctx.actor.teamId });
  if (!row) throw notFound();
  return row;
}
