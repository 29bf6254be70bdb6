import type { Database } from '@crewboard/db';

/** Locks the row of a task in a transaction that stays open until `release`, which may be called twice. */
export async function lockTask({ pool }: Database, taskId: string) {
  const connection = await pool.connect();
  await connection.query('begin');
  await connection.query('select from tasks where id = $1 for update', [taskId]);
  let isHeld = true;
  return {
    /** How many connections to this database wait for a lock. */
    async countWaiting(): Promise<number> {
      const { rows } = await pool.query<{ waiting: number }>(
        `select count(*)::int as waiting from pg_stat_activity
         where datname = current_database() and wait_event_type = 'Lock'`,
      );
      return rows[0]?.waiting ?? 0;
    },
    async release(): Promise<void> {
      if (!isHeld) return;
      isHeld = false;
      await connection.query('rollback');
      connection.release();
    },
  };
}
