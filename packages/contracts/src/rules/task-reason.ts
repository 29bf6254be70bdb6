import { addSeconds, isBeforeStart } from './task-conditions.ts';
import type { AttentionOfRow, TaskState } from './task-state.ts';
import { isClosed } from './task-status.ts';

// Why an open task waits, read from its row alone. `task-next-rules.ts` adds the reasons that only other rows show:
// pauses and agents that cannot work.

type RowReason =
  | Exclude<AttentionOfRow, 'stale'>
  | 'working'
  | 'person'
  | 'blocked'
  | 'not_before'
  | 'assigned'
  | 'queued';

/** `of`: the attempt, person, agent or time that the reason is about. */
type ReasonOfRow = { reason: RowReason; of: string | number | null };

/** The first reason that applies, in the order of `nextReasons`; null for a closed or archived task. */
export function findReasonOfRow(task: TaskState, now: string): ReasonOfRow | null {
  if (isClosed(task) || task.archivedAt) return null;
  if (task.needsAttention) return { reason: task.needsAttention, of: null };
  if (task.heldSince) return { reason: 'working', of: task.attempt };
  if (task.assignedMemberId) return { reason: 'person', of: task.assignedMemberId };
  if (task.status === 'in_progress') return { reason: 'in_progress_unassigned', of: null };
  if (task.cancelledBlockers > 0) return { reason: 'blocker_cancelled', of: null };
  if (task.isBlocked) return { reason: 'blocked', of: null };
  if (isBeforeStart(task, now)) return { reason: 'not_before', of: task.notBefore };
  return task.assignedAgentId
    ? { reason: 'assigned', of: task.assignedAgentId }
    : { reason: 'queued', of: null };
}

/** The reasons for which a person has to act. */
const attentionReasonsOfRow: readonly string[] = [
  'attempts_exhausted',
  'in_progress_unassigned',
  'blocker_cancelled',
] satisfies AttentionOfRow[];

/**
 * `attention` and `nextSince` after a change. Both stay while the reason stays the same: the task then still waits
 * since the same time, and a stale task is still stale.
 */
export function updateWait(
  before: TaskState,
  after: TaskState,
  now: string,
): Pick<TaskState, 'attention' | 'nextSince'> {
  const [was, is] = [findReasonOfRow(before, now), findReasonOfRow(after, now)];
  const isSame = was?.reason === is?.reason && was?.of === is?.of;
  const attention = is && attentionReasonsOfRow.includes(is.reason) ? (is.reason as AttentionOfRow) : null;
  const isStale = isSame && after.attention === 'stale';
  return {
    attention: attention ?? (isStale ? 'stale' : null),
    nextSince: isSame ? after.nextSince : now,
  };
}

/** Since when the task has waited for its present reason. */
export const waitingSince = ({ nextSince, statusChangedAt }: TaskState): string =>
  nextSince ?? statusChangedAt;

/** Since when the task is in the queue: not before its `notBefore`. */
export const queuedSince = (task: TaskState): string => laterOf(waitingSince(task), task.notBefore);

export const laterOf = (one: string, other: string | null): string =>
  other !== null && other > one ? other : one;

/**
 * When the task becomes stale; null if never. A claim with a lease never does, because it ends with the lease. Pauses
 * are not considered: they are in other rows.
 */
export function findStaleTime(task: TaskState, now: string): string | null {
  const reason = findReasonOfRow(task, now)?.reason;
  const [ofAgent, inQueue] = task.staleTimes;
  if (reason === 'working' && task.leaseExpiresAt === null)
    return addSeconds(task.lastSignAt ?? waitingSince(task), ofAgent);
  if (reason === 'assigned') return addSeconds(queuedSince(task), ofAgent);
  return reason === 'queued' ? addSeconds(queuedSince(task), inQueue) : null;
}
