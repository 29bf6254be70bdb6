import { decideFailure, type FailTask, type Task } from '@crewboard/contracts';
import type { AgentActor } from '../../auth/actor.ts';
import type { Call } from '../verb-context.ts';
import { changeTask } from './change/change-task.ts';
import { maxAttemptsOf } from './change/read-task.ts';
import { toTask } from './task-row.ts';

/**
 * Ends the holder's attempt as failed: the task is back in `todo`, and nobody gets it before `notBefore`. After as many
 * failures in a row as the project allows, it gets `needsAttention`.
 */
export async function failTask({ ctx, input }: Call<typeof FailTask, AgentActor>): Promise<Task> {
  const { taskId, reason, retryAfterSeconds = null, attempt = null } = input;
  const call = { agentId: ctx.actor.id, reason, retryAfterSeconds, attempt, versions: ctx.ifMatch };
  const { task } = await changeTask(ctx, taskId, {
    decide: (task, now) => decideFailure(task, { ...call, maxAttempts: maxAttemptsOf(task) }, now),
    readsAttemptLimit: true,
  });
  ctx.taskArrivals.report(ctx.actor.teamId, task);
  return toTask(task);
}
