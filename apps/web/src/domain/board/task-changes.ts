import type { BoardTask, TaskPatch, TaskStatus } from '@crewboard/contracts';
import { isolate } from '#lib/text/isolate.ts';
import { movedTask, timeOfChange } from './board-cache.ts';
import { isClosed, statusNames } from './statuses.ts';

/** Whether an agent works on the task: cancelling it ends the claim. */
export const isHeld = ({ status, assignedAgentId }: BoardTask): boolean =>
  status === 'in_progress' && assignedAgentId !== null;

/**
 * The task after an update, by the rules of the API: unassigning a held task moves it to `todo`, and reassigning it
 * starts a new claim.
 */
export function patchedTask<T extends BoardTask>(task: T, patch: TaskPatch): T {
  const { assignedAgentId = task.assignedAgentId } = patch;
  const isHandedOver = task.status === 'in_progress' && assignedAgentId !== task.assignedAgentId;
  return {
    ...task,
    ...patch,
    status: isHandedOver && assignedAgentId === null ? 'todo' : task.status,
    attempt: isHandedOver && assignedAgentId !== null ? task.attempt + 1 : task.attempt,
    leaseExpiresAt: isHandedOver ? null : task.leaseExpiresAt,
    statusChangedAt: isHandedOver ? timeOfChange(task) : task.statusChangedAt,
  };
}

/** One of the calls that restore a status and an assignee. */
export type RestoreStep = { status: TaskStatus } | { assignedAgentId: string | null };

/**
 * The calls that restore the status and the assignee of `before`, in an order that leaves no chance to claim in
 * between: a task is assigned before it is in progress, and a closed one cannot be assigned.
 */
export function restoreSteps(now: BoardTask, before: BoardTask): RestoreStep[] {
  const steps: RestoreStep[] = [];
  let task = now;
  const move = () => {
    if (task.status === before.status) return;
    steps.push({ status: before.status });
    task = movedTask(task, before.status);
  };
  if (before.status === 'todo') move();
  if (task.assignedAgentId !== before.assignedAgentId) {
    steps.push({ assignedAgentId: before.assignedAgentId });
    task = patchedTask(task, { assignedAgentId: before.assignedAgentId });
  }
  move();
  return steps;
}

type Names = ReadonlyMap<string, string>;

/** The label of a change of status or assignee; null for other changes. */
export function changeLabel(before: BoardTask, after: BoardTask, agentNames: Names): string | null {
  const name = (id: string | null) => isolate(agentNames.get(id ?? '') ?? 'an agent');
  if (before.status !== after.status) {
    if (after.status === 'cancelled') return 'Cancelled';
    if (after.status === 'todo' && isClosed(before.status)) return 'Reopened';
    return `Moved to ${statusNames[after.status]}`;
  }
  if (before.assignedAgentId === after.assignedAgentId) return null;
  return after.assignedAgentId ? `Assigned to ${name(after.assignedAgentId)}` : 'Assigned to nobody';
}

/** The same as a sentence for screen readers. */
export function changeSentence(before: BoardTask, after: BoardTask, agentNames: Names): string {
  const title = `“${isolate(after.title)}”`;
  if (before.status !== after.status) {
    return `Moved ${title} from ${statusNames[before.status]} to ${statusNames[after.status]}.`;
  }
  return `${title}: ${changeLabel(before, after, agentNames)}.`;
}
