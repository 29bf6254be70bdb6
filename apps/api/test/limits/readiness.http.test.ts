import type { Database } from '@crewboard/db';
import { openTestDatabase } from '@crewboard/db/testing';
import { expect, it } from 'vitest';
import { Readiness } from '../../src/features/system/readiness.ts';
import { expectProblem, useApi } from '../harness.ts';
import { recordQueries } from '../support/record-queries.ts';

const api = useApi();

/** How many statements each probe sends. */
async function queriesDuring({ probes }: Database, work: () => Promise<unknown>) {
  const queries = { reads: 0, writes: 0 };
  const countReads = () => {
    queries.reads += 1;
  };
  const countWrites = () => {
    queries.writes += 1;
  };
  probes.reads.on('acquire', countReads);
  probes.writes.on('acquire', countWrites);
  await work();
  probes.reads.off('acquire', countReads);
  probes.writes.off('acquire', countWrites);
  return queries;
}

it('runs one query of each probe for all requests within 500 ms, and reports a stopping process at once', async () => {
  let ms = 0;
  const db = openTestDatabase(api().db.url);
  const readiness = new Readiness(db, { now: () => ms, timeoutMs: 60_000 });
  const request = (count: number) => Promise.all(Array.from({ length: count }, () => readiness.forWrites()));
  // The first check reads the migrations as well.
  expect(await queriesDuring(db, () => request(200))).toEqual({ reads: 2, writes: 1 });
  ms = 499;
  expect(await queriesDuring(db, () => request(200))).toEqual({ reads: 0, writes: 0 });
  ms = 500;
  expect(await queriesDuring(db, () => readiness.forReads())).toEqual({ reads: 1, writes: 0 });
  expect(await queriesDuring(db, () => request(200))).toEqual({ reads: 0, writes: 1 });
  readiness.drain();
  expect((await readiness.forReads()).ready).toBe(false);
  expect((await readiness.forWrites()).ready).toBe(false);
  await db.close();
});

it('serves a hundred requests on both transports with a query each 500 ms', async () => {
  const start = performance.now();
  const queries = await recordQueries(api().db, /'crewboard', 'ready'/, () =>
    Promise.all(
      Array.from({ length: 50 }, async () => {
        expect((await api().request('GET', '/readyz?for=writes')).status).toBe(200);
        expect((await api().request('GET', '/trpc/system.status')).status).toBe(200);
      }),
    ),
  );
  expect(queries.length).toBeLessThanOrEqual((performance.now() - start) / 500 + 1);
});

it('rejects a check of anything else', async () => {
  expectProblem(await api().request('GET', '/readyz?for=everything'), 400, 'VALIDATION_ERROR');
  expect((await api().request('GET', '/readyz?for=reads')).status).toBe(200);
});
