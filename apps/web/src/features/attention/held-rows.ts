import type { ShownGroup, WaitingTask } from './use-groups.ts';

// What a list shows while it is held under the pointer (use-held-list.ts): no row moves, and none goes.

/** A row, which also stays once its task no longer waits. */
export type HeldRow = WaitingTask & { isResolved?: boolean };

/** The rows that were shown, in their places, each as it is now. `addsNew` puts new rows below them. */
export function holdRows(
  before: readonly HeldRow[],
  now: readonly WaitingTask[],
  addsNew: boolean,
): HeldRow[] {
  const nowById = new Map(now.map((row) => [row.task.id, row]));
  const held = before.map((row) => nowById.get(row.task.id) ?? { ...row, isResolved: true });
  const known = new Set(before.map(({ task }) => task.id));
  return addsNew ? [...held, ...now.filter(({ task }) => !known.has(task.id))] : held;
}

/** The groups that were shown, in their places; one whose tasks no longer wait is empty. */
export function holdGroups(before: readonly ShownGroup[], now: readonly ShownGroup[]): ShownGroup[] {
  if (before.length === 0) return [...now];
  return before.map(
    (group) =>
      now.find(({ reason }) => reason === group.reason) ?? { ...group, shown: [], count: 0, isExact: true },
  );
}
