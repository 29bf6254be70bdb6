import { decideRelease, type ReleaseTask, type Task } from '@crewboard/contracts';
import type { Call } from '../verb-context.ts';
import { changeTask } from './change/change-task.ts';
import { toTask } from './task-row.ts';

/** Puts a task back to `todo`: an agent its own claim, a person or key any task. Also clears `needsAttention`. */
export async function releaseTask({ ctx, input }: Call<typeof ReleaseTask>): Promise<Task> {
  const { taskId, reason, attempt = null } = input;
  const call = { caller: ctx.actor, reason: reason || null, attempt, versions: ctx.ifMatch };
  const { task } = await changeTask(ctx, taskId, { decide: (task, now) => decideRelease(task, call, now) });
  ctx.taskArrivals.report(ctx.actor.teamId, task);
  return toTask(task);
}
