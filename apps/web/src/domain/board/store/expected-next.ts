import { type BoardTask, findReasonOfRow, type TaskNext, type TaskState } from '@crewboard/contracts';
import { isHeld } from '../changes/task-changes.ts';
import { isSameWait } from '../next-actor.ts';

/** Who acts next, as far as the page knows. */
export type ShownNext = Pick<TaskNext, 'reason' | 'since' | 'was' | 'deadline' | 'paused'>;

/**
 * Who acts next, to be shown beside the task: as the service told it, unless the task that is shown waits for something else. What was
 * read may be older than a change of this page, and newer than the last event that has arrived.
 */
export function shownNext(
  task: BoardTask,
  read: (BoardTask & { next?: TaskNext | null | undefined }) | undefined,
  now: string,
): ShownNext | null {
  return read?.next !== undefined && isSameWait(read, task) ? read.next : expectedNext(task, now);
}

/**
 * What the task itself tells of who acts next, from a change until the service tells the rest: whether something is paused or
 * stale. Null for a task that is closed or archived.
 */
function expectedNext(task: BoardTask, now: string): ShownNext | null {
  const { statusChangedAt, updatedAt } = task;
  const state = { ...task, heldSince: isHeld(task) ? statusChangedAt : null } as TaskState;
  const reason = findReasonOfRow(state, now)?.reason;
  if (!reason) return null;
  return { reason, since: task.status === 'in_progress' ? statusChangedAt : updatedAt };
}
