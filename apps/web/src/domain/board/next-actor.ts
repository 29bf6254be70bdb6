import type { Attention, BoardTask, TaskNext } from '@crewboard/contracts';

/** Whether two versions of a task agree in all fields that decide who acts next on it. */
export const isSameWait = (one: BoardTask, other: BoardTask): boolean =>
  one.status === other.status &&
  one.attempt === other.attempt &&
  one.assignedAgentId === other.assignedAgentId &&
  one.assignedMemberId === other.assignedMemberId &&
  one.needsAttention === other.needsAttention &&
  one.isBlocked === other.isBlocked &&
  one.archivedAt === other.archivedAt &&
  one.notBefore === other.notBefore &&
  one.projectId === other.projectId &&
  one.blockedBy.join() === other.blockedBy.join();

/** Why a person has to act on a task that nobody has taken; null if nobody has to, or if that is unknown. */
export function attentionOf(
  task: BoardTask,
  next: TaskNext | null | undefined,
): Exclude<TaskNext['reason'], 'person'> | null {
  if (task.needsAttention) return task.needsAttention;
  if (next) return next.actor === 'person' && next.reason !== 'person' ? next.reason : null;
  // While `next` is unknown, such as during a pending change, the fields of the task show no other reason.
  const isUnassigned = !task.assignedAgentId && !task.assignedMemberId;
  return task.status === 'in_progress' && isUnassigned ? 'in_progress_unassigned' : null;
}

/** Whether more tasks wait for this reason than the response lists. */
export const isPartlyListed = ({ count, isExact, tasks }: Attention['tasks'][number]): boolean =>
  !isExact || count > tasks.length;
