import {
  type BoardTask,
  type Event,
  isTextReference,
  type LoggedEvent,
  type TaskNext,
} from '@crewboard/contracts';
import type { LoggedChange, LoggedDeletion } from '#domain/board/store/known-task.ts';

/** Whether the event changed a text that it only references, which must be refetched. */
export function hasTextReference({ changes }: Event): boolean {
  return Object.values(changes ?? {}).some((change) =>
    [change.before, change.after].some((value) => isTextReference(value)),
  );
}

/** The deletion of a task by an event; null for other types. */
export function toLoggedDeletion({
  type,
  subject,
  changes,
  teamId,
  xid,
}: LoggedEvent): LoggedDeletion | null {
  if (type !== 'task.deleted') return null;
  const { projectId, status } = changes ?? {};
  const before = projectId && status && { projectId: projectId.before, status: status.before };
  return {
    ...{ teamId, xid: BigInt(xid), taskId: subject.id },
    before: (before ?? null) as LoggedDeletion['before'],
  };
}

/** The change of a task by an event; null for other subjects, and for a deletion. */
export function toLoggedChange(event: LoggedEvent): LoggedChange | null {
  const { subject, snapshot, changes, teamId, xid } = event;
  if (subject.type !== 'task' || event.type === 'task.deleted') return null;
  const inline = Object.entries(snapshot).filter(([, value]) => !isTextReference(value));
  const after = Object.fromEntries(inline) as unknown as BoardTask;
  const { comment, ...fields } = changes ?? {};
  const before = Object.entries(fields).map(([field, change]) => [field, change.before]);
  return {
    teamId,
    xid: BigInt(xid),
    before: changes && { ...after, ...Object.fromEntries(before) },
    after,
    commentCount: (comment?.after as { number?: number } | undefined)?.number,
    next: event.type === 'task.stale' ? toStale(event) : undefined,
  };
}

/** Who acts next on a task that was found to be stale, which leaves its version as it is. */
const toStale = ({ createdAt, changes, snapshot }: LoggedEvent): TaskNext => ({
  ...{ actor: 'person', reason: 'stale', since: createdAt },
  was: changes?.reason?.after as TaskNext['was'],
  ...(typeof snapshot.assignedAgentId === 'string' && { agentId: snapshot.assignedAgentId }),
});
