import type { Task } from './task.ts';
import type { TaskState } from './task-state.ts';

// Without I/O and zod, so that pages run it.

type Ending = Pick<
  Task,
  'status' | 'assignedAgentId' | 'needsAttention' | 'assignedMemberId' | 'archivedAt'
> &
  Pick<TaskState, 'attention'>;

/**
 * Whether who waits for the task waits no longer: it is closed or archived, or it is a person's turn. A pause is none, since it
 * ends. Fields may be absent instead of null.
 */
export const hasEnded = ({
  status,
  assignedAgentId,
  needsAttention,
  assignedMemberId,
  archivedAt,
  attention,
}: Partial<Ending>): boolean =>
  status === 'done' ||
  status === 'cancelled' ||
  (status === 'in_progress' && assignedAgentId == null) ||
  [needsAttention, assignedMemberId, archivedAt, attention].some((value) => value != null);
