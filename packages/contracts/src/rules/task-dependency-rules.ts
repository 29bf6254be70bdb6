import type { Task } from '../resources/task.ts';
import type { TaskDecision, TaskState } from './task-state.ts';

// How a change of a task affects its dependants, the tasks that wait for it. Each row of a task counts its open
// blockers, so that no rule has to read the blockers.

/** How many blockers of a task are open, and how many of the open ones are cancelled or archived. */
export type BlockerCounts = Pick<TaskState, 'openBlockers' | 'cancelledBlockers'>;
export const noBlockers: BlockerCounts = { openBlockers: 0, cancelledBlockers: 0 };

/** What a task adds to the counts of each dependant. Cancelled and archived tasks keep their dependants blocked. */
export function countAsBlocker({ status, archivedAt }: Pick<Task, 'status' | 'archivedAt'>): BlockerCounts {
  if (status === 'done') return noBlockers;
  const isAbandoned = status === 'cancelled' || archivedAt !== null;
  return { openBlockers: 1, cancelledBlockers: isAbandoned ? 1 : 0 };
}

/** The counts of a task with these blockers. */
export const countBlockers = (blockers: readonly Pick<Task, 'status' | 'archivedAt'>[]): BlockerCounts =>
  blockers.map(countAsBlocker).reduce(
    (sum, each) => ({
      openBlockers: sum.openBlockers + each.openBlockers,
      cancelledBlockers: sum.cancelledBlockers + each.cancelledBlockers,
    }),
    noBlockers,
  );

/** Whether a change of the task changes the counts of its dependants. */
export const changesBlockerCounts = (before: TaskState, after: TaskState): boolean => {
  const was = countAsBlocker(before);
  const is = countAsBlocker(after);
  return was.openBlockers !== is.openBlockers || was.cancelledBlockers !== is.cancelledBlockers;
};

/**
 * Whether a change starts an attempt and leaves the task blocked, for example by blockers that the same change adds.
 */
export const startsBlocked = (before: TaskState, after: TaskState): boolean =>
  after.isBlocked && after.attempt !== before.attempt;

/**
 * Updates the counts of a dependant after the counts of some of its blockers changed from `before` to `after`. There is
 * an event only if the task becomes blocked or is no longer blocked, in any status and also if it is archived.
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
