import { addSeconds } from './task-conditions.ts';
import { hasOtherVersion, type Precondition } from './task-rules.ts';
import type { TaskDecision, TaskState } from './task-state.ts';
import { isClosed } from './task-status.ts';

// Rules of archiving and restoring tasks, alone or with their project.

const secondsPerDay = 86_400;

/**
 * Archives a task, unless it is in progress. A task that was archived with its project then stays in the archive when
 * the project is restored. That has no event: readers see no change, and each 'task.archived' counts as one task less.
 */
export function decideArchival(task: TaskState, call: Precondition, now: string): TaskDecision {
  if (task.archivedAt && !task.archivedWithProject) return 'keep';
  if (task.status === 'in_progress') return 'TASK_ALREADY_CLAIMED';
  if (hasOtherVersion(task, call)) return 'PRECONDITION_FAILED';
  if (task.archivedAt) return { event: null, set: { archivedWithProject: false } };
  return { event: 'task.archived', set: { archivedAt: now, archivedWithProject: false } };
}

/**
 * Archives a task after its project was archived. A task in progress is archived later, when it has left `in_progress`;
 * a task that was moved to another project is not, nor a task whose project was restored since.
 */
export function decideArchivalWithProject(
  task: TaskState,
  { projectId, isProjectArchived }: { projectId: string; isProjectArchived: boolean },
  now: string,
): TaskDecision {
  if (!isProjectArchived || task.projectId !== projectId) return 'keep';
  if (task.archivedAt || task.status === 'in_progress') return 'keep';
  return {
    event: 'task.archived',
    set: { archivedAt: now, archivedWithProject: true },
    reason: 'Archived with its project.',
  };
}

/** Whether a task was closed at least this many days ago; false without days. */
const wasClosedBefore = (task: TaskState, days: number | null, now: string): boolean =>
  days !== null && isClosed(task) && task.statusChangedAt < addSeconds(now, -days * secondsPerDay);

/**
 * Archives a task that was closed `days` ago, as its project says (`archiveAfterDays`). A task reopened since stays.
 */
export function decideArchivalOfClosed(
  task: TaskState,
  { days }: { days: number },
  now: string,
): TaskDecision {
  if (task.archivedAt || !wasClosedBefore(task, days, now)) return 'keep';
  return {
    event: 'task.archived',
    set: { archivedAt: now, archivedWithProject: false },
    reason: `Archived ${days} ${days === 1 ? 'day' : 'days'} after it was closed.`,
  };
}

type Restoration = Precondition & {
  isProjectArchived?: boolean;
  /** The assigned person, if they have left the team since. */
  departedId?: string | null;
  /** After how many days the project archives closed tasks; null: never. */
  archiveAfterDays?: number | null;
};

/**
 * The task is as it was before it was archived, with two exceptions. An open task is unassigned from a person who has
 * left the team. A closed task that its project would archive again at once counts as closed now.
 */
export function decideRestoration(task: TaskState, call: Restoration, now: string): TaskDecision {
  if (!task.archivedAt) return 'keep';
  if (call.isProjectArchived) return 'TASK_ARCHIVED';
  if (hasOtherVersion(task, call)) return 'PRECONDITION_FAILED';
  const set = restoredFields(task, call);
  const wouldBeArchivedAgain = wasClosedBefore(task, call.archiveAfterDays ?? null, now);
  return { event: 'task.restored', set: wouldBeArchivedAgain ? { ...set, statusChangedAt: now } : set };
}

/**
 * Restores a task after its project was restored, if it was archived with the project. Not if the project was archived
 * again.
 */
export function decideRestorationWithProject(
  task: TaskState,
  call: Pick<Restoration, 'departedId' | 'isProjectArchived'>,
): TaskDecision {
  if (call.isProjectArchived || !task.archivedAt || !task.archivedWithProject) return 'keep';
  return { event: 'task.restored', set: restoredFields(task, call), reason: 'Restored with its project.' };
}

function restoredFields(
  task: TaskState,
  { departedId }: Pick<Restoration, 'departedId'>,
): Partial<TaskState> {
  const isDeparted = departedId && departedId === task.assignedMemberId && !isClosed(task);
  return { archivedAt: null, archivedWithProject: false, ...(isDeparted && { assignedMemberId: null }) };
}
