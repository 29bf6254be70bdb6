import type { BoardTask, TaskStatus } from '@crewboard/contracts';
import { isolate } from '#lib/text/isolate.ts';
import { expectMove, expectUpdate } from './expected-task.ts';
import { isClosed, statusNames } from './statuses.ts';
import type { Expectation } from './task-store.ts';

/** One of the calls that restore a status and an assignee. */
export type RestoreStep = { status: TaskStatus } | { assignedAgentId: string | null };

export const expectStep = (step: RestoreStep): Expectation =>
  'status' in step ? expectMove(step.status) : expectUpdate(step);

/**
 * The calls that restore the status and the assignee of `before`, in an order that leaves no chance to claim in
 * between: a task is assigned before it is in progress, and a closed one cannot be assigned.
 */
export function restoreSteps(now: BoardTask, { status, assignedAgentId }: BoardTask): RestoreStep[] {
  const steps: RestoreStep[] = [];
  let task = now;
  const take = (step: RestoreStep, isDone: boolean) => {
    if (isDone) return;
    steps.push(step);
    task = expectStep(step)(task);
  };
  const move = () => take({ status }, task.status === status);
  if (status === 'todo') move();
  take({ assignedAgentId }, task.assignedAgentId === assignedAgentId);
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
