import { expect, vi } from 'vitest';
import type { TestApi } from '../../harness.ts';

/**
 * Waits until all commits are older than the oldest open transaction, so that readers return them.
 * All databases of the server share that limit, and other test files have open transactions.
 */
export async function settle(api: TestApi): Promise<void> {
  const read = async () => {
    const { rows } = await api.db.pool.query<{ from: string; to: string }>(
      `select pg_snapshot_xmin(pg_current_snapshot())::text as from, pg_snapshot_xmax(pg_current_snapshot())::text as to`,
    );
    return { from: BigInt(rows[0]?.from ?? 0), to: BigInt(rows[0]?.to ?? 0) };
  };
  const { to } = await read();
  await vi.waitFor(async () => expect((await read()).from).toBeGreaterThanOrEqual(to), {
    timeout: 60_000,
    interval: 20,
  });
}
