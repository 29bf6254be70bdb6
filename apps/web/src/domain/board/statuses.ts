import type { TaskPriority, TaskStatus } from '@crewboard/contracts';

/** The columns from left to right. */
export const boardStatuses = ['todo', 'in_progress', 'done', 'cancelled'] as const satisfies TaskStatus[];

export const statusNames: Record<TaskStatus, string> = {
  todo: 'To do',
  in_progress: 'In progress',
  done: 'Done',
  cancelled: 'Cancelled',
};

export const priorityNames: Record<TaskPriority, string> = { high: 'High', normal: 'Normal', low: 'Low' };

/** Whether the work is over: the assignee is then fixed. */
export const isClosed = (status: TaskStatus): boolean => status === 'done' || status === 'cancelled';
