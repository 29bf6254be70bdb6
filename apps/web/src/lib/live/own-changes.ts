/**
 * The tasks that this page has changed and shown as changed before their events came. Their events must not count a
 * second time.
 */
const expected = new Map<string, number>();

export function expectOwnChange(taskId: string): void {
  expected.set(taskId, (expected.get(taskId) ?? 0) + 1);
}

/** Whether a change of this task was shown already; asked once for each event. Also takes back what was refused. */
export function takeOwnChange(taskId: string): boolean {
  const count = expected.get(taskId) ?? 0;
  if (count > 1) expected.set(taskId, count - 1);
  else expected.delete(taskId);
  return count > 0;
}
