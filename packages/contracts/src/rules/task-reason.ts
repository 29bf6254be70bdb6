import { isBeforeStart, later } from './task-conditions.ts';
import type { AttentionOfRow, TaskState } from './task-state.ts';
import { isClosed } from './task-status.ts';

// Why an open task stands where it does, as far as its row tells. Who acts next is in task-next-rules.ts.

/** The reasons that the row alone tells; what is in the queue may also be paused, or wait for an agent that cannot work. */
type RowReason =
  | Exclude<AttentionOfRow, 'stale'>
  | 'working'
  | 'person'
  | 'blocked'
  | 'not_before'
  | 'assigned'
  | 'queued';

/** `of`: the attempt, person, agent or time that the reason names. */
export type ReasonOfRow = { reason: RowReason; of: string | number | null };

/** The first reason that is true, in the order of decisions.md §5; null for a task that is closed or archived. */
export function reasonOfRow(task: TaskState, now: string): ReasonOfRow | null {
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

const ofPeople: readonly string[] = [
  'attempts_exhausted',
  'in_progress_unassigned',
  'blocker_cancelled',
] satisfies AttentionOfRow[];

/**
 * What a person has to do of it, since when it waits, and whether it is stale still: as long as the reason is the same.
 * A task that was there before the service kept the time has none.
 */
export function waitAfter(
  before: TaskState,
  after: TaskState,
  now: string,
): Pick<TaskState, 'attention' | 'nextSince'> {
  const [was, is] = [reasonOfRow(before, now), reasonOfRow(after, now)];
  const isSame = was?.reason === is?.reason && was?.of === is?.of;
  const attention = is && ofPeople.includes(is.reason) ? (is.reason as AttentionOfRow) : null;
  const isStale = isSame && after.attention === 'stale';
  return {
    attention: attention ?? (isStale ? 'stale' : null),
    nextSince: isSame ? after.nextSince : now,
  };
}

/** Since when the task waits for what it waits for. */
export const waitsSince = ({ nextSince, statusChangedAt }: TaskState): string => nextSince ?? statusChangedAt;

/** Since when the queue has the task: what was put off is there from its time on. */
export const queuedSince = (task: TaskState): string => latest(waitsSince(task), task.notBefore);

export const latest = (one: string, other: string | null): string =>
  other !== null && other > one ? other : one;

/**
 * When the task counts as stale, if no pause has ended since it waits; null for what never does: also for a claim with a lease,
 * which ends.
 */
export function staleTimeOf(task: TaskState, now: string): string | null {
  const reason = reasonOfRow(task, now)?.reason;
  const [ofAgent, inQueue] = task.staleTimes;
  if (reason === 'working' && task.leaseExpiresAt === null)
    return later(task.lastSignAt ?? waitsSince(task), ofAgent);
  if (reason === 'assigned') return later(queuedSince(task), ofAgent);
  return reason === 'queued' ? later(queuedSince(task), inQueue) : null;
}
