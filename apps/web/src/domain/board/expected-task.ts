import {
  type BoardTask,
  decideMove,
  decideRelease,
  decideUpdate,
  settle,
  type TaskDecision,
  type TaskPatch,
  type TaskState,
  type TaskStatus,
} from '@crewboard/contracts';
import type { Expectation } from './known-task.ts';
import { isHeld } from './task-changes.ts';

// What this page expects of its changes, by the rules of the service. Loaded when the browser is idle.

const call = { caller: { kind: 'member', id: null }, versions: null, attempt: null } as const;

export const expectMove = (status: TaskStatus): Expectation =>
  expectChange((task, now) => decideMove(task, { ...call, status }, now));

export const expectUpdate = (patch: TaskPatch): Expectation =>
  expectChange((task, now) => decideUpdate(task, { ...call, patch }, now));

/** @param attempt the claim that is released; null: any */
export const expectRelease = (attempt: number | null): Expectation =>
  expectChange((task, now) => decideRelease(task, { ...call, attempt, reason: null }, now));

/** One of the calls that restore a status and an assignee. */
export type RestoreStep = { status: TaskStatus } | { assignedAgentId: string | null };

const expectStep = (step: RestoreStep): Expectation =>
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

/** What is expected of these calls, one after another. */
export function expectSteps(steps: RestoreStep[]): Expectation {
  const expectations = steps.map(expectStep);
  return (task) => expectations.reduce((expected, expect) => expect(expected), task);
}

/** Shows a rejected change as none. The time of the change stays the same in each state that it is applied to. */
function expectChange(decide: (task: TaskState, now: string) => TaskDecision): Expectation {
  const now = new Date().toISOString();
  return (task) => {
    const state = stateOf(task);
    const decision = decide(state, now);
    if (typeof decision === 'string') return task;
    const after = settle(state, decision, now);
    const shown = Object.keys(task).map((field) => [field, after[field as keyof TaskState]]);
    return Object.fromEntries(shown) as BoardTask;
  };
}

/** A card with what the rules need to know of it for a call of a member. */
const stateOf = (task: BoardTask) =>
  ({ ...task, heldSince: isHeld(task) ? task.statusChangedAt : null }) as TaskState;
