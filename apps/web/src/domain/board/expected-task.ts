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
import type { Expectation } from './task-store.ts';

// What this page expects of its changes, by the rules of the service.

const call = { caller: { kind: 'member', id: null }, versions: null, attempt: null } as const;

/** Whether an agent works on the task: cancelling it ends the claim. */
export const isHeld = ({ status, assignedAgentId }: BoardTask): boolean =>
  status === 'in_progress' && assignedAgentId !== null;

export const expectMove = (status: TaskStatus): Expectation =>
  expectChange((task, now) => decideMove(task, { ...call, status }, now));

export const expectUpdate = (patch: TaskPatch): Expectation =>
  expectChange((task, now) => decideUpdate(task, { ...call, patch }, now));

/** @param attempt the claim that is released; null: any */
export const expectRelease = (attempt: number | null): Expectation =>
  expectChange((task, now) => decideRelease(task, { ...call, attempt, reason: null }, now));

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
