import type { Snapshot } from '../history.ts';
import type { IndexedHistory } from '../operations.ts';

/** How many tasks each cell of `task_counts` should have: 'project/status', where '' stands for all projects. */
export function countTasks(tasks: readonly Snapshot[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { projectId, status } of tasks) {
    for (const cell of [`${projectId}/${status}`, `/${status}`])
      counts.set(cell, (counts.get(cell) ?? 0) + 1);
  }
  return counts;
}

/** The counts that the dashboard shows are those of the rows. */
export function* countsAreRows({ history }: IndexedHistory): Generator<string> {
  const expected = countTasks(history.tasks);
  for (const cell of new Set([...expected.keys(), ...history.counts.keys()])) {
    const [counted = 0, rows = 0] = [history.counts.get(cell), expected.get(cell)];
    if (counted !== rows) yield `${cell}: counted ${counted} of ${rows} tasks`;
  }
}
