import { findNext, type NextFacts, type TaskNext } from '@crewboard/contracts';
import { defineStatement, type Queryable, queryMany, sql } from '@crewboard/db';
import { type SeenTask, seenColumns } from '../change/read-task.ts';
import type { StoredTask } from '../task-row.ts';
import { nextFacts } from './next-facts.ts';

type Row = SeenTask & { nextFacts: NextFacts };

/** `limit 1` makes each a lookup. */
const statement = defineStatement<{ taskIds: string[] }, Row>(
  ({ taskIds }) => sql`
  select ${seenColumns}, ${nextFacts} as "nextFacts"
  from unnest(${taskIds}::text[]) as wanted (id)
    cross join lateral (select xmin, * from tasks where tasks.id = wanted.id limit 1) as tasks`,
);

type WithNext = { task: StoredTask; next: TaskNext | null };

/**
 * Reads these tasks again, with who acts next on each; null for closed and archived tasks. They may have changed since
 * the caller read them.
 */
export async function readNext(db: Queryable, taskIds: string[]): Promise<ReadonlyMap<string, WithNext>> {
  if (taskIds.length === 0) return new Map();
  const rows = await queryMany(db, statement, { taskIds });
  return new Map(rows.map((task) => [task.id, { task, next: findNext(task, task.nextFacts, task.readAt) }]));
}

/** Adds to each task of a list who acts next. */
export async function withNext<Task extends { id: string }>(
  db: Queryable,
  tasks: Task[],
): Promise<(Task & { next: TaskNext | null })[]> {
  const nextById = await readNext(
    db,
    tasks.map(({ id }) => id),
  );
  return tasks.map((task) => ({ ...task, next: nextById.get(task.id)?.next ?? null }));
}
