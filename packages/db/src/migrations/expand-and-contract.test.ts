import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { findContractions, releaseOfContraction } from '../testing/find-contractions.ts';
import { readMigrations } from './migration-files.ts';

// Programs of the release before run on the migrated database (docs/operations.md, Upgrade). `pnpm faults upgrade` runs
// them.

const changelog = readFileSync(path.join(import.meta.dirname, '../../../../CHANGELOG.md'), 'utf8');
const releases = changelog
  .split('\n')
  .flatMap((line) => (line.startsWith('## [') ? [line.slice(4).split(']')[0]] : []));
/** The first migration after 0.4.0. */
const first = '20261127160000';

it.each(readMigrations().filter(({ name }) => name >= first))(
  '$name takes nothing away from the release before',
  ({ sql }) => {
    if (findContractions(sql).length === 0) return;
    expect(releases).toContain(releaseOfContraction(sql));
  },
);

it.each([
  'alter table "tasks" drop column "title";',
  'alter table "tasks" rename column "title" to "name";',
  'alter table "tasks"\n  alter column "title" type varchar(10);',
  'alter table "tasks" add column "extra" text, alter column "title" set not null;',
  'alter table "tasks" add column "extra" text not null;',
  'alter table "tasks" add constraint "short" check (char_length("title") < 10);',
  'create unique index concurrently if not exists "one" on "tasks" ("title");',
  'drop function "recount"();',
])('finds that programs of the release before may fail after: %s', (sql) => {
  expect(findContractions(sql)).toHaveLength(1);
});

it.each([
  'alter table "tasks" add column "extra" text;',
  `alter table "tasks" add column "extra" jsonb not null default '[]';`,
  'create table "extra" ("id" text not null, constraint "extra_pkey" primary key ("id"));',
  'create table "extra" ("id" text);\nalter table "extra" add constraint "extra_id_fkey" foreign key ("id") references "tasks"("id");',
  '-- Replaces what a rename would do.\ndrop index concurrently if exists "old_idx";',
])('lets programs of the release before go on beside: %s', (sql) => {
  expect(findContractions(sql)).toEqual([]);
});

it('reads from a migration since which release the removed object is unused', () => {
  expect(releaseOfContraction('-- contract: unused since 0.4.0\ndrop table "extra";')).toBe('0.4.0');
  expect(releaseOfContraction('drop table "extra";')).toBeUndefined();
});
