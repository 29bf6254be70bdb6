import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, inject, it, onTestFinished, vi } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../testing/index.ts';
import { openDatabase } from './open-database.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await createTestDatabase(inject('postgresUrl'));
});
afterAll(() => db.close());

it('fails the next query of a connection in use that the server has ended, and no event is left unhandled', async () => {
  const connection = await db.pool.connect();
  const { rows } = await connection.query<{ pid: number }>('select pg_backend_pid() as pid');
  const ended = new Promise((resolve) => connection.once('end', resolve));
  await db.owner.query('select pg_terminate_backend($1)', [rows[0]?.pid]);
  await ended;
  await expect(connection.query('select 1')).rejects.toThrow();
  connection.release(true);
  expect((await db.pool.query('select 1')).rowCount).toBe(1);
});

it('lets the server end and roll back a transaction that is idle for a second', async () => {
  const service = openDatabase(db.url, { maxConnections: 1 });
  try {
    const hanging = service.transaction(async (connection) => {
      await connection.query(`insert into teams (id, name) values ('undone', 'Team')`);
      const { rows } = await connection.query<{ pid: number }>('select pg_backend_pid() as pid');
      await expect.poll(() => isRunning(rows[0]?.pid)).toBe(false);
    });
    await expect(hanging).rejects.toThrow(/not queryable|terminated|idle-in-transaction/);
    expect((await service.query('select from teams')).rowCount).toBe(0);
  } finally {
    await service.close();
  }
});

it.each([
  ['3 s', {}, 3_000],
  ['the given time', { connectTimeoutMs: 10_000 }, 10_000],
])('waits %s for a connection', async (_, options, timeoutMs) => {
  const sockets: Socket[] = [];
  const silent = createServer((socket) => void sockets.push(socket)).listen(0, '127.0.0.1');
  await once(silent, 'listening');
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const service = openDatabase(
    `postgresql://role@127.0.0.1:${(silent.address() as AddressInfo).port}/none`,
    options,
  );
  onTestFinished(async () => {
    vi.useRealTimers();
    for (const socket of sockets) socket.destroy();
    silent.close();
    await service.close();
  });
  const ended: string[] = [];
  const querying = service.query('select 1').catch(({ message }: Error) => void ended.push(message));
  await vi.advanceTimersByTimeAsync(timeoutMs - 1);
  expect(ended).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  await querying;
  expect(ended).toEqual([expect.stringContaining('timeout')]);
});

async function isRunning(pid: number | undefined): Promise<boolean> {
  const { rowCount } = await db.owner.query('select from pg_stat_activity where pid = $1', [pid]);
  return rowCount === 1;
}
