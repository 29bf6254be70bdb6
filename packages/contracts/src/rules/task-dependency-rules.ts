import type { Task } from '../resources/task.ts';
import type { TaskDecision, TaskState } from './task-state.ts';

// What a task does to those that wait for it: further rules, beside those of task-rules.ts.

/** How many of the tasks that a task waits for are not done, and how many of those nobody works on. */
export type BlockerCounts = Pick<TaskState, 'openBlockers' | 'cancelledBlockers'>;
export const noBlockers: BlockerCounts = { openBlockers: 0, cancelledBlockers: 0 };

/** How the task counts for each that waits for it. A cancelled one keeps them blocked, and so does an archived one. */
export function countAsBlocker({ status, archivedAt }: Pick<Task, 'status' | 'archivedAt'>): BlockerCounts {
  if (status === 'done') return noBlockers;
  const isOfNobody = status === 'cancelled' || archivedAt !== null;
  return { openBlockers: 1, cancelledBlockers: isOfNobody ? 1 : 0 };
}

/** What a task waits for, all in all. */
export const countBlockers = (blockers: readonly Pick<Task, 'status' | 'archivedAt'>[]): BlockerCounts =>
  blockers.map(countAsBlocker).reduce(
    (sum, each) => ({
      openBlockers: sum.openBlockers + each.openBlockers,
      cancelledBlockers: sum.cancelledBlockers + each.cancelledBlockers,
    }),
    noBlockers,
  );

/** Whether a change of the task changes the counts of those that wait for it. */
export const countsOtherwise = (before: TaskState, after: TaskState): boolean => {
  const counted = countAsBlocker(before);
  const counts = countAsBlocker(after);
  return (
    counted.openBlockers !== counts.openBlockers || counted.cancelledBlockers !== counts.cancelledBlockers
  );
};

/** Whether a change starts an attempt of a task that waits for others once it is made: with what it is to wait for. */
export const startsBlocked = (before: TaskState, after: TaskState): boolean =>
  after.isBlocked && after.attempt !== before.attempt;

/**
 * The task after some that it waits for counted as `before`, and now count as `after`. Others are told where it becomes
 * blocked, or no longer is: in any status, and in the archive as well.
 */
export function decideBlockers(task: TaskState, before: BlockerCounts, after: BlockerCounts): TaskDecision {
  const openBlockers = task.openBlockers + after.openBlockers - before.openBlockers;
  const cancelledBlockers = task.cancelledBlockers + after.cancelledBlockers - before.cancelledBlockers;
  if (openBlockers === task.openBlockers && cancelledBlockers === task.cancelledBlockers) return 'keep';
  const isBlocked = openBlockers > 0;
  const set = { openBlockers, cancelledBlockers };
  if (isBlocked === task.isBlocked) return { event: null, set };
  return { event: isBlocked ? 'task.blocked' : 'task.unblocked', set: { ...set, isBlocked } };
}
