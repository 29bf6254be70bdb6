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

/**
 * The call succeeded with the task, or failed. Returns whether other changes of this person were received during the
 * calls, which are all settled now: those of another page, or of a call whose response was lost.
 */
export function settleOwnChange(taskId: string, response?: BoardTask): boolean {
  if (response) {
    const name = nameOf(taskId, response.updatedAt);
    if (!received.delete(name)) confirmed.add(name);
  }
  const count = pendingCalls.get(taskId) ?? 0;
  if (count > 1) {
    pendingCalls.set(taskId, count - 1);
    return false;
  }
  pendingCalls.delete(taskId);
  const others = [...received].filter((name) => name.startsWith(nameOf(taskId, '')));
  for (const name of others) received.delete(name);
  return others.length > 0;
}

/** Whether calls of this page are pending for the task: until their responses, the state that they expect is shown. */
export const hasPendingCalls = (taskId: string): boolean => pendingCalls.has(taskId);

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
