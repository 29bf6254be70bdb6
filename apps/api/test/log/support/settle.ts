import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '@crewboard/db';

const intervalMs = 20;
/**
 * Shorter than a test may take. The seed of another file, hundreds of thousands of rows, takes long on a busy machine.
 */
const longestMs = 240_000;

/**
 * Waits until all commits are older than the oldest open transaction, so that readers return them.
 * All databases of the server share that limit, and other test files have open transactions: call it before each
 * read of the log that expects the events of earlier requests.
 */
export async function settle({ db }: { db: Pick<Database, 'pool'> }): Promise<void> {
  const read = async () => {
    const { rows } = await db.pool.query<{ from: string; to: string }>(
      `select pg_snapshot_xmin(pg_current_snapshot())::text as from, pg_snapshot_xmax(pg_current_snapshot())::text as to`,
    );
    return { from: BigInt(rows[0]?.from ?? 0), to: BigInt(rows[0]?.to ?? 0) };
  };
  const { to } = await read();
  for (const endsAt = Date.now() + longestMs; (await read()).from < to; await sleep(intervalMs)) {
    if (Date.now() > endsAt) throw new Error('A transaction has been open for minutes.');
  }
}
