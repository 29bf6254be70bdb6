import { defaultStaleTimes } from '../bounds/next-bounds.ts';
import { retryBounds } from '../bounds/retry-bounds.ts';
import type { NamesWith } from '../fields/fields.ts';
import type { taskFields } from '../fields/task-fields.ts';
import type { Task } from '../resources/task.ts';
import {
  addSeconds,
  isBeforeStart,
  isLeaseOver,
  isWithheldFromReleasers,
  withoutReleasers,
} from './task-conditions.ts';
import { type BlockerCounts, noBlockers } from './task-dependency-rules.ts';
import type { TaskCaller, TaskDecision, TaskState } from './task-state.ts';
import { isClosed } from './task-status.ts';

// The rules of a task: each decides what one call does to the task as it was read, at `now`, the clock of the database
// at that read. They have no I/O, no clock and no zod, so that pages run them too
// (docs/decisions/0001-read-decide-write.md). Here: creation, claim, completion, heartbeat, move and comment. Other
// rules: task-update-rules.ts, task-return-rules.ts (release, failure, expired lease), task-archive-rules.ts,
// task-deletion-rules.ts, task-dependency-rules.ts and task-next-rules.ts (who acts next). `settle` in task-settle.ts
// computes the fields that follow from every change.

/** The versions of the task that the caller accepts (`If-Match`); null: any. */
export type Precondition = { versions: readonly number[] | null };
/** The attempt that the caller was given: a fencing token, which a later claim makes stale. Null: not checked. */
export type Fence = { attempt: number | null };
/** What keeps a new attempt from starting: the pause of its agent, project or team, or an archived project. */
export type StartObstacles = { isPaused?: boolean; isProjectArchived?: boolean };

/**
 * The error of a call that would start an attempt which may not start; null if it may. The project is checked as well
 * as the task, because the tasks of an archived project are archived one by one after it.
 */
export function findStartError(task: Task, { isPaused, isProjectArchived }: StartObstacles, now: string) {
  if (isProjectArchived) return 'TASK_ARCHIVED';
  if (isPaused) return 'PAUSED';
  if (isBeforeStart(task, now)) return 'TASK_NOT_CLAIMABLE';
  return task.isBlocked ? 'TASK_BLOCKED' : null;
}

export const isHeldBy = (task: TaskState, agentId: string | null): boolean =>
  task.heldSince !== null && task.assignedAgentId === agentId;
/** Whether another agent, or a person, is assigned. */
export const isAssignedToOther = (
  { assignedAgentId, assignedMemberId }: Task,
  agentId: string | null,
): boolean => assignedMemberId !== null || (assignedAgentId !== null && assignedAgentId !== agentId);
export const isCreatedBy = (task: TaskState, { kind, id }: TaskCaller): boolean =>
  task.createdByKind === kind && task.createdById === id;
export const hasOtherVersion = ({ version }: Task, { versions }: Precondition): boolean =>
  versions !== null && !versions.includes(version);
/** Whether the caller names an attempt that `agentId` does not hold any more. */
export const hasStaleAttempt = (task: TaskState, { attempt }: Fence, agentId: string | null): boolean =>
  attempt !== null && !(attempt === task.attempt && isHeldBy(task, agentId));

/** The error of a call about an attempt of `agentId` that has ended, or of a task that is over; null if neither is. */
export function findEndError(task: TaskState, call: Fence, agentId: string | null) {
  if (task.archivedAt) return 'TASK_ARCHIVED';
  if (hasStaleAttempt(task, call, agentId)) return 'STALE_CLAIM';
  if (task.status === 'done') return 'TASK_ALREADY_COMPLETED';
  return task.status === 'cancelled' ? 'TASK_CANCELLED' : null;
}

/**
 * The error of a call that only the holder of the task may make; null if `agentId` holds it and its lease has not
 * ended.
 */
export function findHolderError(task: TaskState, call: Fence, agentId: string | null, now: string) {
  const endError = findEndError(task, call, agentId);
  if (endError) return endError;
  if (!isHeldBy(task, agentId)) return 'NOT_CLAIM_HOLDER';
  return isLeaseOver(task, now) ? 'STALE_CLAIM' : null;
}

const earlierOf = (a: string | null, b: string): string => (a !== null && a < b ? a : b);

export const withoutLease = { leaseSeconds: null, leaseExpiresAt: null, checkAt: null };

/** The fields of a task that goes back to `todo`: no agent is assigned or holds it, and no failures count. */
export const inTodo: Partial<TaskState> = {
  ...{ status: 'todo', assignedAgentId: null, heldSince: null, completedAt: null },
  ...{ ...withoutLease, failuresInRow: 0, needsAttention: null },
};

export type NewTask = Pick<Task, 'id' | NamesWith<typeof taskFields, { onCreation: string }>>;

/**
 * A task as it is created: in `todo`, also when it is assigned. `notBefore` must lie in the future or be null. The
 * database sets the rank and the times. `blockers` counts the open tasks in `blockedBy`.
 */
