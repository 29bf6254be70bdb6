import { defaultStaleTimes } from '../bounds/next-bounds.ts';
import { retryBounds } from '../bounds/retry-bounds.ts';
import type { NamesWith } from '../fields/fields.ts';
import type { taskFields } from '../fields/task-fields.ts';
import type { Task } from '../resources/task.ts';
import { isBeforeStart, isLeaseOver, isReleased, later, notReleased } from './task-conditions.ts';
import { type BlockerCounts, noBlockers } from './task-dependency-rules.ts';
import type { TaskCaller, TaskDecision, TaskState } from './task-state.ts';
import { isClosed } from './task-status.ts';

// The rules of a task: what a call does to a task as it was read, at the time of the database at which it was read.
// Without I/O, clock and zod, so that pages run them. Docs: docs/decisions/0001-read-decide-write.md. Updates are in
// task-update-rules.ts, what ends an attempt without a result is in task-return-rules.ts, the archive is in
// task-archive-rules.ts, dependencies are in task-dependency-rules.ts, who acts next is in task-next-rules.ts; what follows
// from each change is in task-settle.ts.

/** The versions that the caller accepts; null: any. */
export type Precondition = { versions: readonly number[] | null };
/** The attempt of which the caller speaks; null: the present one. */
export type Fence = { attempt: number | null };
/** Whether the agent that would start an attempt, the project or the team is paused, or the project is archived. */
export type Start = { isPaused?: boolean; isProjectArchived?: boolean };

/** Why no attempt of the task starts: the tasks of an archived project are archived one after another. */
export function stopOf(task: Task, { isPaused, isProjectArchived }: Start, now: string) {
  if (isProjectArchived) return 'TASK_ARCHIVED';
  if (isPaused) return 'PAUSED';
  if (isBeforeStart(task, now)) return 'TASK_NOT_CLAIMABLE';
  return task.isBlocked ? 'TASK_BLOCKED' : null;
}

export const isHeldBy = (task: TaskState, agentId: string | null): boolean =>
  task.heldSince !== null && task.assignedAgentId === agentId;
/** Whether another agent, or a person, is assigned. */
export const isOfOther = ({ assignedAgentId, assignedMemberId }: Task, agentId: string | null): boolean =>
  assignedMemberId !== null || (assignedAgentId !== null && assignedAgentId !== agentId);
export const isCreatedBy = (task: TaskState, { kind, id }: TaskCaller): boolean =>
  task.createdByKind === kind && task.createdById === id;
export const hasOtherVersion = ({ version }: Task, { versions }: Precondition): boolean =>
  versions !== null && !versions.includes(version);
/** Whether the caller names an attempt that `agentId` does not hold. */
export const isOtherAttempt = (task: TaskState, { attempt }: Fence, agentId: string | null): boolean =>
  attempt !== null && !(attempt === task.attempt && isHeldBy(task, agentId));

const earlierOf = (a: string | null, b: string): string => (a !== null && a < b ? a : b);

export const withoutLease = { leaseSeconds: null, leaseExpiresAt: null, checkAt: null };

export const inTodo: Partial<TaskState> = {
  ...{ status: 'todo', assignedAgentId: null, heldSince: null, completedAt: null },
  ...{ ...withoutLease, failuresInRow: 0, needsAttention: null },
};

export type NewTask = Pick<Task, 'id' | NamesWith<typeof taskFields, { onCreation: string }>>;

/**
 * A new task is in `todo`, also when it is assigned. A time before which no agent may start it lies ahead. The database gives
 * it its rank and its times. `blockers` are those that it waits for.
 */
export const newTask = (
  fields: NewTask,
  { kind, id }: TaskCaller,
  blockers: BlockerCounts = noBlockers,
): TaskState => ({
  ...fields,
  ...{ ...blockers, isBlocked: blockers.openBlockers > 0, dependants: 0 },
  ...{ status: 'todo', result: null, attempt: 0, heldSince: null, completedAt: null },
  ...{ ...withoutLease, failuresInRow: 0, lastSignAt: null, needsAttention: null },
  ...{
    nextSince: null,
    attention:
      blockers.cancelledBlockers > 0 && fields.assignedMemberId === null ? 'blocker_cancelled' : null,
  },
  staleTimes: defaultStaleTimes,
  ...{ ...notReleased, archivedAt: null, archivedWithProject: false },
  ...{ createdByKind: kind, createdById: id, descriptionByKind: kind, descriptionById: id, commentCount: 0 },
  ...{
    version: 1,
    rank: '',
    inQueue: fields.assignedMemberId === null && blockers.openBlockers === 0 && fields.notBefore === null,
    checkAt: fields.assignedMemberId === null && blockers.openBlockers === 0 ? fields.notBefore : null,
    statusChangedAt: '',
    createdAt: '',
    updatedAt: '',
  },
});

