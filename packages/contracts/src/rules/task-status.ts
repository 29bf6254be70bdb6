import type { Task } from '../resources/task.ts';

// A file of its own, so that the first load of the board has this function without the others of `task-conditions.ts`.

/** Whether the work is over. A closed task keeps its assignee. */
export const isClosed = ({ status }: Pick<Task, 'status'>): boolean =>
  status === 'done' || status === 'cancelled';
