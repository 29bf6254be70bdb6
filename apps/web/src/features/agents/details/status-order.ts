import type { TaskStatus } from '@crewboard/contracts';

/** The order of the task groups on an agent's page: current work first. */
export const statusOrder = ['in_progress', 'todo', 'done', 'cancelled'] as const satisfies TaskStatus[];
