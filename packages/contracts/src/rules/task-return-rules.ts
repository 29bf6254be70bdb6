import { retryBounds } from '../bounds/retry-bounds.ts';
import { isBeforeStart, isLeaseOver, later, notReleased } from './task-conditions.ts';
import {
  type Fence,
  hasOtherVersion,
  inTodo,
  isHeldBy,
  isOtherAttempt,
  type Precondition,
  releasedBy,
} from './task-rules.ts';
import type { TaskCaller, TaskDecision, TaskState } from './task-state.ts';
import { isClosed } from './task-status.ts';

// What takes a task from its agent or person, and brings it into the queue again: further rules, beside those of
// task-rules.ts.

type Release = Precondition & Fence & { caller: TaskCaller; reason: string | null };

/** An agent releases what it holds, others any task. What is neither in progress nor needs attention stays as it is. */
export function decideRelease(task: TaskState, call: Release, now: string): TaskDecision {
  const { caller, reason } = call;
  const isAgent = caller.kind === 'agent';
  if (task.archivedAt) return 'TASK_ARCHIVED';
  if (isOtherAttempt(task, call, isAgent ? caller.id : task.assignedAgentId)) return 'STALE_CLAIM';
  if (task.status === 'done') return 'TASK_ALREADY_COMPLETED';
  if (task.status === 'cancelled') return 'TASK_CANCELLED';
  if (isAgent && !isHeldBy(task, caller.id)) return 'NOT_CLAIM_HOLDER';
  if (isAgent && isLeaseOver(task, now)) return 'STALE_CLAIM';
  if (hasOtherVersion(task, call)) return 'PRECONDITION_FAILED';
  if (task.status !== 'in_progress' && !task.needsAttention) return 'keep';
  // An agent that gives up does not make its task look new.
  const set = isAgent
    ? { ...inTodo, failuresInRow: task.failuresInRow, ...releasedBy(task, caller.id, now) }
    : { ...inTodo, ...notReleased };
  return { event: 'task.released', set, reason };
}

type Withdrawal = Fence & { agentId: string; reason: string | null };

/** Takes from an agent what it still holds, in this attempt if one is given. */
export function decideWithdrawal(task: TaskState, call: Withdrawal): TaskDecision {
  if (!isHeldBy(task, call.agentId) || isOtherAttempt(task, call, call.agentId)) return 'keep';
  return { event: 'task.released', set: inTodo, reason: call.reason };
}

/** Takes an open task from a person who is no longer in the team. A closed one keeps its assignee. */
export function decideUnassignment(task: TaskState, { memberId }: { memberId: string }): TaskDecision {
  if (task.assignedMemberId !== memberId || isClosed(task) || task.archivedAt) return 'keep';
  return { event: 'task.updated', set: { assignedMemberId: null } };
}

/** How many attempts in a row may fail, as the project says; null: any number. */
type AttemptLimit = { maxAttempts: number | null };

/**
 * Back in todo after one more failure in a row, for nobody before some time. The last attempt that a project allows leaves the
 * task to a person.
 */
function afterFailure(
  task: TaskState,
  { maxAttempts, delaySeconds }: AttemptLimit & { delaySeconds: number },
  now: string,
): Partial<TaskState> {
  const failuresInRow = task.failuresInRow + 1;
  const isExhausted = maxAttempts !== null && failuresInRow >= maxAttempts;
  const retryAt = isExhausted || delaySeconds === 0 ? null : later(now, delaySeconds);
  return {
    ...{ ...inTodo, failuresInRow, needsAttention: isExhausted ? 'attempts_exhausted' : null },
    // People may have put the task off further meanwhile.
    ...(retryAt !== null && !isBeforeStart(task, retryAt) && { notBefore: retryAt }),
  };
}

const retryDelay = (failuresInRow: number): number =>
  Math.min(retryBounds.firstSeconds * 2 ** (failuresInRow - 1), retryBounds.maxSeconds);

type Failure = Precondition &
  Fence &
  AttemptLimit & {
    agentId: string;
    reason: string;
    retryAfterSeconds: number | null;
  };

/** The holder cannot do the task. Others, or the same agent, try it again after some time. */
export function decideFailure(task: TaskState, call: Failure, now: string): TaskDecision {
  const { agentId, reason, retryAfterSeconds } = call;
  if (task.archivedAt) return 'TASK_ARCHIVED';
  if (isOtherAttempt(task, call, agentId)) return 'STALE_CLAIM';
  if (task.status === 'done') return 'TASK_ALREADY_COMPLETED';
  if (task.status === 'cancelled') return 'TASK_CANCELLED';
  if (!isHeldBy(task, agentId)) return 'NOT_CLAIM_HOLDER';
  if (isLeaseOver(task, now)) return 'STALE_CLAIM';
  if (hasOtherVersion(task, call)) return 'PRECONDITION_FAILED';
  const delaySeconds = retryAfterSeconds ?? retryDelay(task.failuresInRow + 1);
  return { event: 'task.failed', set: afterFailure(task, { ...call, delaySeconds }, now), reason };
}

/**
 * The lease is over, and nobody has dealt with it: a failure, after which the task is offered again at once if it is the first
 * in a row.
 */
export function decideExpiry(task: TaskState, call: AttemptLimit, now: string): TaskDecision {
  if (!isLeaseOver(task, now)) return 'keep';
  const delaySeconds = task.failuresInRow === 0 ? 0 : retryDelay(task.failuresInRow + 1);
  return { event: 'task.lease_expired', set: afterFailure(task, { ...call, delaySeconds }, now) };
}

/** Takes back exactly this attempt, of which its agent was not told: the task is as it was before the claim. */
export function decideUndelivered(
  task: TaskState,
  { agentId, attempt, wasAssigned }: { agentId: string; attempt: number; wasAssigned: boolean },
): TaskDecision {
  if (isOtherAttempt(task, { attempt }, agentId)) return 'keep';
  const { failuresInRow } = task;
  const assignedAgentId = wasAssigned ? agentId : null;
  return {
    event: 'task.released',
    set: { ...inTodo, failuresInRow, assignedAgentId },
    reason: 'undelivered',
  };
}
