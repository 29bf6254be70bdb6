import type { EventType } from '../events/event.ts';
import type { Task } from '../resources/task.ts';
import { isBeforeStart, isReleased, later, notReleased } from './task-conditions.ts';
import { staleTimeOf, waitAfter } from './task-reason.ts';
import type { TaskChange, TaskState } from './task-state.ts';

// What follows from a change of a task, by whichever rule: its place in the queue, its times and its version.

/** Whether it is in the queue, unless its time has not come. */
const isOffered = ({ status, needsAttention, assignedMemberId, archivedAt, isBlocked }: Task): boolean =>
  status === 'todo' &&
  needsAttention === null &&
  assignedMemberId === null &&
  archivedAt === null &&
  !isBlocked;

/** Whether the task is in the queue and for whom it is not; and when that changes by itself. */
export function placeInQueue(
  task: TaskState,
  now: string,
): Pick<TaskState, 'inQueue' | 'checkAt' | 'releasedBy' | 'releasedUntil'> {
  const isWaiting = isBeforeStart(task, now);
  const released = isReleased(task, now) ? {} : notReleased;
  const { releasedBy, releasedUntil } = { ...task, ...released };
  return {
    inQueue: isOffered(task) && !isWaiting,
    checkAt: isOffered(task) ? earliest(isWaiting ? task.notBefore : null, releasedUntil) : null,
    ...{ releasedBy, releasedUntil },
  };
}

export const earliest = (...times: (string | null)[]): string | null =>
  times.filter((time) => time !== null).sort()[0] ?? null;

/**
 * When the sweeper may find it stale. Of a task that has left its project the times are not known: it looks at once, also
 * whether the task is stale still.
 */
function staleCheckOf(before: TaskState, after: TaskState, now: string): string | null {
  const staleAt = staleTimeOf(after, now);
  if (staleAt !== null && after.projectId !== before.projectId) return now;
  return after.attention === 'stale' ? null : staleAt;
}

/** A claim is the first sign of its holder. */
const lastSignOf = ({ heldSince, lastSignAt }: TaskState): string | null =>
  heldSince !== null && (lastSignAt === null || lastSignAt < heldSince) ? heldSince : heldSince && lastSignAt;

/** Changes that others do not see as one of the task: its version and times stay, and its place in the queue. */
const silentEvents: readonly (EventType | null)[] = [null, 'task.commented', 'task.stale'];

/**
 * The task after the change: `now` is later than the previous change, so that the later of two times belongs to the
 * newer state.
 */
export function settle(task: TaskState, { event, set }: TaskChange, now: string): TaskState {
  const given = { ...task, ...set };
  const signed = { ...given, lastSignAt: lastSignOf(given) };
  const changed = { ...signed, ...waitAfter(task, signed, now) };
  const staleCheckAt = staleCheckOf(task, changed, now);
  // Nobody would be told that the task is in the queue: its time is left to the sweeper.
  if (silentEvents.includes(event)) return { ...changed, checkAt: changed.checkAt ?? staleCheckAt };
  const placed = { ...changed, ...placeInQueue(changed, now) };
  const checkAt = changed.leaseExpiresAt === null ? earliest(placed.checkAt, staleCheckAt) : changed.checkAt;
  const updatedAt = now > task.updatedAt ? now : later(task.updatedAt, 0.001);
  const hasOtherHolder =
    placed.status !== task.status || placed.heldSince !== task.heldSince || placed.attempt !== task.attempt;
  return {
    ...placed,
    checkAt,
    version: task.version + 1,
    updatedAt,
    statusChangedAt: hasOtherHolder || set.statusChangedAt ? updatedAt : task.statusChangedAt,
  };
}
