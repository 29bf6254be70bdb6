import type { TaskStatus } from '@crewboard/contracts';

/**
 * The order of the task groups on an agent's page: current work first. In a file of its own, because the server
 * prefetches these groups and cannot read a constant of a client component.
 */
export const statusOrder = ['in_progress', 'todo', 'done', 'cancelled'] as const satisfies TaskStatus[];
