import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { createTestDatabase, openTestDatabase, type TestDatabase } from '../testing/index.ts';

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

it('does not wait for a table that is locked, and reads the sizes once it is free', async () => {
  const service = openTestDatabase(db.url, { maxConnections: 1, maxSizeAgeMs: 0 });
  /** The errors of the reads of sizes; undefined of one that succeeded. */
  const ended: (string | undefined)[] = [];
  service.lookups.on('connect', (client) => {
    const send: (...args: unknown[]) => unknown = client.query.bind(client);
    Object.assign(client, {
      query(...args: unknown[]) {
        const respond = args.at(-1);
        if (typeof respond !== 'function' || !String(args[0]).includes('pg_relation_size'))
          return send(...args);
        const record = (error: { code?: string } | undefined, result: unknown) => {
          ended.push(error?.code);
          respond(error, result);
        };
        return send(...args.slice(0, -1), record);
      },
    });
  });
  const other = await db.owner.connect();
  try {
    await other.query('begin; lock table teams in access exclusive mode');
    const readOnce = async () => {
      await service.query('select');
      return ended.length;
    };
    const readLastError = async () => {
      await readOnce();
      return ended.at(-1);
    };
    await expect.poll(readOnce).toBeGreaterThan(0);
    expect(ended[0]).toBe('55P03');
    await other.query('commit');
    await expect.poll(readLastError).toBeUndefined();
    expect((await service.lookups.query('show lock_timeout')).rows).toEqual([{ lock_timeout: '0' }]);
  } finally {
    other.release(true);
    await service.close();
  }
});
