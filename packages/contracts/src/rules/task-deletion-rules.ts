import type { TaskState } from './task-state.ts';
import { isClosed } from './task-status.ts';

/**
 * Why a task cannot be deleted. `open`: it is open and not archived, so somebody may lose work. `waited_for`: open
 * tasks wait for it, and would start as if it were done.
 */
type DeletionObstacle = 'open' | 'waited_for';

/** Null if the task can be deleted. `openDependants`: how many open tasks wait for it. */
export function findDeletionObstacle(
  task: Pick<TaskState, 'status' | 'archivedAt'>,
  { openDependants }: { openDependants: number },
): DeletionObstacle | null {
  if (task.archivedAt === null && !isClosed(task)) return 'open';
  return task.status !== 'done' && openDependants > 0 ? 'waited_for' : null;
}

/** The task without the deleted task among its blockers. */
export const withoutBlocker = (task: Pick<TaskState, 'blockedBy'>, blockerId: string) => ({
  blockedBy: task.blockedBy.filter((id) => id !== blockerId),
});
