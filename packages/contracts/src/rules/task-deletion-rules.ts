import type { TaskState } from './task-state.ts';
import { isClosed } from './task-status.ts';

/** Whether the task has been put away or has ended, so that nobody loses work that goes on. */
export const canBeDeleted = (task: Pick<TaskState, 'status' | 'archivedAt'>): boolean =>
  task.archivedAt !== null || isClosed(task);

/** Why a task is not deleted: it is open, or open tasks wait for it and would never learn that it is not done. */
export type DeletionObstacle = 'open' | 'waited_for';

/** `openDependants`: how many open tasks wait for the task. */
export function obstacleToDeletion(
  task: Pick<TaskState, 'status' | 'archivedAt'>,
  { openDependants }: { openDependants: number },
): DeletionObstacle | null {
  if (!canBeDeleted(task)) return 'open';
  return task.status !== 'done' && openDependants > 0 ? 'waited_for' : null;
}

/** The task no longer waits for one that is deleted, which is in the way of nothing any more. */
export const withoutBlocker = (task: Pick<TaskState, 'blockedBy'>, blockerId: string) => ({
  blockedBy: task.blockedBy.filter((id) => id !== blockerId),
});
