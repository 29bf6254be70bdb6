import { type BoardTask, isClosed, type TaskNext } from '@crewboard/contracts';
import { isClaimed } from '#domain/board/changes/task-changes.ts';
import { isSameWait } from '#domain/board/next-actor.ts';
import { statusNames } from '#domain/board/statuses.ts';

const assigneeOf = ({ assignedMemberId, assignedAgentId }: BoardTask) => assignedMemberId ?? assignedAgentId;

/**
 * How a task was resolved that waited for this reason, as far as its fields tell: `before` is the task as it waited,
 * `now` its newest version, which is undefined once it is deleted.
 */
export function resolutionLabel(
  before: BoardTask,
  reason: TaskNext['reason'],
  now: BoardTask | undefined,
): string {
  if (!now || now.archivedAt) return 'Resolved';
  if (isClosed(now)) return statusNames[now.status];
  const assignee = assigneeOf(now);
  const isSame = assignee === assigneeOf(before) && isClaimed(now) === isClaimed(before);
  if (assignee && !isSame) return isClaimed(now) ? 'Claimed' : 'Assigned';
  if (reason === 'paused' && isSameWait(before, now)) return 'Resumed';
  return reason === 'attempts_exhausted' && now.status === 'todo' ? 'Released' : 'Resolved';
}
