import { type ClaimTask, decideClaim, type Task } from '@crewboard/contracts';
import type { AgentActor } from '../../auth/actor.ts';
import type { Call } from '../verb-context.ts';
import { changeTask } from './change/change-task.ts';
import { stopsOf } from './change/read-task.ts';
import { toTask } from './task-row.ts';

/**
 * Gives the task to the calling agent alone: every other claim is a 409. With `leaseSeconds`, the claim ends with its
 * lease.
 */
export async function claimTask({ ctx, input }: Call<typeof ClaimTask, AgentActor>): Promise<Task> {
  const { taskId, leaseSeconds = null } = input;
  const call = { agentId: ctx.actor.id, leaseSeconds, versions: ctx.ifMatch };
  const { task } = await changeTask(ctx, taskId, {
    decide: (task, now) => decideClaim(task, { ...call, ...stopsOf(task) }, now),
    readsStopsOf: { agentId: ctx.actor.id },
  });
  return toTask(task);
}
