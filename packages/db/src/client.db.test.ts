import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from './testing/index.ts';

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
