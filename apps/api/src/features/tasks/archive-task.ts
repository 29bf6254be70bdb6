import { decideArchival, type Task, type TaskTarget } from '@crewboard/contracts';
import type { z } from 'zod';
import type { VerbContext } from '../verb-context.ts';
import { changeTask } from './change/change-task.ts';
import { toTask } from './task-row.ts';

type Call = { ctx: VerbContext; input: z.output<typeof TaskTarget> };

/** Archives a task that nobody works on. Archiving an archived task changes nothing. */
export async function archiveTask({ ctx, input: { taskId } }: Call): Promise<Task> {
  const { task } = await changeTask(ctx, taskId, {
    decide: (task, now) => decideArchival(task, { versions: ctx.ifMatch }, now),
  });
  return toTask(task);
}
