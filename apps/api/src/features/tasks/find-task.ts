import { notFound } from '../../errors.ts';
import type { VerbContext } from '../verb-context.ts';
import { type TaskRow, taskColumns } from './task-row.ts';

const statement = `select ${taskColumns('tasks')} from tasks where id = $1 and team_id = $2`;

/** The task of the caller's team with this id, or NOT_FOUND. */
export async function findTask(ctx: VerbContext, taskId: string): Promise<TaskRow> {
  const { rows } = await ctx.db.pool.query<TaskRow>({
    name: 'find-task',
    text: statement,
    values: [taskId, ctx.actor.teamId],
  });
  if (!rows[0]) throw notFound();
  return rows[0];
}
