import type { AttentionReason, AttentionTask } from '@crewboard/contracts';
import { defineStatement, type Queryable, queryMany, sql } from '@crewboard/db';
import { failedAttempt } from '../last-failures.ts';
import { readNext } from '../tasks/next/read-next.ts';
import { toBoardTask } from '../tasks/task-row.ts';

/** Reads the tasks with these ids. Leaves out tasks that no longer wait for this reason. */
export async function readAttentionTasks(
  db: Queryable,
  reason: AttentionReason,
  ids: string[],
): Promise<AttentionTask[]> {
  const foundById = await readNext(db, ids);
  const tasks = ids.flatMap((id) => {
    const { task, next } = foundById.get(id) ?? {};
    return task && next?.reason === reason ? [{ ...toBoardTask(task), next }] : [];
  });
  if (reason !== 'attempts_exhausted') return tasks;
  const lastFailureById = await readLastFailures(db, tasks);
  return tasks.map((task) => ({ ...task, lastFailure: lastFailureById.get(task.id) }));
}

type LastFailure = NonNullable<AttentionTask['lastFailure']>;

/** `limit 1` makes each a lookup. */
const lastFailuresStatement = defineStatement<
  { taskIds: string[]; attempts: number[] },
  { taskId: string; lastFailure: LastFailure }
>(
  ({ taskIds, attempts }) => sql`
  select id as "taskId", jsonb_build_object(${failedAttempt}) as "lastFailure"
  from unnest(${taskIds}::text[], ${attempts}::int[]) as wanted (id, number)
    cross join lateral (
      select outcome, reason from task_attempts
      where task_id = wanted.id and attempt = wanted.number and outcome in ('failed', 'expired') limit 1
    ) as ended`,
);

/** Reads how the last attempt of each of these tasks failed. */
async function readLastFailures(
  db: Queryable,
  tasks: { id: string; attempt: number }[],
): Promise<ReadonlyMap<string, LastFailure>> {
  if (tasks.length === 0) return new Map();
  const rows = await queryMany(db, lastFailuresStatement, {
    taskIds: tasks.map(({ id }) => id),
    attempts: tasks.map(({ attempt }) => attempt),
  });
  return new Map(rows.map(({ taskId, lastFailure }) => [taskId, lastFailure]));
}
