import type { BoardTask, Event } from '@crewboard/contracts';

// What this page has changed is shown, and counted, before its event comes. The event must not count a second time.

/** How many calls for a task are under way. */
const underWay = new Map<string, number>();
/** Changes whose answer came before their event, and those whose event came before their answer. */
const answered = new Set<string>();
const heard = new Set<string>();

const nameOf = (taskId: string, updatedAt: string) => `${taskId} ${updatedAt}`;

export function expectOwnChange(taskId: string): void {
  underWay.set(taskId, (underWay.get(taskId) ?? 0) + 1);
}

/** The call was answered with the task, or refused. */
export function settleOwnChange(taskId: string, answer?: BoardTask): void {
  const count = underWay.get(taskId) ?? 0;
  if (count > 1) underWay.set(taskId, count - 1);
  else underWay.delete(taskId);
  if (!answer) return;
  const name = nameOf(taskId, answer.updatedAt);
  if (!heard.delete(name)) answered.add(name);
}

/** Whether the change of this event was shown here already; asked once for each event of this person. */
export function isOwnChange({ subject, snapshot }: Event): boolean {
  const name = nameOf(subject.id, String(snapshot.updatedAt));
  if (answered.delete(name)) return true;
  if (!underWay.has(subject.id)) return false;
  heard.add(name);
  return true;
}

/** All is read anew: no event will come for what was changed before. */
export function forgetOwnChanges(): void {
  underWay.clear();
  answered.clear();
  heard.clear();
}
