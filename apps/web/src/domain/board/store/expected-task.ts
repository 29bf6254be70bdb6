import {
  type BoardTask,
  countAsBlocker,
  decideArchival,
  decideMove,
  decideRelease,
  decideRestoration,
  decideUpdate,
  defaultStaleTimes,
  isClosed,
  settle,
  type TaskDecision,
  type TaskPatch,
  type TaskState,
  type TaskStatus,
} from '@crewboard/contracts';
import { serviceNow } from '#lib/time/service-clock.ts';
import { isClaimed } from '../changes/task-changes.ts';
import { type DependencyEdit, editedBlockers } from '../dependencies/dependencies.ts';
import { applyAll, type Expectation } from './known-task.ts';

// The task after each change of this page, by the rules of the service. The board shows it until the service responds.
// Loaded when the browser is idle, because the rules are large.

/** Calls of this page name neither a version nor an attempt of the task, unless stated otherwise. */
const unconditional = { versions: null, attempt: null } as const;
/** Of a person's calls, only moves depend on who calls: `expectMove`. */
const memberCall = { ...unconditional, caller: { kind: 'member', id: null } } as const;

/** @param personId the person who moves the task: a move of an unassigned task to in progress assigns it to them */
export const expectMove = (status: TaskStatus, personId: string): Expectation =>
  expectChange((task, now) =>
    decideMove(task, { ...unconditional, caller: { kind: 'member', id: personId }, status }, now),
  );

export const expectUpdate = (patch: TaskPatch): Expectation =>
  expectChange((task, now) => decideUpdate(task, { ...memberCall, patch }, now));

/**
 * @param known the blockers after the edit, as far as the page knows them when it makes the edit. The expectation must
 * not read them from the store: two tasks that are edited to wait for each other would read each other endlessly
 */
export const expectDependency = (edit: DependencyEdit, known: readonly BoardTask[]): Expectation => {
  const expectEdit = expectChange((task, now) =>
    decideUpdate(task, { ...memberCall, patch: { blockedBy: editedBlockers(task, edit) } }, now),
  );
  return (task) => {
    const after = expectEdit(task);
    if (after === task) return task;
    const blockers = after.blockedBy.map((id) => known.find((task) => task.id === id));
    if (blockers.some((blocker) => blocker && isOpen(blocker))) return { ...after, isBlocked: true };
    return blockers.includes(undefined) ? after : { ...after, isBlocked: false };
  };
};

const isOpen = (blocker: BoardTask): boolean => countAsBlocker(blocker).openBlockers > 0;

/** @param attempt the number of the claim to release; null: any */
export const expectRelease = (attempt: number | null): Expectation =>
  expectChange((task, now) => decideRelease(task, { ...memberCall, attempt, reason: null }, now));

export const expectArchival = (): Expectation =>
  expectChange((task, now) => decideArchival(task, memberCall, now));

export const expectRestoration = (): Expectation =>
  expectChange((task, now) => decideRestoration(task, memberCall, now));

/** One of the calls that restore a status and an assignee. */
export type RevertStep = { status: TaskStatus } | AssigneePatch;
type AssigneePatch = { assignedAgentId: string | null } | { assignedMemberId: string | null };

const expectStep = (step: RevertStep, personId: string): Expectation =>
  'status' in step ? expectMove(step.status, personId) : expectUpdate(step);

/**
 * The patch that gives a task the assignee of another state of it; null if it has that assignee already. An agent or a
 * person replaces the other by one patch: between two, any agent could claim the task.
 */
function reassignment(
  task: BoardTask,
  { assignedAgentId, assignedMemberId }: BoardTask,
): AssigneePatch | null {
  if (task.assignedAgentId === assignedAgentId && task.assignedMemberId === assignedMemberId) return null;
  if (assignedAgentId) return { assignedAgentId };
  return task.assignedAgentId && !assignedMemberId ? { assignedAgentId } : { assignedMemberId };
}

/**
 * The calls that restore the status and the assignee of `before`, in an order in which no agent can claim the task in
 * between: it is assigned before it is in progress. The assignee is also restored after the move: a closed task cannot
 * be assigned, and the move of an unassigned task to in progress assigns it to `personId`.
 */
export function revertSteps(now: BoardTask, before: BoardTask, personId: string): RevertStep[] {
  const steps: RevertStep[] = [];
  let task = now;
  const take = (step: RevertStep | null) => {
    if (!step) return;
    steps.push(step);
    task = expectStep(step, personId)(task);
  };
  const assign = () => take(reassignment(task, before));
  const move = () => take(task.status === before.status ? null : { status: before.status });
  if (before.status === 'todo') move();
  assign();
  move();
  if (!isClosed(before)) assign();
  return steps;
}

/** The task after these calls, one after another. */
export function expectSteps(steps: RevertStep[], personId: string): Expectation {
  const expectations = steps.map((step) => expectStep(step, personId));
  return (task) => applyAll(task, expectations);
}

/** A change that the rules reject leaves the task as it is. The change has one time, however often it is applied. */
function expectChange(decide: (task: TaskState, now: string) => TaskDecision): Expectation {
  const now = new Date(serviceNow()).toISOString();
  return (task) => {
    const state = stateOf(task);
    const decision = decide(state, now);
    if (typeof decision === 'string') return task;
    const after = settle(state, decision, now);
    const shown = Object.keys(task).map((field) => [field, after[field as keyof TaskState]]);
    return Object.fromEntries(shown) as BoardTask;
  };
}

/** A card with the other fields that the rules read. Cards do not show when a task becomes stale. */
const stateOf = (task: BoardTask) =>
  ({
    ...task,
    staleTimes: defaultStaleTimes,
    heldSince: isClaimed(task) ? task.statusChangedAt : null,
  }) as TaskState;
