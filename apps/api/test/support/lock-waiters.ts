import type { Queryable } from '@crewboard/db';
import { expect } from 'vitest';

/** Waits until one session of the database waits for an advisory lock. */
export async function untilOneWaitsForLock(db: Pick<Queryable, 'query'>): Promise<void> {
  const waiting = `select from pg_stat_activity where datname = current_database() and wait_event = 'advisory'`;
  await expect.poll(async () => (await db.query(waiting)).rowCount).toBe(1);
}
