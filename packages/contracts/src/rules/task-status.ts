import type { Task } from '../task.ts';

// Apart from the conditions of the rules: the first load of the board has it, and those not.

/** Whether the work is over: the assignee is then fixed. */
export const isClosed = ({ status }: Pick<Task, 'status'>): boolean =>
  status === 'done' || status === 'cancelled';
