import { decideArchival, type Task, type TaskTarget } from '@crewboard/contracts';
import type { Call } from '../verb-context.ts';
import { changeTask } from './change/change-task.ts';
import { toTask } from './task-row.ts';

/** Archives a task that nobody works on. Archiving an archived task changes nothing. */
export async function archiveTask({ ctx, input: { taskId } }: Call<typeof TaskTarget>): Promise<Task> {
  const { task } = await changeTask(ctx, taskId, {
    decide: (task, now) => decideArchival(task, { versions: ctx.ifMatch }, now),
  });
  return toTask(task);
}
