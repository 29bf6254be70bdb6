import { describe, expect, it } from 'vitest';
import { parseMigration, readMigrations } from './migration-files.ts';

describe('a migration outside of a transaction', () => {
  it('is one statement that builds or drops an index, and is repeatable', () => {
    const build = parseMigration(
      'a',
      '-- transaction: none\n-- For the list of comments.\ncreate index concurrently if not exists "x_idx"\n  on "comments" ("id");\n',
    );
    expect(build.transaction).toEqual({ kind: 'none', indexName: 'x_idx' });
    const drop = parseMigration('a', '-- transaction: none\nDROP INDEX CONCURRENTLY IF EXISTS "x_idx";');
    expect(drop.transaction).toEqual({ kind: 'none', indexName: undefined });
  });

  it.each([
    ['is built without "if not exists"', 'create index concurrently "x" on "tasks" ("id");'],
    ['is not concurrent', 'create index if not exists "x" on "tasks" ("id");'],
    ['has a second statement', 'create index concurrently if not exists "x" on "tasks" ("id"); select 1;'],
    ['is another statement', 'alter table "tasks" add column "x" text;'],
    ['is empty', ''],
  ])('is rejected where it %s', (_, sql) => {
    expect(() => parseMigration('a', `-- transaction: none\n${sql}`)).toThrow(/it must be one statement/);
  });
});

describe('the migrations on disk', () => {
  const largeTables = ['comments', 'events', 'task_search', 'task_texts', 'tasks', 'webhook_deliveries'];

  it('build indexes on tables that may be large concurrently', () => {
    const blocking = readMigrations()
      .filter(({ transaction }) => transaction.kind === 'one')
      .flatMap(({ name, sql }) => {
        const indexed = [...sql.matchAll(/create (?:unique )?index [^;]*? on "?(\w+)"?/gi)].map(
          ([, table]) => table,
        );
        const made = [...sql.matchAll(/create table "?(\w+)"?/gi)].map(([, table]) => table);
        return indexed
          .filter((table = '') => largeTables.includes(table) && !made.includes(table))
          .map((table) => `${name}: ${table}`);
      });
    expect(blocking).toEqual([]);
  });
});
