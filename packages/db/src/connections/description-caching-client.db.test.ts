import pg from 'pg';
import { afterAll, beforeAll, expect, inject, it, vi } from 'vitest';
import { defineStatement, queryMany, sql } from '../index.ts';
import { createTestDatabase, openTestDatabase, type TestDatabase } from '../testing/index.ts';
import type { Database } from './open-database.ts';

let db: TestDatabase;
let single: Database;
beforeAll(async () => {
  db = await createTestDatabase(inject('postgresUrl'));
  single = openTestDatabase(db.url, { maxConnections: 1 });
});
afterAll(async () => {
  await single.close();
  await db.close();
});

type Row = { number: number; at: string; list: string[]; nothing: null };
const statement = defineStatement<{ number: number }, Row>(
  ({ number }) => sql`
  select ${number}::int as number, timestamptz '2026-01-31 09:30Z' as at, '{a,b}'::text[] as list, null::text as nothing
  from generate_series(1, ${number}::int)`,
);

it('asks once for the columns of a statement, and builds the rows of all executions with them', async () => {
  let described = 0;
  const connection = await single.pool.connect();
  const wire = (connection as unknown as { connection: { on(event: string, listener: () => void): void } })
    .connection;
  wire.on('rowDescription', () => {
    described += 1;
  });
  connection.release();
  for (const number of [1, 2, 0, 3]) {
    const row = { number, at: '2026-01-31T09:30:00.000Z', list: ['a', 'b'], nothing: null };
    expect(await queryMany(single, statement, { number })).toEqual(Array.from({ length: number }, () => row));
  }
  expect(described).toBe(1);
});

it('keeps neither the parameters nor the rows of an execution that has ended', async () => {
  const sent = vi.spyOn(pg.Client.prototype, 'query');
  const db = openTestDatabase(single.url, { maxConnections: 1 });
  try {
    const rows = await queryMany(db, statement, { number: 2 });
    expect(rows).toHaveLength(2);
    const [query] = sent.mock.calls
      .map(([query]) => query as unknown as object)
      .filter((query) => typeof query === 'object' && 'portal' in query);
    expect(query).toMatchObject({
      name: statement.name,
      values: undefined,
      _result: undefined,
      _results: undefined,
    });
  } finally {
    sent.mockRestore();
    await db.close();
  }
});

it('goes on after an execution that failed, also in a transaction', async () => {
  const failing = defineStatement<{ divisor: number }, { quotient: number }>(
    ({ divisor }) => sql`select 12 / ${divisor}::int as quotient`,
  );
  const divide = (divisor: number) => queryMany(single, failing, { divisor });
  expect(await divide(3)).toEqual([{ quotient: 4 }]);
  await expect(divide(0)).rejects.toThrow('division by zero');
  expect(await divide(2)).toEqual([{ quotient: 6 }]);
  const undone = single.transaction(async (connection) => {
    expect(await queryMany(connection, failing, { divisor: 4 })).toEqual([{ quotient: 3 }]);
    return queryMany(connection, failing, { divisor: 0 });
  });
  await expect(undone).rejects.toThrow('division by zero');
  expect(await divide(1)).toEqual([{ quotient: 12 }]);
});

it('rejects a prepared statement whose columns have changed, and reads it on a new connection', async () => {
  await db.owner.query('create table changing (a int)');
  await db.owner.query('insert into changing values (1)');
  await db.owner.query('grant select on changing to public');
  const all = defineStatement<object, object>(() => sql`select * from changing`);
  expect(await queryMany(single, all, {})).toEqual([{ a: 1 }]);
  await db.owner.query(`alter table changing add b text default 'new'`);
  await expect(queryMany(single, all, {})).rejects.toThrow('cached plan must not change result type');
  const other = openTestDatabase(db.url, { maxConnections: 1 });
  expect(await queryMany(other, all, {})).toEqual([{ a: 1, b: 'new' }]);
  await other.close();
});
