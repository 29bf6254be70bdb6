import { later } from './task-conditions.ts';
import { hasOtherVersion, type Precondition } from './task-rules.ts';
import type { TaskDecision, TaskState } from './task-state.ts';
import { isClosed } from './task-status.ts';

// What an archive and a restoration do to a task: further rules, beside those of task-rules.ts.

const secondsPerDay = 86_400;

/** Archives what nobody works on, so that no list and no board has it. */
export function decideArchival(task: TaskState, call: Precondition, now: string): TaskDecision {
  if (task.archivedAt) return 'keep';
  if (task.status === 'in_progress') return 'TASK_ALREADY_CLAIMED';
  if (hasOtherVersion(task, call)) return 'PRECONDITION_FAILED';
  return { event: 'task.archived', set: { archivedAt: now, archivedWithProject: false } };
}

/** The project was archived. What is in progress is archived once it is no longer, and what has left the project stays. */
export function decideArchivalWithProject(
  task: TaskState,
  { projectId }: { projectId: string },
  now: string,
): TaskDecision {
  if (task.archivedAt || task.status === 'in_progress' || task.projectId !== projectId) return 'keep';
  return {
    event: 'task.archived',
    set: { archivedAt: now, archivedWithProject: true },
    reason: 'Archived with its project.',
  };
}

/** Whether a task was closed at least so many days ago; never without days. */
const isOverdue = (task: TaskState, days: number | null, now: string): boolean =>
  days !== null && isClosed(task) && task.statusChangedAt < later(now, -days * secondsPerDay);

/** The project archives by itself what was closed `days` ago. What was reopened meanwhile stays. */
export function decideArchivalOfClosed(
  task: TaskState,
  { days }: { days: number },
  now: string,
): TaskDecision {
  if (task.archivedAt || !isOverdue(task, days, now)) return 'keep';
  return {
    event: 'task.archived',
    set: { archivedAt: now, archivedWithProject: false },
    reason: `Archived ${days} ${days === 1 ? 'day' : 'days'} after it was closed.`,
  };
}

type Restoration = Precondition & {
  isProjectArchived?: boolean;
  /** The assigned person, where they have left the team since. */
  departedId?: string | null;
  /** After how many days the project archives what is closed; null: never. */
  archiveAfterDays?: number | null;
};

/**
 * The task is as it was before, but for a person who has left the team since: an open task is unassigned then. A closed one
 * that its project would archive again at once counts as closed now.
 */
export function decideRestoration(task: TaskState, call: Restoration, now: string): TaskDecision {
  if (!task.archivedAt) return 'keep';
  if (call.isProjectArchived) return 'TASK_ARCHIVED';
  if (hasOtherVersion(task, call)) return 'PRECONDITION_FAILED';
  const set = restored(task, call);
  const isDue = isOverdue(task, call.archiveAfterDays ?? null, now);
  return { event: 'task.restored', set: isDue ? { ...set, statusChangedAt: now } : set };
}

/** The project was restored: what was archived with it comes back, and nothing else. */
export function decideRestorationWithProject(
  task: TaskState,
  call: Pick<Restoration, 'departedId'>,
): TaskDecision {
  if (!task.archivedAt || !task.archivedWithProject) return 'keep';
  return { event: 'task.restored', set: restored(task, call), reason: 'Restored with its project.' };
}

function restored(task: TaskState, { departedId }: Pick<Restoration, 'departedId'>): Partial<TaskState> {
  const isDeparted = departedId && departedId === task.assignedMemberId && !isClosed(task);
  return { archivedAt: null, archivedWithProject: false, ...(isDeparted && { assignedMemberId: null }) };
}
