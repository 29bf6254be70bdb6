import { decideHeartbeat, type HeartbeatTask, type Task } from '@crewboard/contracts';
import type { z } from 'zod';
import type { AgentActor } from '../../auth/actor.ts';
import type { VerbContext } from '../verb-context.ts';
import { changeTask } from './change/change-task.ts';
import { toTask } from './task-row.ts';

type Call = { ctx: VerbContext<AgentActor>; input: z.output<typeof HeartbeatTask> };

/**
 * The lease of the calling agent's claim ends as long from now as it was given at first. Writes no event: open boards
 * are told by the lease feed.
 */
export async function heartbeatTask({ ctx, input }: Call): Promise<Task> {
  const { taskId, attempt = null } = input;
  const call = { agentId: ctx.actor.id, attempt };
  const changed = await changeTask(ctx, taskId, { decide: (task, now) => decideHeartbeat(task, call, now) });
  const task = toTask(changed.task);
  const { leaseExpiresAt } = task;
  if (leaseExpiresAt)
    ctx.leaseFeed.report(ctx.actor.teamId, { taskId, attempt: task.attempt, leaseExpiresAt });
  return task;
}
