import type { BoardTask, Event } from '@crewboard/contracts';

// What this page has changed is shown, and counted, before its event comes. The event must not count a second time.

/** How many calls for a task are under way. */
const pendingCalls = new Map<string, number>();
/** Changes whose response came before their event, and those whose event came before their response. */
const confirmed = new Set<string>();
const received = new Set<string>();

const nameOf = (taskId: string, updatedAt: string) => `${taskId} ${updatedAt}`;

export function expectOwnChange(taskId: string): void {
  pendingCalls.set(taskId, (pendingCalls.get(taskId) ?? 0) + 1);
}

/** The call was confirmed with the task, or refused. */
export function settleOwnChange(taskId: string, response?: BoardTask): void {
  const count = pendingCalls.get(taskId) ?? 0;
  if (count > 1) pendingCalls.set(taskId, count - 1);
  else pendingCalls.delete(taskId);
  if (!response) return;
  const name = nameOf(taskId, response.updatedAt);
  if (!received.delete(name)) confirmed.add(name);
}

/** Whether the change of this event was shown here already; asked once for each event of this person. */
export function isOwnChange({ subject, snapshot }: Event): boolean {
  const name = nameOf(subject.id, String(snapshot.updatedAt));
  if (confirmed.delete(name)) return true;
  if (!pendingCalls.has(subject.id)) return false;
  received.add(name);
  return true;
}

/** All is read anew: no event will come for what was changed before. */
export function forgetOwnChanges(): void {
  pendingCalls.clear();
  confirmed.clear();
  received.clear();
}