type Claim = Precondition & Start & { agentId: string; leaseSeconds: number | null };

/**
 * An agent claims what is open and not held, and not what is assigned to another agent or to a person. Each claim is an
 * attempt.
 */
export function decideClaim(task: TaskState, call: Claim, now: string): TaskDecision {
  const { agentId, leaseSeconds } = call;
  if (task.archivedAt) return 'TASK_ARCHIVED';
  if (isClosed(task) || task.needsAttention) return 'TASK_NOT_CLAIMABLE';
  if (isHeldBy(task, agentId) && isLeaseOver(task, now)) return 'STALE_CLAIM';
  if (task.heldSince) return 'TASK_ALREADY_CLAIMED';
  if (isOfOther(task, agentId)) return 'TASK_ASSIGNED_TO_OTHER';
  const stop = stopOf(task, call, now);
  if (stop) return stop;
  if (hasOtherVersion(task, call)) return 'PRECONDITION_FAILED';
  const leaseExpiresAt = leaseSeconds === null ? null : later(now, leaseSeconds);
  return {
    event: 'task.claimed',
    set: {
      ...{ status: 'in_progress', assignedAgentId: agentId, heldSince: now, attempt: task.attempt + 1 },
      ...{ leaseSeconds, leaseExpiresAt, checkAt: leaseExpiresAt, notBefore: null },
    },
  };
}

type Completion = Precondition & Fence & Start & { agentId: string; result: string | null };

/** An agent completes what it holds or could claim. The same completion sent again changes nothing. */
export function decideCompletion(task: TaskState, call: Completion, now: string): TaskDecision {
  const { agentId, result } = call;
  const isRepetition =
    task.completedAt !== null &&
    task.assignedAgentId === agentId &&
    task.result === result &&
    (call.attempt ?? task.attempt) === task.attempt;
  // Also in the archive, where a task may go as soon as it is completed.
  if (isRepetition) return 'keep';
  if (task.archivedAt) return 'TASK_ARCHIVED';
  if (isOtherAttempt(task, call, agentId)) return 'STALE_CLAIM';
  if (task.status === 'done') return 'TASK_ALREADY_COMPLETED';
  if (task.status === 'cancelled') return 'TASK_CANCELLED';
  if (task.needsAttention) return 'TASK_NOT_CLAIMABLE';
  if (isOfOther(task, agentId)) return task.heldSince ? 'NOT_CLAIM_HOLDER' : 'TASK_ASSIGNED_TO_OTHER';
  if (isLeaseOver(task, now)) return 'STALE_CLAIM';
  const stop = task.heldSince ? null : stopOf(task, call, now);
  if (stop) return stop;
  if (hasOtherVersion(task, call)) return 'PRECONDITION_FAILED';
  return {
    event: 'task.completed',
    set: {
      ...{ ...withoutLease, failuresInRow: 0, needsAttention: null },
      ...{ status: 'done', assignedAgentId: agentId, heldSince: null, completedAt: now },
      // An equal text is not stored again.
      ...(result !== task.result && { result }),
      // What the agent did not hold, it has claimed and completed at once.
      attempt: task.heldSince ? task.attempt : task.attempt + 1,
      ...(!task.heldSince && { notBefore: null }),
    },
  };
}

/** The holder extends its lease, and keeps a claim without one. No change of the task that others see. */
export function decideHeartbeat(
  task: TaskState,
  call: Fence & { agentId: string },
  now: string,
): TaskDecision {
  if (task.archivedAt) return 'TASK_ARCHIVED';
  if (isOtherAttempt(task, call, call.agentId)) return 'STALE_CLAIM';
  if (task.status === 'done') return 'TASK_ALREADY_COMPLETED';
  if (task.status === 'cancelled') return 'TASK_CANCELLED';
  if (!isHeldBy(task, call.agentId)) return 'NOT_CLAIM_HOLDER';
  if (isLeaseOver(task, now)) return 'STALE_CLAIM';
  // Stale work has gone on.
  const lastSign = { lastSignAt: now, ...(task.attention === 'stale' && { attention: null }) };
  if (task.leaseSeconds === null) return { event: null, set: lastSign };
  const leaseExpiresAt = later(now, task.leaseSeconds);
  // It stays as it is, unless the clock was set back.
  const checkAt = earlierOf(task.checkAt, leaseExpiresAt);
  return { event: null, set: { leaseExpiresAt, checkAt, ...lastSign } };
}

