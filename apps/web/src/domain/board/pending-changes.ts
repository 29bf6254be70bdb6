import type { BoardTask, Task } from '@crewboard/contracts';
import { newerTask } from './board-cache.ts';

// Changes of tasks by this page that the service has not answered. What they expect is shown on top of every state
// that the service confirms meanwhile, in a response or an event.

/** The task after a change, by the rules of the API. It may be applied again to its result. */
export type Expectation = <T extends BoardTask>(task: T) => T;

interface PendingTask {
  teamId: string;
  /** The newest state that the service has confirmed, without the texts of the panel: its responses may be newer. */
  confirmed: BoardTask;
  /** Of the pending changes, in the order in which they were made. */
  expectations: Expectation[];
  /** Resolves once the last of them has ended. */
  last: Promise<void>;
}

export interface PendingChange {
  /** Resolves to the state that it changes, once the changes of the task before it have ended. */
  turn(): Promise<BoardTask>;
  /** It was answered with this task, or failed. Returns the task as it is to be shown. */
  end(response?: BoardTask): BoardTask;
}

const pendingTasks = new Map<string, PendingTask>();

/**
 * Begins a change of a task. Send it at its turn: requests that are sent together may arrive in any order.
 *
 * @param known the newest state that the page knows
 */
export function beginChange(teamId: string, known: BoardTask, expect: Expectation): PendingChange {
  const { id } = known;
  const task = pendingTasks.get(id) ?? {
    teamId,
    confirmed: withoutTexts(known),
    expectations: [],
    last: Promise.resolve(),
  };
  pendingTasks.set(id, task);
  const expectation: Expectation = (state) => expect(state);
  task.expectations.push(expectation);
  const before = task.last;
  let resolve = () => {};
  task.last = new Promise((settle) => {
    resolve = settle;
  });

  return {
    async turn() {
      await before;
      return task.confirmed;
    },
    end(response) {
      if (response) task.confirmed = newerTask(withoutTexts(response), task.confirmed);
      task.expectations = task.expectations.filter((other) => other !== expectation);
      if (task.expectations.length === 0 && pendingTasks.get(id) === task) pendingTasks.delete(id);
      resolve();
      return asExpected(task.confirmed);
    },
  };
}

function withoutTexts(task: BoardTask): BoardTask {
  const { description: _, result: __, ...card } = task as Task;
  return card;
}

export const hasPendingChanges = (taskId: string): boolean => pendingTasks.has(taskId);

/** Notes a state that the service confirmed. A cached one, which may be the expected one, is no later than it. */
export function noteConfirmed(state: BoardTask): void {
  const task = pendingTasks.get(state.id);
  if (task) task.confirmed = newerTask(task.confirmed, withoutTexts(state));
}

/** The state with what the pending changes of the task expect. */
export function asExpected<T extends BoardTask>(state: T): T {
  const expectations = pendingTasks.get(state.id)?.expectations ?? [];
  return expectations.reduce((expected, expect) => expect(expected), state);
}

/** The task as it is to be shown while changes of it are pending; otherwise undefined. */
export function expectedTask(taskId: string): BoardTask | undefined {
  const task = pendingTasks.get(taskId);
  return task && asExpected(task.confirmed);
}

/** The tasks of a team with pending changes. */
export function pendingTaskIds(teamId: string): string[] {
  return [...pendingTasks].filter(([, task]) => task.teamId === teamId).map(([id]) => id);
}
