import { type TaskPriority, type TaskStatus, taskPriorities } from '@crewboard/contracts';

/** The columns from left to right. */
export { taskStatuses as boardStatuses } from '@crewboard/contracts';

export const statusNames: Record<TaskStatus, string> = {
  todo: 'To do',
  in_progress: 'In progress',
  done: 'Done',
  cancelled: 'Cancelled',
};

export const priorityNames: Record<TaskPriority, string> = { high: 'High', normal: 'Normal', low: 'Low' };

/** The highest first. */
export const priorities = taskPriorities.toReversed();

export const priorityOptions = priorities.map((value) => ({ value, label: priorityNames[value] }));

/** Whether the work is over: the assignee is then fixed. */
export const isClosed = (status: TaskStatus): boolean => status === 'done' || status === 'cancelled';
