import type { TaskStatus } from '@crewboard/contracts';

/** What the agent works on comes first. */
export const statusOrder = ['in_progress', 'todo', 'done', 'cancelled'] as const satisfies TaskStatus[];
