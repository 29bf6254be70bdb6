import type { NextFacts } from '../task-next-rules.ts';
import { newTask } from '../task-rules.ts';
import type { TaskDecision, TaskState } from '../task-state.ts';

// Tasks in the situations that the rules distinguish, and callers.

export const now = '2026-03-01T12:00:00.000Z';
export const earlier = '2026-03-01T11:59:59.999Z';
export const later = '2026-03-01T12:00:00.001Z';

export const ada = { kind: 'agent', id: 'ada' } as const;
export const key = { kind: 'key', id: 'key' } as const;
export const member = { kind: 'member', id: 'member' } as const;

const fields = {
  ...{ id: 'task', title: 'T', description: null, projectId: 'project', dueDate: null, notBefore: null },
  ...{ links: [], blockedBy: [] },
  parentId: null,
  externalId: null,
};
export const taskOf = (given: Partial<TaskState> = {}): TaskState => ({
  ...newTask({ ...fields, assignedAgentId: null, assignedMemberId: null, priority: 'normal' }, key),
  ...{ version: 4, attempt: 3, nextSince: earlier, statusChangedAt: earlier, ...given },
});
export const assignedTo = (agentId: string, given: Partial<TaskState> = {}) =>
  taskOf({ assignedAgentId: agentId, ...given });
export const heldBy = (agentId: string, given: Partial<TaskState> = {}) =>
  assignedTo(agentId, { status: 'in_progress', heldSince: earlier, lastSignAt: earlier, ...given });
const leaseUntil = (leaseExpiresAt: string) =>
  ({ leaseSeconds: 60, leaseExpiresAt, checkAt: leaseExpiresAt }) as const;
/** The fields of a lease that lasts. */
export const running = leaseUntil(later);
/** The fields of a lease that has just ended. */
export const over = leaseUntil(now);
export const completedBy = (agentId: string, result: string | null = null) =>
  assignedTo(agentId, { status: 'done', completedAt: earlier, result });
export const needsAttention = { needsAttention: 'attempts_exhausted' } as const;
export const done = { status: 'done' } as const;
export const cancelled = { status: 'cancelled' } as const;
/** A task that was moved to `in_progress` and that no agent holds. */
export const unheld = { status: 'in_progress' } as const;

/** Preconditions that the version of the task (4) fails and meets. */
export const oldVersion = { versions: [3, 5] };
export const itsVersion = { versions: [3, 4] };

/** The error, `keep`, or the event of the change. */
export const outcomeOf = (decision: TaskDecision) =>
  typeof decision === 'string' ? decision : decision.event;

/** The facts about a task that neither a pause nor its agent keeps from being started. */
export const noFacts: NextFacts = { paused: null, agentStoppedAt: null, resumedAt: null, openBlockerIds: [] };

/** The task without the fields that task-next-rules.test.ts tests. */
export const withoutWait = <Given extends Partial<TaskState>>({
  nextSince: _since,
  attention: _attention,
  checkAt: _checkAt,
  ...task
}: Given) => task;
