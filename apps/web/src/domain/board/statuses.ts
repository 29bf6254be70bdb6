import type { BoundedCount, TaskPriority, TaskStatus } from '@crewboard/contracts';

export const statusNames: Record<TaskStatus, string> = {
  todo: 'To do',
  in_progress: 'In progress',
  done: 'Done',
  cancelled: 'Cancelled',
};

/** The columns from left to right. */
export const boardStatuses = Object.keys(statusNames) as TaskStatus[];

export const priorityNames: Record<TaskPriority, string> = { high: 'High', normal: 'Normal', low: 'Low' };

/** The highest first. */
export const priorities = Object.keys(priorityNames) as TaskPriority[];

export const priorityOptions = priorities.map((value) => ({ value, label: priorityNames[value] }));

export const hasNoTasks = ({ count, isExact }: BoundedCount): boolean => count === 0 && isExact;
