import type { Database } from '@crewboard/db';

/** As many as fit into the time limit of a statement. */
const rowsPerStatement = 10_000;

/**
 * A fifth is to do, a tenth in progress, a tenth cancelled and the rest done, of every priority, one task per second.
 */
const insert = `
  insert into tasks (id, team_id, project_id, title, status, priority, in_queue, created_at, status_changed_at)
  select $1 || 'task' || n, $1, $2, 'Compare the offers of supplier ' || n || ' and write down what differs',
    status::task_status,
    (array['low', 'normal', 'high'])[1 + n / 10 % 3]::task_priority,
    status = 'todo', at, at
  from generate_series($3::int, $4::int) as n, lateral (select
    (array['todo', 'todo', 'in_progress', 'cancelled', 'done', 'done', 'done', 'done', 'done', 'done'])[1 + n % 10],
    now() - ($5 - n) * interval '1 second') as state (status, at)`;

/** Inserts this many tasks and counts them. Their triggers run, so that the search finds them. */
export async function fillBoard(
  db: Database,
  { teamId, projectId }: { teamId: string; projectId: string },
  count: number,
): Promise<void> {
  for (let first = 1; first <= count; first += rowsPerStatement) {
    const last = Math.min(count, first + rowsPerStatement - 1);
    await db.pool.query(insert, [teamId, projectId, first, last, count]);
  }
  await db.pool.query('select recount()');
  await db.pool.query('analyze');
}
