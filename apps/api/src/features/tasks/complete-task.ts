import { type CompleteTask, decideCompletion, type Task } from '@crewboard/contracts';
import type { AgentActor } from '../../auth/actor.ts';
import type { Call } from '../verb-context.ts';
import { changeTask } from './change/change-task.ts';
import { stopsOf } from './change/read-task.ts';
import { toTask } from './task-row.ts';

/** Stores the result and closes the task. Repeating the same completion returns the task and writes no second event. */
export async function completeTask({ ctx, input }: Call<typeof CompleteTask, AgentActor>): Promise<Task> {
  const { taskId, result = null, attempt = null } = input;
  const call = { agentId: ctx.actor.id, result, attempt, versions: ctx.ifMatch };
  const { task, unblocked = [] } = await changeTask(ctx, taskId, {
    decide: (task, now) => decideCompletion(task, { ...call, ...stopsOf(task) }, now),
    readsStopsOf: { agentId: ctx.actor.id },
    comparesTexts: true,
  });
  // Wake agents that wait for a task. Boards and webhooks read the log instead.
  for (const each of unblocked) ctx.taskArrivals.report(ctx.actor.teamId, each);
  return toTask(task);
}
