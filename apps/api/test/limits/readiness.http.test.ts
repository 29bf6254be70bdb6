import { type Database, openDatabase } from '@crewboard/db';
import { expect, it } from 'vitest';
import { Readiness } from '../../src/features/system/readiness.ts';
import { useApi } from '../harness.ts';
import { recordQueries } from '../support/record-queries.ts';

const api = useApi();

async function queriesDuring({ pool }: Database, work: () => Promise<unknown>): Promise<number> {
  let queries = 0;
  const count = () => {
    queries += 1;
  };
  pool.on('acquire', count);
  await work();
  pool.off('acquire', count);
  return queries;
}

it('runs one query for all requests within 500 ms, and reports a stopping process at once', async () => {
  let ms = 0;
  // Separate connections: the workers of the API use the others.
  const db = openDatabase(api().db.url);
  const readiness = new Readiness(db, () => ms);
  const request = (count: number) => Promise.all(Array.from({ length: count }, () => readiness.status()));
  // The first check reads the migrations as well.
  expect(await queriesDuring(db, () => request(200))).toBe(2);
  ms = 499;
  expect(await queriesDuring(db, () => request(200))).toBe(0);
  ms = 500;
  expect(await queriesDuring(db, () => request(200))).toBe(1);
  readiness.drain();
  expect((await readiness.status()).ready).toBe(false);
  await db.close();
});

it('serves a hundred requests on both transports with a query each 500 ms', async () => {
  const start = performance.now();
  const queries = await recordQueries(api().db, /'crewboard', 'ready'/, () =>
    Promise.all(
      Array.from({ length: 50 }, async () => {
        expect((await api().request('GET', '/readyz')).status).toBe(200);
        expect((await api().request('GET', '/trpc/system.status')).status).toBe(200);
      }),
    ),
  );
  expect(queries.length).toBeLessThanOrEqual((performance.now() - start) / 500 + 1);
});
