import type { TaskDecision, TaskState } from '../task-state.ts';

// Tasks before an accepted call, and helpers that tell which fields the call changes.

export const before = '2026-03-01T11:00:00.000Z';
export const now = '2026-03-01T12:00:00.000Z';
export const key = { kind: 'key', id: 'key' } as const;
export const ada = { kind: 'agent', id: 'ada' } as const;

/** Fields that a call may reset have other values than those of a new task. */
export const taskOf = (given: Partial<TaskState> = {}): TaskState => ({
  ...{ id: 'task', title: 'T', description: 'D', projectId: 'project', priority: 'normal', dueDate: null },
  notBefore: null,
  ...{ releasedBy: null, releasedUntil: null },
  ...{ links: [], blockedBy: [], isBlocked: false, openBlockers: 0, cancelledBlockers: 0, dependants: 0 },
  parentId: null,
  externalId: null,
  archivedAt: null,
  ...{
    status: 'todo',
    assignedAgentId: null,
    assignedMemberId: null,
    heldSince: null,
    completedAt: null,
    result: 'earlier result',
  },
  ...{ leaseSeconds: null, leaseExpiresAt: null, checkAt: null, failuresInRow: 2, needsAttention: null },
  ...{ createdByKind: 'key', createdById: 'key', descriptionByKind: 'key', descriptionById: 'key' },
  ...{
    attempt: 3,
    commentCount: 5,
    archivedWithProject: false,
    version: 7,
    rank: 'r',
    inQueue: true,
    nextSince: before,
    attention: null,
    staleTimes: [86_400, 604_800],
    lastSignAt: null,
  },
  ...{ createdAt: before, updatedAt: before, statusChangedAt: before },
  ...given,
});
export const held = taskOf({
  status: 'in_progress',
  inQueue: false,
  assignedAgentId: 'ada',
  heldSince: before,
  lastSignAt: before,
});
const lease = { leaseSeconds: 60, leaseExpiresAt: '2026-03-01T12:00:30.000Z', checkAt: before };
export const leased = taskOf({ ...held, ...lease });
/** Held under a lease that has just ended. */
export const late = taskOf({ ...leased, leaseExpiresAt: now });
export const done = taskOf({ status: 'done', inQueue: false, assignedAgentId: 'ada', completedAt: before });
export const exhausted = taskOf({ inQueue: false, needsAttention: 'attempts_exhausted' });

export const noLease = { leaseSeconds: null, leaseExpiresAt: null, checkAt: null };
/** The fields that differ after a leased task has gone back to `todo`. */
export const backInTodo = {
  ...{ status: 'todo', assignedAgentId: null, heldSince: null },
  ...{ ...noLease, failuresInRow: 0 },
};

/** The event and the fields that differ afterwards. */
export function changeOf(task: TaskState, decision: TaskDecision) {
  if (typeof decision === 'string') throw new Error(decision);
  const changed = Object.entries(decision.set).filter(
    ([name, value]) => task[name as keyof TaskState] !== value,
  );
  return { event: decision.event, ...Object.fromEntries(changed) };
}

/** The fields after a release by Ada, from whom the task is withheld for 10 minutes. */
export const releasedByAda = { releasedBy: ['ada'], releasedUntil: '2026-03-01T12:10:00.000Z' };