export function newTask(
  fields: NewTask,
  { kind, id }: TaskCaller,
  blockers: BlockerCounts = noBlockers,
): TaskState {
  const { assignedMemberId, notBefore } = fields;
  const isBlocked = blockers.openBlockers > 0;
  const isForAgents = assignedMemberId === null && !isBlocked;
  const isAbandoned = assignedMemberId === null && blockers.cancelledBlockers > 0;
  return {
    ...{ ...fields, ...blockers, isBlocked, dependants: 0 },
    ...{ status: 'todo', result: null, attempt: 0, heldSince: null, completedAt: null },
    ...{ ...withoutLease, failuresInRow: 0, lastSignAt: null, needsAttention: null },
    ...{ inQueue: isForAgents && notBefore === null, checkAt: isForAgents ? notBefore : null },
    ...{ nextSince: null, attention: isAbandoned ? 'blocker_cancelled' : null },
    // Not used: the statement that inserts the task reads the times of its project.
    staleTimes: defaultStaleTimes,
    ...{ ...withoutReleasers, archivedAt: null, archivedWithProject: false },
    ...{ createdByKind: kind, createdById: id, descriptionByKind: kind, descriptionById: id },
    ...{ commentCount: 0, version: 1, rank: '', statusChangedAt: '', createdAt: '', updatedAt: '' },
  };
}

type Claim = Precondition & StartObstacles & { agentId: string; leaseSeconds: number | null };

/**
 * An agent claims an open task that nobody holds and that is not assigned to another agent or to a person. Each claim
 * begins a new attempt.
 */
export function decideClaim(task: TaskState, call: Claim, now: string): TaskDecision {
  const { agentId, leaseSeconds } = call;
  if (task.archivedAt) return 'TASK_ARCHIVED';
  if (isClosed(task) || task.needsAttention) return 'TASK_NOT_CLAIMABLE';
  if (isHeldBy(task, agentId) && isLeaseOver(task, now)) return 'STALE_CLAIM';
  if (task.heldSince) return 'TASK_ALREADY_CLAIMED';
  if (isAssignedToOther(task, agentId)) return 'TASK_ASSIGNED_TO_OTHER';
  const startError = findStartError(task, call, now);
  if (startError) return startError;
  if (hasOtherVersion(task, call)) return 'PRECONDITION_FAILED';
  const leaseExpiresAt = leaseSeconds === null ? null : addSeconds(now, leaseSeconds);
  return {
    event: 'task.claimed',
    set: {
      ...{ status: 'in_progress', assignedAgentId: agentId, heldSince: now, attempt: task.attempt + 1 },
      ...{ leaseSeconds, leaseExpiresAt, checkAt: leaseExpiresAt, notBefore: null },
    },
  };
}

type Completion = Precondition & Fence & StartObstacles & { agentId: string; result: string | null };

/** An agent completes a task that it holds or could claim. The same completion sent again changes nothing. */
export function decideCompletion(task: TaskState, call: Completion, now: string): TaskDecision {
  const { agentId, result } = call;
  const isRepetition =
    task.completedAt !== null &&
    task.assignedAgentId === agentId &&
    task.result === result &&
    (call.attempt ?? task.attempt) === task.attempt;
  // Before the check of the archive: a task may be archived as soon as it is completed.
  if (isRepetition) return 'keep';
  const endError = findEndError(task, call, agentId);
  if (endError) return endError;
  if (task.needsAttention) return 'TASK_NOT_CLAIMABLE';
  if (isAssignedToOther(task, agentId)) return task.heldSince ? 'NOT_CLAIM_HOLDER' : 'TASK_ASSIGNED_TO_OTHER';
  if (isLeaseOver(task, now)) return 'STALE_CLAIM';
  const startError = task.heldSince ? null : findStartError(task, call, now);
  if (startError) return startError;
  if (hasOtherVersion(task, call)) return 'PRECONDITION_FAILED';
  return {
    event: 'task.completed',
    set: {
      ...{ ...withoutLease, failuresInRow: 0, needsAttention: null },
      ...{ status: 'done', assignedAgentId: agentId, heldSince: null, completedAt: now },
      // Do not write an equal text again: it may be large.
      ...(result !== task.result && { result }),
      // A completion without a claim is an attempt of its own.
      attempt: task.heldSince ? task.attempt : task.attempt + 1,
      ...(!task.heldSince && { notBefore: null }),
    },
  };
}

/** The holder extends its lease; a claim without a lease stays as it is. Other readers see no change of the task. */
export function decideHeartbeat(
  task: TaskState,
  call: Fence & { agentId: string },
  now: string,
): TaskDecision {
  const holderError = findHolderError(task, call, call.agentId, now);
  if (holderError) return holderError;
  // A heartbeat shows that the agent still works: the task is no longer stale.
  const lastSign = { lastSignAt: now, ...(task.attention === 'stale' && { attention: null }) };
  if (task.leaseSeconds === null) return { event: null, set: lastSign };
  const leaseExpiresAt = addSeconds(now, task.leaseSeconds);
  // Keep the check of the lease sweeper, so that heartbeats update no index. Only a clock that was set back moves it.
  const checkAt = earlierOf(task.checkAt, leaseExpiresAt);
  return { event: null, set: { leaseExpiresAt, checkAt, ...lastSign } };
}

