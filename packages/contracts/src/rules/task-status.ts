import type { Task } from '../resources/task.ts';

// Not in `task-conditions.ts`, so that the first load of the board has this function without the others.

/** Whether the work is over: the assignee is then fixed. */
export const isClosed = ({ status }: Pick<Task, 'status'>): boolean =>
  status === 'done' || status === 'cancelled';
