import type { BoardTask, DependencyTask } from '@crewboard/contracts';

export interface KnownTasks {
  shown(taskId: string): BoardTask | undefined;
  /** Those that a list may lack; without one all. */
  toldSince(list?: object): BoardTask[];
}

interface ListRead<Task> {
  /** The response, and those of the list in it; undefined before it was read. */
  list: object | undefined;
  read: readonly Task[] | undefined;
  /** Whether a task belongs in the list. */
  isListed: (task: BoardTask) => boolean;
}

export const newest = <Task extends DependencyTask>(
  read: Task | undefined,
  shown: BoardTask | undefined,
): Task | BoardTask | undefined => (read && (!shown || shown.version < read.version) ? read : shown);

/** A list that was read, with what was told of its tasks since, in any order. */
export function currentList<Task extends DependencyTask>(
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
