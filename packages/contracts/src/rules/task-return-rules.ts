import { retryBounds } from '../bounds/retry-bounds.ts';
import { addSeconds, isBeforeStart, isLeaseOver, withoutReleasers } from './task-conditions.ts';
import {
  type Fence,
  findEndError,
  findHolderError,
  hasOtherVersion,
  hasStaleAttempt,
  inTodo,
  isHeldBy,
  type Precondition,
  withholdFromReleaser,
} from './task-rules.ts';
import type { TaskCaller, TaskDecision, TaskState } from './task-state.ts';
import { isClosed } from './task-status.ts';

// Rules that end an attempt without a result, or unassign a task, so that it goes back to `todo`: release, failure,
// expired lease, and the changes that the service makes by itself.

type Release = Precondition & Fence & { caller: TaskCaller; reason: string | null };

/** An agent releases a task that it holds; people and keys release any. A task that needs attention no longer does. */
export function decideRelease(task: TaskState, call: Release, now: string): TaskDecision {
  const { caller, reason } = call;
  const isAgent = caller.kind === 'agent';
  const endError = findEndError(task, call, isAgent ? caller.id : task.assignedAgentId);
  if (endError) return endError;
  if (isAgent && !isHeldBy(task, caller.id)) return 'NOT_CLAIM_HOLDER';
  if (isAgent && isLeaseOver(task, now)) return 'STALE_CLAIM';
  if (hasOtherVersion(task, call)) return 'PRECONDITION_FAILED';
  if (task.status !== 'in_progress' && !task.needsAttention) return 'keep';
  // Keep the failures in a row: an agent that gives up must not reset them, as a person does.
  const set = isAgent
    ? { ...inTodo, failuresInRow: task.failuresInRow, ...withholdFromReleaser(task, caller.id, now) }
    : { ...inTodo, ...withoutReleasers };
  return { event: 'task.released', set, reason };
}

type Withdrawal = Fence & { agentId: string; reason: string | null };

/** Takes a task away from the agent that still holds it, in this attempt if one is given. */
export function decideWithdrawal(task: TaskState, call: Withdrawal): TaskDecision {
  if (!isHeldBy(task, call.agentId) || hasStaleAttempt(task, call, call.agentId)) return 'keep';
  return { event: 'task.released', set: inTodo, reason: call.reason };
}

/** Unassigns an open task from a person who has left the team. A closed task keeps its assignee. */
export function decideUnassignment(task: TaskState, { memberId }: { memberId: string }): TaskDecision {
  if (task.assignedMemberId !== memberId || isClosed(task) || task.archivedAt) return 'keep';
  return { event: 'task.updated', set: { assignedMemberId: null } };
}

/** How many attempts in a row may fail in the project before a task needs attention; null: any number. */
type AttemptLimit = { maxAttempts: number | null };

/**
 * The task goes back to `todo` after one more failure in a row, and no agent can start it before the delay has passed.
 * After the last attempt that the project allows it needs attention instead.
 */
function returnAfterFailure(
  task: TaskState,
  { maxAttempts, delaySeconds }: AttemptLimit & { delaySeconds: number },
  now: string,
): Partial<TaskState> {
  const failuresInRow = task.failuresInRow + 1;
  const isExhausted = maxAttempts !== null && failuresInRow >= maxAttempts;
  const retryAt = isExhausted || delaySeconds === 0 ? null : addSeconds(now, delaySeconds);
  return {
    ...{ ...inTodo, failuresInRow, needsAttention: isExhausted ? 'attempts_exhausted' : null },
    // Keep a later `notBefore`, which people set while the agent held the task.
    ...(retryAt !== null && !isBeforeStart(task, retryAt) && { notBefore: retryAt }),
  };
}

/** Exponential backoff: doubled with each failure in a row, up to an hour. */
const retryDelaySeconds = (failuresInRow: number): number =>
  Math.min(retryBounds.firstSeconds * 2 ** (failuresInRow - 1), retryBounds.maxSeconds);

type Failure = Precondition &
  Fence &
  AttemptLimit & {
    agentId: string;
    reason: string;
    retryAfterSeconds: number | null;
  };

/** The holder cannot do the task. It is offered again later, to the same agent too. */
export function decideFailure(task: TaskState, call: Failure, now: string): TaskDecision {
  const { agentId, reason, retryAfterSeconds } = call;
  const holderError = findHolderError(task, call, agentId, now);
  if (holderError) return holderError;
  if (hasOtherVersion(task, call)) return 'PRECONDITION_FAILED';
  const delaySeconds = retryAfterSeconds ?? retryDelaySeconds(task.failuresInRow + 1);
  return { event: 'task.failed', set: returnAfterFailure(task, { ...call, delaySeconds }, now), reason };
}

/**
 * Ends a claim whose lease has ended. It counts as a failure; after the first one in a row the task is offered again at
 * once.
 */
export function decideExpiry(task: TaskState, call: AttemptLimit, now: string): TaskDecision {
  if (!isLeaseOver(task, now)) return 'keep';
  const delaySeconds = task.failuresInRow === 0 ? 0 : retryDelaySeconds(task.failuresInRow + 1);
  return { event: 'task.lease_expired', set: returnAfterFailure(task, { ...call, delaySeconds }, now) };
}

/**
 * Takes back a claim whose response did not reach the agent: the connection closed first. The task is as it was before
 * this attempt; a later attempt stays.
 */
export function decideUndelivered(
  task: TaskState,
  { agentId, attempt, wasAssigned }: { agentId: string; attempt: number; wasAssigned: boolean },
): TaskDecision {
  if (hasStaleAttempt(task, { attempt }, agentId)) return 'keep';
  const { failuresInRow } = task;
  const assignedAgentId = wasAssigned ? agentId : null;
  return {
    event: 'task.released',
    set: { ...inTodo, failuresInRow, assignedAgentId },
    reason: 'undelivered',
  };
}
