import { expect, it } from 'vitest';
import { Readiness } from '../../src/features/system/readiness.ts';
import { useApi } from '../harness.ts';

const api = useApi();

async function queriesDuring(work: () => Promise<unknown>): Promise<number> {
  let queries = 0;
  const count = () => {
    queries += 1;
  };
  api().db.pool.on('acquire', count);
  await work();
  api().db.pool.off('acquire', count);
  return queries;
}

it('runs one query for all requests within 500 ms, and a stopping process is not ready at once', async () => {
  let ms = 0;
  const readiness = new Readiness(api().db, () => ms);
  const readStatus = (count: number) => Promise.all(Array.from({ length: count }, () => readiness.status()));
  // The first answer looks at the migrations as well.
  expect(await queriesDuring(() => readStatus(200))).toBe(2);
  ms = 499;
  expect(await queriesDuring(() => readStatus(200))).toBe(0);
  ms = 500;
  expect(await queriesDuring(() => readStatus(200))).toBe(1);
  readiness.drain();
  expect((await readiness.status()).ready).toBe(false);
});

it('runs a few queries for a hundred requests over both transports', async () => {
  const queries = await queriesDuring(() =>
    Promise.all(
      Array.from({ length: 50 }, async () => {
        expect((await api().request('GET', '/readyz')).status).toBe(200);
        expect((await api().request('GET', '/trpc/system.status')).status).toBe(200);
      }),
    ),
  );
  expect(queries).toBeLessThan(20);
});
