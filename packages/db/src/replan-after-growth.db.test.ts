import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { createTestDatabase, openTestDatabase, type TestDatabase } from './testing/index.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await createTestDatabase(inject('postgresUrl'));
});
afterAll(() => db.close());

it('drops the plans of a connection once for each growth, and keeps them while no table grows', async () => {
  const service = openTestDatabase(db.url, { maxConnections: 1, maxSizeAgeMs: 0 });
  let count = 0;
  service.pool.on('connect', (client) => {
    const send: (...args: unknown[]) => unknown = client.query.bind(client);
    Object.assign(client, {
      query(...args: unknown[]) {
        if (args[0] === 'discard plans') count += 1;
        return send(...args);
      },
    });
  });
  const use = async () => {
    await service.query('select');
    // The pool of the reads of sizes: each of these waits for one or begins one.
    await service.lookups.query('select');
    return count;
  };
  const useOften = async () => {
    for (let times = 0; times < 20; times += 1) await use();
    return count;
  };
  try {
    // The connection is older than the first sizes.
    await expect.poll(use).toBe(1);
    expect(await useOften()).toBe(1);
    await db.owner.query(`insert into teams (id, name) select n, 'Team' from generate_series(1, 5000) as n`);
    await expect.poll(use).toBe(2);
    expect(await useOften()).toBe(2);
  } finally {
    await service.close();
  }
});
