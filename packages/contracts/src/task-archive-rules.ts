import { hasOtherVersion, isClosed, type Precondition } from './task-rules.ts';
import type { TaskDecision, TaskState } from './task-state.ts';

// What an archive and a restoration do to a task: further rules, beside those of task-rules.ts.

/** Archives what nobody works on, so that no list and no board has it. */
export function decideArchival(
  task: TaskState,
  call: Precondition & { reason?: string; withProject?: boolean },
  now: string,
): TaskDecision {
  if (task.archivedAt) return 'keep';
  if (task.status === 'in_progress') return 'TASK_ALREADY_CLAIMED';
  if (hasOtherVersion(task, call)) return 'PRECONDITION_FAILED';
  return {
    event: 'task.archived',
    set: { archivedAt: now, archivedWithProject: call.withProject ?? false },
    ...(call.reason && { reason: call.reason }),
  };
}

type Restoration = Precondition & {
  isProjectArchived?: boolean;
  /** The assigned person, where they have left the team since. */
  departedId?: string | null;
  /** The project archives what was closed so long ago. */
  isOverdue?: boolean;
  reason?: string;
};

/**
 * The task is as it was before, but for a person who has left the team since: an open task is nobody's then. The days after
 * which its project archives a closed one begin anew.
 */
export function decideRestoration(task: TaskState, call: Restoration, now: string): TaskDecision {
  if (!task.archivedAt) return 'keep';
  if (call.isProjectArchived) return 'TASK_ARCHIVED';
  if (hasOtherVersion(task, call)) return 'PRECONDITION_FAILED';
  const isDeparted = call.departedId && call.departedId === task.assignedMemberId && !isClosed(task);
  return {
    event: 'task.restored',
    set: {
      ...{ archivedAt: null, archivedWithProject: false },
      ...(isDeparted && { assignedMemberId: null }),
      ...(call.isOverdue && isClosed(task) && { statusChangedAt: now }),
    },
    ...(call.reason && { reason: call.reason }),
  };
}
