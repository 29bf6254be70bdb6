import type { BoardTask, Event } from '@crewboard/contracts';
import { hasPendingChanges } from './pending-changes.ts';

// Changes of this page are counted before their events arrive. The events must not count again.

/** Changes whose response arrived before their event, and those whose event arrived first. */
const confirmed = new Set<string>();
const received = new Set<string>();

const nameOf = (taskId: string, updatedAt: string) => `${taskId} ${updatedAt}`;

/** A call of this page succeeded with the task. */
export function confirmOwnChange({ id, updatedAt }: BoardTask): void {
  const name = nameOf(id, updatedAt);
  if (!received.delete(name)) confirmed.add(name);
}

/** No call for the task is pending any more: an event of this person that is left is from another page. */
export function endOwnChanges(taskId: string): void {
  for (const name of received) if (name.startsWith(nameOf(taskId, ''))) received.delete(name);
}

/** Whether this page has already counted the change. Call it once for each event of this person. */
export function isOwnChange({ subject, snapshot }: Event): boolean {
  const name = nameOf(subject.id, String(snapshot.updatedAt));
  if (confirmed.delete(name)) return true;
  if (!hasPendingChanges(subject.id)) return false;
  received.add(name);
  return true;
}

/** For a full refetch: earlier changes get no events. */
export function forgetOwnChanges(): void {
  confirmed.clear();
  received.clear();
}
