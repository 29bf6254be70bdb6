import { attentionReasons } from '@crewboard/contracts';
import { type Database, queryMany, queryOne, sql } from '@crewboard/db';
import { attentionTasks } from '../../../apps/api/src/features/attention/attention-tasks.ts';
import { readNext } from '../../../apps/api/src/features/tasks/next/read-next.ts';
import { expectedNext, readRows } from '../../../apps/api/test/support/next-oracle.ts';
import type { Reason } from '../history.ts';

/** More than the tasks of a run. */
const unlimited = 1_000_000;

/** Why each open task waits, by the rows and by the service, at one moment. */
export async function readReasons({ pool }: Pick<Database, 'pool'>, teamId: string): Promise<Reason[]> {
  const client = await pool.connect();
  try {
    await client.query('begin isolation level repeatable read');
    const rows = await readRows(client);
    const open = rows.tasks.filter(({ status }) => status === 'todo' || status === 'in_progress');
    const taskIds = open.map(({ id }) => id);
    const served = await readNext(client, taskIds);
    const listed = new Map<string, string>();
    for (const reason of attentionReasons)
      for (const { id } of await queryMany<{ id: string }>(
        client,
        attentionTasks(reason, { teamId, limit: unlimited }),
      ))
        listed.set(id, reason);
    await client.query('commit');
    const read = await queryOne<{ ms: number }>(
      client,
      sql`select (extract(epoch from clock_timestamp()) * 1000)::float8 as ms`,
    );
    // The service read the clock after the oracle did: tasks whose time came in between may have either reason.
    const isDue = ({ not_before: time }: Record<string, unknown>) =>
      time instanceof Date && time > rows.now && time.getTime() <= (read?.ms ?? 0);
    return open
      .filter((task) => !isDue(task))
      .map((task) => ({
        taskId: task.id,
        expected: expectedNext(rows, task)?.reason ?? null,
        served: served.get(task.id)?.next?.reason ?? null,
        listed: listed.get(task.id) ?? null,
      }));
  } finally {
    // Closes the connection, which also ends the transaction if something has failed.
    client.release(true);
  }
}
