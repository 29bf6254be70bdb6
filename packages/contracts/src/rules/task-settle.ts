import type { EventType } from '../events/event.ts';
import type { Task } from '../resources/task.ts';
import { addSeconds, isBeforeStart, isWithheldFromReleasers, withoutReleasers } from './task-conditions.ts';
import { findStaleTime, laterOf, updateWait } from './task-reason.ts';
import type { TaskChange, TaskState } from './task-state.ts';

// Every change of a task passes through `settle`, after the rule that decided it.

/**
 * The task after a change, with all fields that follow from the fields that the rule sets: its place in the queue, the
 * next check of the lease sweeper, the version and the times. `updatedAt` always increases, also if the clock was set
 * back, so that the newer of two states has the later time.
 */
export function settle(task: TaskState, { event, set }: TaskChange, now: string): TaskState {
  const given = { ...task, ...set };
  const withLastSign = { ...given, lastSignAt: findLastSign(given) };
  const changed = { ...withLastSign, ...updateWait(task, withLastSign, now) };
  const staleCheckAt = findStaleCheck(task, changed, now);
  // These changes wake no waiting agent, so they put no task into the queue: the lease sweeper does, at `checkAt`.
  if (silentEvents.includes(event)) return { ...changed, checkAt: changed.checkAt ?? staleCheckAt };
  const placed = { ...changed, ...placeInQueue(changed, now) };
  const checkAt =
    changed.leaseExpiresAt === null ? earliestOf(placed.checkAt, staleCheckAt) : changed.checkAt;
  const updatedAt = now > task.updatedAt ? now : addSeconds(task.updatedAt, 0.001);
  const hasNewStatusOrHolder =
    placed.status !== task.status || placed.heldSince !== task.heldSince || placed.attempt !== task.attempt;
  return {
    ...placed,
    checkAt,
    version: task.version + 1,
    updatedAt,
    // A restoration may set `statusChangedAt`, so that a closed task counts as closed now.
    statusChangedAt: hasNewStatusOrHolder || set.statusChangedAt ? updatedAt : task.statusChangedAt,
  };
}

/** Whether the task belongs into the queue, now or when its `notBefore` has come. */
const isOffered = ({ status, needsAttention, assignedMemberId, archivedAt, isBlocked }: Task): boolean =>
  status === 'todo' &&
  needsAttention === null &&
  assignedMemberId === null &&
  archivedAt === null &&
  !isBlocked;

/**
 * Whether the task is in the queue, which agents do not get it from there, and when either changes by itself
 * (`checkAt`).
 */
export function placeInQueue(
  task: TaskState,
  now: string,
): Pick<TaskState, 'inQueue' | 'checkAt' | 'releasedBy' | 'releasedUntil'> {
  const isWaiting = isBeforeStart(task, now);
  const { releasedBy, releasedUntil } = isWithheldFromReleasers(task, now) ? task : withoutReleasers;
  return {
    inQueue: isOffered(task) && !isWaiting,
    checkAt: isOffered(task) ? earliestOf(isWaiting ? task.notBefore : null, releasedUntil) : null,
    ...{ releasedBy, releasedUntil },
  };
}

/** The earliest of the times that are not null; null without any. */
export const earliestOf = (...times: (string | null)[]): string | null =>
  times.filter((time) => time !== null).sort()[0] ?? null;

/**
 * When the lease sweeper has to check whether the task is stale. At once after the task was moved to another project,
 * whose limits the rule does not know: the check also decides whether a stale task still is.
 */
function findStaleCheck(before: TaskState, after: TaskState, now: string): string | null {
  const staleAt = findStaleTime(after, now);
  if (staleAt !== null && after.projectId !== before.projectId) return now;
  return after.attention === 'stale' ? null : staleAt;
}

/** The last heartbeat, or the claim itself if it is later; null while nobody holds the task. */
const findLastSign = ({ heldSince, lastSignAt }: TaskState): string | null =>
  heldSince && laterOf(heldSince, lastSignAt);

/**
 * Events after which the task keeps its version, `updatedAt` and place in the queue: readers see no change of the task.
 */
const silentEvents: readonly (EventType | null)[] = [null, 'task.commented', 'task.stale'];
