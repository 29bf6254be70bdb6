import { type BoardTask, findReasonOfRow, type TaskNext, type TaskState } from '@crewboard/contracts';
import { isClaimed } from '../changes/task-changes.ts';
import { isSameWait } from '../next-actor.ts';

/** Who acts next on a task, as far as the page knows. */
export type ShownNext = Pick<TaskNext, 'reason' | 'since' | 'was' | 'deadline' | 'paused'>;

/**
 * Who acts next, to show beside `task`: as the service told it in `read`, if both versions of the task wait for the
 * same. Otherwise as the task itself tells it: `read` may be older than a change of this page, or newer than the last
 * event that this page has received.
 */
export function shownNext(
  task: BoardTask,
  read: (BoardTask & { next?: TaskNext | null | undefined }) | undefined,
  now: string,
): ShownNext | null {
  return read?.next !== undefined && isSameWait(read, task) ? read.next : expectedNext(task, now);
}

/**
 * Who acts next by the fields of the task alone, which say nothing of pauses, stale tasks and cancelled blockers: a
 * task that waits for a cancelled blocker counts as blocked. Null for a task that is closed or archived.
 */
function expectedNext(task: BoardTask, now: string): ShownNext | null {
  const { statusChangedAt, updatedAt } = task;
  // The rule also reads `heldSince` and `cancelledBlockers`, which no response has: without the latter it takes no
  // blocker for cancelled.
  const state = { ...task, heldSince: isClaimed(task) ? statusChangedAt : null } as TaskState;
  const reason = findReasonOfRow(state, now)?.reason;
  if (!reason) return null;
  return { reason, since: task.status === 'in_progress' ? statusChangedAt : updatedAt };
}
