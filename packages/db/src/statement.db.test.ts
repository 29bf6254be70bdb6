import sql, { join, raw } from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { defineStatement, type Expression, queryMany, queryOne } from './statement.ts';
import { createTestDatabase, type TestDatabase } from './testing/database.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await createTestDatabase(inject('postgresUrl'));
});
afterAll(() => db.close());

describe('defineStatement', () => {
  it('numbers each parameter once, also across fragments', () => {
    const isOpen = (status: Expression) => sql`status = ${status} or ${status} is null`;
    const { text, parameters } = defineStatement<{ id: string; status: string }, object>(
      ({ id, status }) =>
        sql`select ${raw('id')} from tasks where id = ${id} and (${isOpen(status)}) and id <> ${id}`,
    );
    expect(text).toBe('select id from tasks where id = $1 and (status = $2 or $2 is null) and id <> $1');
    expect(parameters).toEqual(['id', 'status']);
  });

  it('gives equal texts the same name, and others different names', () => {
    const select = (column: string) =>
      defineStatement<{ id: string }, object>(
        ({ id }) => sql`select ${raw(column)} from tasks where id = ${id}`,
      );
    expect(select('title').name).toBe(select('title').name);
    expect(select('title').name).not.toBe(select('status').name);
  });

  it('rejects a value that is not a parameter', () => {
    expect(() => defineStatement<object, object>(() => sql`select ${'a value'}`)).toThrow('a value');
  });
});

describe('queryMany and queryOne', () => {
  it('run a prepared statement with the values of a call', async () => {
    const statement = defineStatement<{ from: number; to: number }, { n: number }>(
      ({ from, to }) => sql`select n from generate_series(${from}::int, ${to}::int) as n order by n`,
    );
    expect(await queryMany(db.pool, statement, { to: 3, from: 2 })).toEqual([{ n: 2 }, { n: 3 }]);
    expect(await queryOne(db.pool, statement, { from: 5, to: 7 })).toEqual({ n: 5 });
    expect(await queryOne(db.pool, statement, { from: 5, to: 4 })).toBeUndefined();
  });

  it('run SQL that was composed for a single call', async () => {
    const conditions = [sql`n > ${1}::int`, sql`n < ${4}::int`];
    const query = sql`select n from generate_series(1, 9) as n where ${join(conditions, ' and ')}`;
    expect(await queryMany(db.pool, query)).toEqual([{ n: 2 }, { n: 3 }]);
    expect(await queryOne(db.pool, query)).toEqual({ n: 2 });
  });
});
