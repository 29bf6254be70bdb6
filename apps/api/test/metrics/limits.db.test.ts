import { openDatabase } from '@crewboard/db';
import { createTestDatabase, type TestDatabase } from '@crewboard/db/testing';
import { afterEach, beforeEach, expect, inject, it, vi } from 'vitest';
import { Metrics } from '../../src/metrics/metrics.ts';
import { poolsOfApi, reportMissingSettings } from '../../src/report-missing-settings.ts';
import { readSamples } from './support/samples.ts';

let db: TestDatabase;
beforeEach(async () => {
  db = await createTestDatabase(inject('postgresUrl'), openDatabase);
});
afterEach(() => db.close());

async function report() {
  const metrics = new Metrics();
  const warn = vi.fn();
  const log = { info: vi.fn(), warn, error: vi.fn() };
  await reportMissingSettings({ db, pools: poolsOfApi, log, metrics });
  const samples = readSamples(await metrics.render());
  const isLimited = (pool: string) => samples.get(`crewboard_database_connections_limited{pool="${pool}"}`);
  return {
    warnings: warn.mock.calls.map(([details]) => details),
    hot: isLimited('hot'),
    reads: isLimited('reads'),
    lookups: isLimited('lookups'),
  };
}

it('says nothing where all connections have their limits', async () => {
  expect(await report()).toEqual({ warnings: [], hot: 1, reads: 1, lookups: 1 });
});

it.each(['reads', 'lookups'] as const)(
  'says in the log and in metrics that the pool %s is without limits',
  async (pool) => {
    db[pool].on('connect', (client) => void client.query('reset all'));
    const missing = expect.arrayContaining(['idle_in_transaction_session_timeout', 'statement_timeout']);
    expect(await report()).toEqual({
      warnings: [{ pool, missing }],
      ...{ hot: 1, reads: 1, lookups: 1, [pool]: 0 },
    });
  },
);