/** The task is not handed out to its agent for some time, nor to those that released it before. */
export function releasedBy(task: TaskState, agentId: string | null, now: string) {
  if (agentId === null) return notReleased;
  const others = isReleased(task, now) ? (task.releasedBy ?? []).filter((id) => id !== agentId) : [];
  return {
    releasedBy: [...others.slice(0, retryBounds.maxReleasers - 1), agentId].sort(),
    releasedUntil: later(now, retryBounds.releaseSeconds),
  };
}

type Move = Precondition &
  Fence &
  Start & {
    caller: TaskCaller;
    status: Task['status'];
    /** Whether the person to whom the task is assigned has left the team. */
    hasAssigneeLeft?: boolean;
    /** Whether the agent to which the task is assigned is deactivated. */
    isAssigneeInactive?: boolean;
  };

/** What an agent holds under a lease, a late worker of it must not move: it names its attempt or the version it read. */
const isUnfenced = (task: TaskState, { attempt, versions, caller }: Move): boolean =>
  isHeldBy(task, caller.id) && task.leaseSeconds !== null && attempt === null && versions === null;

/**
 * Any status to any. An agent may not move what another agent holds or what needs attention; what is assigned to another
 * agent or a person only if it created the task, and not so that the other becomes its holder. Back to `todo` clears the
 * assigned agent, and keeps a person; in `in_progress` the assigned agent becomes the holder, and a person who moves a
 * task of nobody its assignee; a deactivated agent becomes no holder. A closed task of a person who has left is nobody's once it is open.
 */
export function decideMove(task: TaskState, call: Move, now: string): TaskDecision {
  const { caller, status, hasAssigneeLeft = false, isAssigneeInactive = false } = call;
  const isAgent = caller.kind === 'agent';
  if (task.archivedAt) return 'TASK_ARCHIVED';
  if (isOtherAttempt(task, call, isAgent ? caller.id : task.assignedAgentId)) return 'STALE_CLAIM';
  if (isAgent) {
    if (task.needsAttention && task.status !== status) return 'TASK_NOT_CLAIMABLE';
    if (isOfOther(task, caller.id)) {
      if (task.heldSince) return 'NOT_CLAIM_HOLDER';
      if (!isCreatedBy(task, caller) || status === 'in_progress') return 'TASK_ASSIGNED_TO_OTHER';
    }
    if (task.status !== status && isUnfenced(task, call)) return 'STALE_CLAIM';
    if (isHeldBy(task, caller.id) && isLeaseOver(task, now)) return 'STALE_CLAIM';
  }
  const isTaken = status === 'in_progress' && task.assignedAgentId !== null;
  const isStart = status === 'in_progress' && status !== task.status && (isAgent || isTaken);
  if (isStart && isAssigneeInactive) return 'VALIDATION_ERROR';
  const stop = isStart ? stopOf(task, call, now) : null;
  if (stop) return stop;
  if (hasOtherVersion(task, call)) return 'PRECONDITION_FAILED';
  if (task.status === status) return 'keep';
  // As a release, which it is.
  const isGivenBack = status === 'todo' && isHeldBy(task, caller.id);
  // An open one is unassigned by the service.
  const isOfDeparted = hasAssigneeLeft && isClosed(task) && !isClosed({ status });
  const isOfNobody = task.assignedAgentId === null && (task.assignedMemberId === null || isOfDeparted);
  const takesIt = caller.kind === 'member' && status === 'in_progress' && isOfNobody;
  return {
    event: 'task.moved',
    set: {
      ...(isOfDeparted && { assignedMemberId: null }),
      ...(takesIt && { assignedMemberId: caller.id }),
      ...{ ...inTodo, status, assignedAgentId: status === 'todo' ? null : task.assignedAgentId },
      ...{ heldSince: isTaken ? now : null, attempt: isTaken ? task.attempt + 1 : task.attempt },
      ...(isTaken && { notBefore: null }),
      ...(isAgent ? isGivenBack && releasedBy(task, caller.id, now) : notReleased),
      failuresInRow: isAgent ? task.failuresInRow : 0,
    },
  };
}

/** A comment changes nothing of the task but its count: its event needs a row that changed (order of the log). */
export const decideComment = (task: TaskState): TaskDecision =>
  task.archivedAt
    ? 'TASK_ARCHIVED'
    : { event: 'task.commented', set: { commentCount: task.commentCount + 1 } };
