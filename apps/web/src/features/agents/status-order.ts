import type { TaskStatus } from '@crewboard/contracts';

/** Current work first. */
export const statusOrder = ['in_progress', 'todo', 'done', 'cancelled'] as const satisfies TaskStatus[];
