import { decideMove, isClosed, type MoveTask, type Task } from '@crewboard/contracts';
import type { z } from 'zod';
import type { VerbContext } from '../verb-context.ts';
import { changeTask } from './change/change-task.ts';
import { asAssigned } from './change/pauses.ts';
import { stopsOf } from './change/read-task.ts';
import { toTask } from './task-row.ts';

type Call = { ctx: VerbContext; input: z.output<typeof MoveTask> & { version?: number } };

/**
 * Moves a task from any status to any. `todo` clears assignment and claim; the current status changes nothing. With
 * `version`, a task in any other version is a 412.
 */
export async function moveTask({ ctx, input }: Call): Promise<Task> {
  const { taskId, status, version, attempt = null } = input;
  const versions = version === undefined ? ctx.ifMatch : [version];
  const startedBy = ctx.actor.kind === 'agent' ? { agentId: ctx.actor.id } : asAssigned;
  const call = { caller: ctx.actor, status, versions, attempt };
  const { task, unblocked = [] } = await changeTask(ctx, taskId, {
    decide(task, now) {
      const hasAssigneeLeft = task.hasAssigneeLeft ?? false;
      return decideMove(task, { ...call, hasAssigneeLeft, ...stopsOf(task) }, now);
    },
    readsPausesOf: status === 'in_progress' ? startedBy : undefined,
    readsDeparture: !isClosed({ status }),
    isAttemptMissing: attempt === null,
  });
  for (const each of [task, ...unblocked]) ctx.taskArrivals.report(ctx.actor.teamId, each);
  return toTask(task);
}
