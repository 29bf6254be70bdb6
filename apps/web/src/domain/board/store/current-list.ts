import type { BoardTask, DependencyTask } from '@crewboard/contracts';

/** The part of the task store that lists need. */
export interface KnownTasks {
  shown(taskId: string): BoardTask | undefined;
  /** The tasks that a list may lack; without a list all tasks. */
  toldSince(list?: object): BoardTask[];
}

interface ListRead<Task> {
  /** The response; undefined before the list was read. */
  list: object | undefined;
  /** The tasks of the response. */
  read: readonly Task[] | undefined;
  /** Whether a task belongs in the list. */
  isListed: (task: BoardTask) => boolean;
}

/**
 * Brings a list of a task panel up to date: the tasks that were read, in their newest versions, and those that belong
 * in the list by now. In any order.
 */
export function toCurrentList<Task extends DependencyTask>(
  { list, read = [], isListed }: ListRead<Task>,
  known: KnownTasks,
): (Task | BoardTask)[] {
  const tasks = new Map<string, Task | BoardTask>();
  for (const task of read) {
    const current = newest(task, known.shown(task.id)) ?? task;
    if (current === task || isListed(current as BoardTask)) tasks.set(task.id, current);
  }
  for (const task of known.toldSince(list).filter(isListed)) tasks.set(task.id, task);
  return [...tasks.values()];
}

/** The newer version of a task that was read and that the store may know. */
export const newest = <Task extends DependencyTask>(
  read: Task | undefined,
  shown: BoardTask | undefined,
): Task | BoardTask | undefined => (read && (!shown || shown.version < read.version) ? read : shown);
