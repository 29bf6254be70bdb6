import type { Task, TaskTarget } from '@crewboard/contracts';
import type { Call } from '../verb-context.ts';
import { findTask } from './find-task.ts';
import { toTask } from './task-row.ts';

export async function getTask({ ctx, input }: Call<typeof TaskTarget>): Promise<Task> {
  return toTask(await findTask(ctx, input.taskId));
}
