import type { BoardTask, Event } from '@crewboard/contracts';

// Changes of this page are shown and counted before their events arrive. The events must not count again.

/** The number of pending calls by task. */
const pendingCalls = new Map<string, number>();
/** Changes whose response arrived before their event, and those whose event arrived first. */
const confirmed = new Set<string>();
const received = new Set<string>();

const nameOf = (taskId: string, updatedAt: string) => `${taskId} ${updatedAt}`;

export function expectOwnChange(taskId: string): void {
  pendingCalls.set(taskId, (pendingCalls.get(taskId) ?? 0) + 1);
}

/** The call succeeded with the task, or failed. */
export function settleOwnChange(taskId: string, response?: BoardTask): void {
  const count = pendingCalls.get(taskId) ?? 0;
  if (count > 1) pendingCalls.set(taskId, count - 1);
  else pendingCalls.delete(taskId);
  if (!response) return;
  const name = nameOf(taskId, response.updatedAt);
  if (!received.delete(name)) confirmed.add(name);
}

/** Whether this page has already shown the change. Call it once for each event of this person. */
export function isOwnChange({ subject, snapshot }: Event): boolean {
  const name = nameOf(subject.id, String(snapshot.updatedAt));
  if (confirmed.delete(name)) return true;
  if (!pendingCalls.has(subject.id)) return false;
  received.add(name);
  return true;
}

/** For a full refetch: earlier changes get no events. */
export function forgetOwnChanges(): void {
  pendingCalls.clear();
  confirmed.clear();
  received.clear();
}
