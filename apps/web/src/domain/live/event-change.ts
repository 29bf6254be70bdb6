import {
  type BoardTask,
  type Event,
  isTextReference,
  type LoggedEvent,
  type TaskNext,
} from '@crewboard/contracts';
import type { LoggedChange, LoggedDeletion } from '#domain/board/store/known-task.ts';

/** Whether the event only references a text that it changed: the text must be refetched. */
export function hasTextReference({ changes }: Event): boolean {
  return Object.values(changes ?? {}).some((change) =>
    [change.before, change.after].some((value) => isTextReference(value)),
  );
}

/** The deletion of a task for the store; null for other events. */
export function toLoggedDeletion(event: LoggedEvent): LoggedDeletion | null {
  const { type, subject, changes, teamId, xid } = event;
  if (type !== 'task.deleted') return null;
  const { projectId, status } = changes ?? {};
  const before = projectId && status && { projectId: projectId.before, status: status.before };
  return {
    ...{ teamId, xid: BigInt(xid), taskId: subject.id },
    before: (before ?? null) as LoggedDeletion['before'],
  };
}

/** The change of a task for the store; null for events about other subjects, and for a deletion. */
export function toLoggedChange(event: LoggedEvent): LoggedChange | null {
  const { subject, snapshot, changes, teamId, xid } = event;
  if (subject.type !== 'task' || event.type === 'task.deleted') return null;
  const fieldsInEvent = Object.entries(snapshot).filter(([, value]) => !isTextReference(value));
  const after = Object.fromEntries(fieldsInEvent) as unknown as BoardTask;
  const { comment, ...fields } = changes ?? {};
  const before = Object.entries(fields).map(([field, change]) => [field, change.before]);
  return {
    teamId,
    xid: BigInt(xid),
    before: changes && { ...after, ...Object.fromEntries(before) },
    after,
    // Comments are numbered from 1, and none is ever removed.
    commentCount: (comment?.after as { number?: number } | undefined)?.number,
    next: event.type === 'task.stale' ? nextOfStale(event) : undefined,
  };
}

/** Who acts next on a stale task. The event has to say it, because it does not change the version of the task. */
const nextOfStale = ({ createdAt, changes, snapshot }: LoggedEvent): TaskNext => ({
  ...{ actor: 'person', reason: 'stale', since: createdAt },
  was: changes?.reason?.after as TaskNext['was'],
  ...(typeof snapshot.assignedAgentId === 'string' && { agentId: snapshot.assignedAgentId }),
});
