import type pg from 'pg';

const attempts = 5;

type ClockDifference = {
  /** By how much the clock of the database is ahead of this machine's, in ms; negative if it is behind. */
  aheadMs: number;
  /** The true difference is within this of `aheadMs`: half of the shortest round trip. */
  uncertaintyMs: number;
};

/** Compares the clock of the database with that of this machine, by the shortest of several round trips. */
export async function measureClock(client: pg.ClientBase): Promise<ClockDifference> {
  let best: ClockDifference | undefined;
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const sentAt = performance.now();
    const { rows } = await client.query<{ ms: number }>(
      'select extract(epoch from clock_timestamp())::float8 * 1000 as ms',
    );
    const receivedAt = Date.now();
    const uncertaintyMs = (performance.now() - sentAt) / 2;
    const aheadMs = (rows[0]?.ms ?? Number.NaN) - (receivedAt - uncertaintyMs);
    if (!best || uncertaintyMs < best.uncertaintyMs) best = { aheadMs, uncertaintyMs };
  }
  return best as ClockDifference;
}
