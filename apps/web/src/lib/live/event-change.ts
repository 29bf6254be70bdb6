import { type Event, parsePosition, type Task } from '@crewboard/contracts';
import type { LoggedChange } from '../board/board-in-cache.ts';

/** The task that an event is about, as it was after the change; null for events of other things. */
export function taskOf(event: Event): Task | null {
  return event.subject.type === 'task' ? (event.snapshot as unknown as Task) : null;
}

/** What an event changed about a task; null where it changed no field of one. */
export function loggedChangeOf(event: Event): LoggedChange | null {
  const after = taskOf(event);
  if (!after || event.type === 'task.commented') return null;
  const { teamId } = event;
  const xid = parsePosition(event.id)?.xid ?? 0n;
  if (!event.changes) return { teamId, xid, change: { before: null, after } };
  const fields = Object.entries(event.changes).map(([field, { before }]) => [field, before]);
  return { teamId, xid, change: { before: { ...after, ...Object.fromEntries(fields) }, after } };
}
