import { decideMove, isClosed, type MoveTask, type Task } from '@crewboard/contracts';
import type { z } from 'zod';
import { type AppError, invalid } from '../../errors.ts';
import type { VerbContext } from '../verb-context.ts';
import { changeTask } from './change/change-task.ts';
import { agentAndProjectOfTask } from './change/pauses.ts';
import { type SeenTask, stopsOf } from './change/read-task.ts';
import { toTask } from './task-row.ts';

/** `version`: the dashboard sends the version in the input, REST in `If-Match`. */
type Call = { ctx: VerbContext; input: z.output<typeof MoveTask> & { version?: number } };

/**
 * Moves a task from any status to any other; a move to the current status changes nothing. A move to `todo` ends the
 * claim and unassigns the agent, but not a person. Throws PRECONDITION_FAILED if the task has another version, and
 * VALIDATION_ERROR if a deactivated agent would hold the task.
 */
export async function moveTask({ ctx, input }: Call): Promise<Task> {
  const { taskId, status, version, attempt = null } = input;
  const versions = version === undefined ? ctx.ifMatch : [version];
  // An agent starts the task itself, other callers for its assigned agent.
  const stopsOfStarter = ctx.actor.kind === 'agent' ? { agentId: ctx.actor.id } : agentAndProjectOfTask;
  const call = { caller: ctx.actor, status, versions, attempt };
  const { task, unblocked = [] } = await changeTask(ctx, taskId, {
    decide(task, now) {
      const decision = decideMove(task, { ...call, ...assigneeOf(task), ...stopsOf(task) }, now);
      if (decision === 'VALIDATION_ERROR') throw inactiveAssignee();
      return decision;
    },
    readsStopsOf: status === 'in_progress' ? stopsOfStarter : undefined,
    // Reopening a closed task unassigns a person who has left, and a start needs an active agent.
    readsAssignee: !isClosed({ status }),
    // The error STALE_CLAIM then asks for the attempt, without which a late worker could move the task.
    isAttemptMissing: attempt === null,
  });
  // For agents that wait for a task. Boards and webhooks read the log instead.
  for (const each of [task, ...unblocked]) ctx.taskArrivals.report(ctx.actor.teamId, each);
  return toTask(task);
}

const assigneeOf = ({ hasAssigneeLeft, isAssigneeInactive }: SeenTask) => ({
  hasAssigneeLeft: hasAssigneeLeft ?? false,
  isAssigneeInactive: isAssigneeInactive ?? false,
});

const inactiveAssignee = (): AppError =>
  invalid([
    {
      path: 'status',
      message:
        'cannot be in_progress while the agent that the task is assigned to is deactivated: assign the task to another agent or to a person, or reactivate the agent',
    },
  ]);
