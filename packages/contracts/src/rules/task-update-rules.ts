import { agentWritableTaskFields, creatorWritableTaskFields } from '../fields/task-fields.ts';
import type { Task } from '../resources/task.ts';
import type { TaskPatch } from '../resources/task-requests.ts';
import { withoutReleasers } from './task-conditions.ts';
import {
  findStartError,
  hasOtherVersion,
  isAssignedToOther,
  isCreatedBy,
  type Precondition,
  type StartObstacles,
  withoutLease,
} from './task-rules.ts';
import type { TaskCaller, TaskDecision, TaskState } from './task-state.ts';
import { isClosed } from './task-status.ts';

// What `tasks.update` does to a task.

/**
 * Writes the given fields. An agent may update a task that it created, or one that is assigned to nobody else. A new
 * assignee also changes the claim:
 * - An agent takes over a task in progress, also from a person, as a new attempt without a lease. A person takes the
 *   task over in its status. Without an assignee, a task that an agent holds (`heldSince`) is released.
 * - A task that needs attention no longer does. A closed task keeps its assignee.
 */
export function decideUpdate(
  task: TaskState,
  { patch, caller, ...call }: Precondition & StartObstacles & { caller: TaskCaller; patch: TaskPatch },
  now: string,
): TaskDecision {
  const isAgent = caller.kind === 'agent';
  if (isAgent && findForbiddenFields(patch, isCreatedBy(task, caller)).length > 0) return 'FORBIDDEN';
  if (task.archivedAt) return 'TASK_ARCHIVED';
  if (isAgent && isAssignedToOther(task, caller.id) && !isCreatedBy(task, caller))
    return task.heldSince ? 'NOT_CLAIM_HOLDER' : 'TASK_ASSIGNED_TO_OTHER';
  if (isAgent && task.heldSince && findForbiddenFields(patch).length > 0) return 'TASK_ALREADY_CLAIMED';
  const startTime = patch.notBefore !== undefined && { notBefore: futureOrNull(patch.notBefore, now) };
  const set = pickDifferent(task, { ...patch, ...startTime, ...clearOtherAssignee(patch) });
  const isReassigned = set.assignedAgentId !== undefined || set.assignedMemberId !== undefined;
  if (isReassigned && isClosed(task))
    return task.status === 'done' ? 'TASK_ALREADY_COMPLETED' : 'TASK_CANCELLED';
  const isHandedOver = task.status === 'in_progress' && typeof set.assignedAgentId === 'string';
  // This rule does not know the status of new blockers: `startsBlocked` checks them when both are written together.
  const isBlocked = task.isBlocked && !set.blockedBy;
  const startError = isHandedOver ? findStartError({ ...task, ...set, isBlocked }, call, now) : null;
  if (startError) return startError;
  if (hasOtherVersion(task, call)) return 'PRECONDITION_FAILED';
  if (Object.keys(set).length === 0) return 'keep';
  const author = set.description !== undefined && {
    descriptionByKind: caller.kind,
    descriptionById: caller.id,
  };
  return {
    event: 'task.updated',
    set: {
      ...set,
      ...author,
      ...(isReassigned && { ...withoutReleasers, ...reassignedFields(task, set, now) }),
    },
  };
}

/** A `notBefore` that has passed has no effect, so it becomes null. */
export const futureOrNull = (time: string | null, now: string): string | null =>
  time !== null && time > now ? time : null;

/** The given fields that an agent may not write. The creator of a task may write more fields than other agents. */
export function findForbiddenFields(patch: TaskPatch, isCreator = false): string[] {
  const allowed: readonly string[] = [
    ...agentWritableTaskFields,
    ...(isCreator ? creatorWritableTaskFields : []),
  ];
  return Object.keys(patch).filter((name) => !allowed.includes(name));
}

/** Whether two values of a field are equal. Lists are compared by their items. */
export const isSameValue = (one: unknown, other: unknown): boolean =>
  one === other || (Array.isArray(one) && JSON.stringify(one) === JSON.stringify(other));

/** The given fields whose value differs from that of the task. */
function pickDifferent(task: TaskState, patch: TaskPatch): Partial<TaskState> {
  const names = Object.keys(patch) as (keyof TaskPatch)[];
  const changed = names.filter((name) => patch[name] !== undefined && !isSameValue(patch[name], task[name]));
  return Object.fromEntries(changed.map((name) => [name, patch[name]]));
}

/** A task has one assignee: a new agent replaces a person, and a new person replaces an agent. */
function clearOtherAssignee({ assignedAgentId, assignedMemberId }: TaskPatch): TaskPatch {
  if (assignedAgentId) return { assignedMemberId: null };
  return assignedMemberId ? { assignedAgentId: null } : {};
}

/** The fields of the claim that change with the assignee. */
function reassignedFields(task: TaskState, set: Partial<Task>, now: string): Partial<TaskState> {
  const { assignedAgentId, assignedMemberId } = set;
  if (task.heldSince && assignedAgentId === null) {
    const status = assignedMemberId ? task.status : 'todo';
    return { status, heldSince: null, ...withoutLease, failuresInRow: 0 };
  }
  // The person who assigns a task that needs attention has dealt with its failures.
  if (task.needsAttention && (assignedAgentId || assignedMemberId))
    return { needsAttention: null, failuresInRow: 0 };
  if (task.status !== 'in_progress' || !assignedAgentId) return {};
  // Taking the task from an agent resets its failures, as a release by a person does. Without a holder, a person was
  // working on it, or nobody.
  const failuresInRow = task.heldSince ? 0 : task.failuresInRow;
  return { heldSince: now, attempt: task.attempt + 1, notBefore: null, ...withoutLease, failuresInRow };
}
