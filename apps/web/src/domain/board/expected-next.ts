import { type BoardTask, reasonOfRow, type TaskNext, type TaskState } from '@crewboard/contracts';
import { isHeld } from './task-changes.ts';

/** Who acts next, as far as the page knows. */
export type ShownNext = Pick<TaskNext, 'reason' | 'since' | 'was' | 'deadline' | 'paused'>;

/**
 * What the task itself tells of who acts next, from a change until the service tells the rest: whether something is paused or
 * stale. Null for a task that is closed or archived.
 */
export function expectedNext(task: BoardTask, now: string): ShownNext | null {
  const { statusChangedAt, updatedAt } = task;
  const state = { ...task, heldSince: isHeld(task) ? statusChangedAt : null } as TaskState;
  const reason = reasonOfRow(state, now)?.reason;
  if (!reason) return null;
  return { reason, since: task.status === 'in_progress' ? statusChangedAt : updatedAt };
}