/** Withholds the task from this agent for some time, and from the agents that released it shortly before. */
export function withholdFromReleaser(task: TaskState, agentId: string | null, now: string) {
  if (agentId === null) return withoutReleasers;
  const others = isWithheldFromReleasers(task, now)
    ? (task.releasedBy ?? []).filter((id) => id !== agentId)
    : [];
  return {
    // Sorted, because the tasks that the same agents have released are one group of the queue.
    releasedBy: [...others.slice(0, retryBounds.maxReleasers - 1), agentId].sort(),
    releasedUntil: addSeconds(now, retryBounds.releaseSeconds),
  };
}

type Move = Precondition &
  Fence &
  StartObstacles & {
    caller: TaskCaller;
    status: Task['status'];
    /** Whether the person to whom the task is assigned has left the team. */
    hasAssigneeLeft?: boolean;
    /** Whether the agent to which the task is assigned is deactivated. */
    isAssigneeInactive?: boolean;
  };

/**
 * Whether an agent moves a task that it holds under a lease without naming the attempt or a version. Rejected, because
 * the call may come from a worker of the agent that has lost the claim since.
 */
const isUnfenced = (task: TaskState, { attempt, versions, caller }: Move): boolean =>
  isHeldBy(task, caller.id) && task.leaseSeconds !== null && attempt === null && versions === null;

/**
 * Moves a task from any status to any other.
 * - Agents may not move tasks that another agent holds or that need attention. They may move a task that is assigned to
 *   another agent or to a person only if they created it, and not to `in_progress`.
 * - `todo` unassigns the agent and keeps an assigned person. `in_progress` makes the assigned agent the holder, unless
 *   it is deactivated, and a member who moves an unassigned task its assignee.
 * - Reopening a closed task unassigns a person who has left the team.
 */
export function decideMove(task: TaskState, call: Move, now: string): TaskDecision {
  const { caller, status, hasAssigneeLeft = false, isAssigneeInactive = false } = call;
  const isAgent = caller.kind === 'agent';
  if (task.archivedAt) return 'TASK_ARCHIVED';
  if (hasStaleAttempt(task, call, isAgent ? caller.id : task.assignedAgentId)) return 'STALE_CLAIM';
  if (isAgent) {
    if (task.needsAttention && task.status !== status) return 'TASK_NOT_CLAIMABLE';
    if (isAssignedToOther(task, caller.id)) {
      if (task.heldSince) return 'NOT_CLAIM_HOLDER';
      if (!isCreatedBy(task, caller) || status === 'in_progress') return 'TASK_ASSIGNED_TO_OTHER';
    }
    if (task.status !== status && isUnfenced(task, call)) return 'STALE_CLAIM';
    if (isHeldBy(task, caller.id) && isLeaseOver(task, now)) return 'STALE_CLAIM';
  }
  const isHeldAfterwards = status === 'in_progress' && task.assignedAgentId !== null;
  // An agent that moves an unassigned task also begins to work on it, although nobody holds the task afterwards.
  const isStart = status === 'in_progress' && status !== task.status && (isAgent || isHeldAfterwards);
  if (isStart && isAssigneeInactive) return 'VALIDATION_ERROR';
  const startError = isStart ? findStartError(task, call, now) : null;
  if (startError) return startError;
  if (hasOtherVersion(task, call)) return 'PRECONDITION_FAILED';
  if (task.status === status) return 'keep';
  // A holder that moves its task to `todo` releases it.
  const isReleaseByHolder = status === 'todo' && isHeldBy(task, caller.id);
  // The lease sweeper unassigns the open tasks of people who left; closed tasks keep them until they are reopened.
  const isOfDeparted = hasAssigneeLeft && isClosed(task) && !isClosed({ status });
  const isOfNobody = task.assignedAgentId === null && (task.assignedMemberId === null || isOfDeparted);
  const assignsCaller = caller.kind === 'member' && status === 'in_progress' && isOfNobody;
  return {
    event: 'task.moved',
    set: {
      ...(isOfDeparted && { assignedMemberId: null }),
      ...(assignsCaller && { assignedMemberId: caller.id }),
      ...{ ...inTodo, status, assignedAgentId: status === 'todo' ? null : task.assignedAgentId },
      heldSince: isHeldAfterwards ? now : null,
      attempt: isHeldAfterwards ? task.attempt + 1 : task.attempt,
      ...(isHeldAfterwards && { notBefore: null }),
      // A person or a key that moves the task has dealt with its releases and failures; an agent must not reset them.
      ...(isAgent ? isReleaseByHolder && withholdFromReleaser(task, caller.id, now) : withoutReleasers),
      failuresInRow: isAgent ? task.failuresInRow : 0,
    },
  };
}

/**
 * A comment changes only the count of comments. The row must change, because the writes of the row put its events into
 * their order in the log (docs/decisions/0006-one-log.md).
 */
export const decideComment = (task: TaskState): TaskDecision =>
  task.archivedAt
    ? 'TASK_ARCHIVED'
    : { event: 'task.commented', set: { commentCount: task.commentCount + 1 } };
