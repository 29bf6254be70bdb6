import { type BoardTask, type Event, isTextReference, parsePosition, type Task } from '@crewboard/contracts';
import type { LoggedChange } from '../board/cached-boards.ts';

/** The task that an event is about, as it was after the change; null for events of other things. */
export function taskOf(event: Event): BoardTask | null {
  if (event.subject.type !== 'task') return null;
  const task = event.snapshot as unknown as BoardTask;
  // Absent in events from before there was this field.
  return { ...task, statusChangedAt: task.statusChangedAt ?? task.updatedAt };
}

/** Whether the event changed a text that it only refers to: whoever shows the text reads it again. */
export function hasTextReference({ changes }: Event): boolean {
  return Object.values(changes ?? {}).some((change) =>
    [change.before, change.after].some((value) => isTextReference(value)),
  );
}

/** A task that was read, after an event about it; it keeps the texts that the event only refers to. */
export function applyEvent(known: Task, { snapshot }: Event): Task {
  const told = Object.entries(snapshot).filter(([, value]) => !isTextReference(value));
  return { ...known, ...Object.fromEntries(told) };
}

/** What an event changed about a task; null where it changed no field of one. */
export function toLoggedChange(event: Event): LoggedChange | null {
  const after = taskOf(event);
  if (!after || event.type === 'task.commented') return null;
  const { teamId } = event;
  const xid = parsePosition(event.id)?.xid ?? 0n;
  if (!event.changes) return { teamId, xid, change: { before: null, after } };
  const fields = Object.entries(event.changes).map(([field, { before }]) => [field, before]);
  return { teamId, xid, change: { before: { ...after, ...Object.fromEntries(fields) }, after } };
}
