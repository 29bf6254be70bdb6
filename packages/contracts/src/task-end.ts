import type { Task } from './task.ts';

// Without I/O and zod, so that pages run it.

type Ending = Pick<Task, 'status' | 'needsAttention' | 'assignedMemberId' | 'archivedAt'>;

/**
 * Whether who waits for the task waits no longer: it is closed or archived, or it is a person's turn, since the task needs
 * attention or is assigned to one. Fields may be absent instead of null.
 */
export const hasEnded = ({
  status,
  needsAttention,
  assignedMemberId,
  archivedAt,
}: Partial<Ending>): boolean =>
  status === 'done' ||
  status === 'cancelled' ||
  [needsAttention, assignedMemberId, archivedAt].some((value) => value != null);
