import type { ShownGroup, WaitingTask } from './use-attention-groups.ts';

// What the list shows while it is frozen under the pointer (use-frozen-list.ts): no row moves or disappears.

/** A row of the list. In a frozen list it stays, as resolved, after its task no longer waits. */
export type FrozenRow = WaitingTask & { isResolved?: boolean };

/** The rows that were shown, in their places and as they are now. With `addsNew`, new rows follow them. */
export function freezeRows(
  before: readonly FrozenRow[],
  now: readonly WaitingTask[],
  addsNew: boolean,
): FrozenRow[] {
  const nowById = new Map(now.map((row) => [row.task.id, row]));
  const frozen = before.map((row) => nowById.get(row.task.id) ?? { ...row, isResolved: true });
  const known = new Set(before.map(({ task }) => task.id));
  return addsNew ? [...frozen, ...now.filter(({ task }) => !known.has(task.id))] : frozen;
}

/** The groups that were shown, in their places. A group whose tasks no longer wait is empty. */
export function freezeGroups(before: readonly ShownGroup[], now: readonly ShownGroup[]): ShownGroup[] {
  if (before.length === 0) return [...now];
  return before.map(
    (group) =>
      now.find(({ reason }) => reason === group.reason) ?? { ...group, shown: [], count: 0, isExact: true },
  );
}
