import {
  type BoardTask,
  type Event,
  isTextReference,
  type LoggedEvent,
  type Task,
} from '@crewboard/contracts';
import type { LoggedChange } from '#domain/board/cached-boards.ts';

/** The task of an event after the change; null for other subjects. */
export function taskOf(event: Event): BoardTask | null {
  if (event.subject.type !== 'task') return null;
  return inlineFields(event) as unknown as BoardTask;
}

/** The fields of the snapshot without the texts that the event only references. */
function inlineFields({ snapshot }: Event): Partial<Event['snapshot']> {
  return Object.fromEntries(Object.entries(snapshot).filter(([, value]) => !isTextReference(value)));
}

/** Whether the event changed a text that it only references, which must be refetched. */
export function hasTextReference({ changes }: Event): boolean {
  return Object.values(changes ?? {}).some((change) =>
    [change.before, change.after].some((value) => isTextReference(value)),
  );
}

/** A cached task after an event; keeps the texts that the event only references. */
export function applyEvent(known: Task, event: Event): Task {
  return { ...known, ...inlineFields(event) };
}

/** The change of a task by an event; null if no field changed. */
export function toLoggedChange(event: LoggedEvent): LoggedChange | null {
  const after = taskOf(event);
  if (!after || event.type === 'task.commented') return null;
  const { teamId } = event;
  const xid = BigInt(event.xid);
  if (!event.changes) return { teamId, xid, change: { before: null, after } };
  const fields = Object.entries(event.changes).map(([field, { before }]) => [field, before]);
  return { teamId, xid, change: { before: { ...after, ...Object.fromEntries(fields) }, after } };
}
