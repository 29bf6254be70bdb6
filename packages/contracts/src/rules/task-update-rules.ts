import { agentWritableTaskFields, creatorWritableTaskFields } from '../fields/task-fields.ts';
import type { Task } from '../resources/task.ts';
import type { TaskPatch } from '../resources/task-requests.ts';
import { notReleased } from './task-conditions.ts';
import {
  hasOtherVersion,
  isCreatedBy,
  isOfOther,
  type Precondition,
  type Start,
  stopOf,
  withoutLease,
} from './task-rules.ts';
import type { TaskCaller, TaskDecision, TaskState } from './task-state.ts';
import { isClosed } from './task-status.ts';

// What an update does to a task: further rules, beside those of task-rules.ts.

/**
 * Writes the given fields. An agent writes what it created, and what no other agent holds or is assigned to, nor a person.
 * A done or cancelled task keeps its assignee, which is an agent or a person. Another agent takes over the claim of a held
 * task, as a new attempt without a lease; a person takes the task over in its status; without an assignee it is released.
 * With an assignee a task whose attempts are exhausted begins anew.
 */
export function decideUpdate(
  task: TaskState,
  { patch, caller, ...call }: Precondition & Start & { caller: TaskCaller; patch: TaskPatch },
  now: string,
): TaskDecision {
  const isAgent = caller.kind === 'agent';
  if (isAgent && forbiddenFields(patch, isCreatedBy(task, caller)).length > 0) return 'FORBIDDEN';
  if (task.archivedAt) return 'TASK_ARCHIVED';
  if (isAgent && isOfOther(task, caller.id) && !isCreatedBy(task, caller))
    return task.heldSince ? 'NOT_CLAIM_HOLDER' : 'TASK_ASSIGNED_TO_OTHER';
  if (isAgent && task.heldSince && forbiddenFields(patch).length > 0) return 'TASK_ALREADY_CLAIMED';
  const startTime = patch.notBefore !== undefined && { notBefore: ahead(patch.notBefore, now) };
  const set = differing(task, { ...patch, ...startTime, ...otherAssignee(patch) });
  const isReassigned = set.assignedAgentId !== undefined || set.assignedMemberId !== undefined;
  if (isReassigned && isClosed(task))
    return task.status === 'done' ? 'TASK_ALREADY_COMPLETED' : 'TASK_CANCELLED';
  const isHandedOver = task.status === 'in_progress' && typeof set.assignedAgentId === 'string';
  // Whether it is blocked by what it is to wait for is only known with these tasks: writes of both at once check it.
  const isBlocked = task.isBlocked && !set.blockedBy;
  const stop = isHandedOver ? stopOf({ ...task, ...set, isBlocked }, call, now) : null;
  if (stop) return stop;
  if (hasOtherVersion(task, call)) return 'PRECONDITION_FAILED';
  if (Object.keys(set).length === 0) return 'keep';
  const author = set.description !== undefined && {
    descriptionByKind: caller.kind,
    descriptionById: caller.id,
  };
  return {
    event: 'task.updated',
    set: { ...set, ...author, ...(isReassigned && { ...notReleased, ...handedOver(task, set, now) }) },
  };
}

/** A time before which no agent may start a task; null where it has passed. */
export const ahead = (time: string | null, now: string): string | null =>
  time !== null && time > now ? time : null;

/** The given fields that an agent may not write: of what it created, it may write some more. */
export function forbiddenFields(patch: TaskPatch, isCreator = false): string[] {
  const allowed: readonly string[] = [
    ...agentWritableTaskFields,
    ...(isCreator ? creatorWritableTaskFields : []),
  ];
  return Object.keys(patch).filter((name) => !allowed.includes(name));
}

/** Values of fields: lists are equal by what they contain. */
export const isSameValue = (one: unknown, other: unknown): boolean =>
  one === other || (Array.isArray(one) && JSON.stringify(one) === JSON.stringify(other));

/** The given fields that the task has otherwise. */
function differing(task: TaskState, patch: TaskPatch): Partial<TaskState> {
  const names = Object.keys(patch) as (keyof TaskPatch)[];
  const differ = names.filter((name) => patch[name] !== undefined && !isSameValue(patch[name], task[name]));
  return Object.fromEntries(differ.map((name) => [name, patch[name]]));
}

/** An agent takes the place of a person, and a person that of an agent. */
function otherAssignee({ assignedAgentId, assignedMemberId }: TaskPatch): TaskPatch {
  if (assignedAgentId) return { assignedMemberId: null };
  return assignedMemberId ? { assignedAgentId: null } : {};
}

/** What else changes with the assignee. */
function handedOver(task: TaskState, set: Partial<Task>, now: string): Partial<TaskState> {
  const { assignedAgentId, assignedMemberId } = set;
  if (task.heldSince && assignedAgentId === null) {
    const status = assignedMemberId ? task.status : 'todo';
    return { status, heldSince: null, ...withoutLease, failuresInRow: 0 };
  }
  // Its failures are dealt with once it is given to an agent or a person.
  if (task.needsAttention && (assignedAgentId || assignedMemberId))
    return { needsAttention: null, failuresInRow: 0 };
  if (task.status !== 'in_progress' || !assignedAgentId) return {};
  const failuresInRow = task.heldSince ? 0 : task.failuresInRow;
  return { heldSince: now, attempt: task.attempt + 1, notBefore: null, ...withoutLease, failuresInRow };
}
