import type { TaskStatus } from '@crewboard/contracts';

export const statusNames: Record<TaskStatus, string> = {
  todo: 'To do',
  in_progress: 'In progress',
  done: 'Done',
  cancelled: 'Cancelled',
};
