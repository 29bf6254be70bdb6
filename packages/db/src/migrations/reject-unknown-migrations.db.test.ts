import { afterAll, beforeAll, beforeEach, expect, inject, it } from 'vitest';
import { prepareDatabase } from '../prepare-database.ts';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { isMigrated, migrate } from './migrate.ts';
import { readMigrations } from './migration-files.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await createTestDatabase(inject('postgresUrl'));
});
afterAll(() => db.close());
beforeEach(() => db.owner.query(`delete from _prisma_migrations where migration_name like '2999%'`));

async function record(...names: string[]): Promise<void> {
  await db.owner.query(
    `insert into _prisma_migrations (id, checksum, migration_name, finished_at, applied_steps_count)
     select gen_random_uuid(), '-', name, now(), 1 from unnest($1::text[]) as name`,
    [names],
  );
}

const starts: [string, () => Promise<unknown>][] = [
  ['migrate', () => migrate(db.ownerUrl)],
  ['prepareDatabase as the application', () => prepareDatabase({ url: db.url })],
  ['prepareDatabase as the owner', () => prepareDatabase({ url: db.ownerUrl })],
  ['prepareDatabase with both roles', () => prepareDatabase({ url: db.url, ownerUrl: db.ownerUrl })],
];

it.each(starts)('%s rejects a database that a newer version has migrated', async (_, start) => {
  await start();
  await record('29990101000000_later');
  await expect(start()).rejects.toThrow(
    'A newer version of Crewboard has migrated this database: this version does not know 29990101000000_later. ' +
      'Start that version or a newer one, or restore a backup from before the upgrade.',
  );
});

it('rejects a database of a build from before the first migration, and does not call it newer', async () => {
  await record('20000101000000_foundation');
  try {
    for (const [, start] of starts)
      await expect(start()).rejects.toThrow(
        'A build of Crewboard from before version 0.2.0 has made this database (20000101000000_foundation), ' +
          'which no later version can use. Start with an empty one.',
      );
  } finally {
    await db.owner.query(`delete from _prisma_migrations where migration_name like '2000%'`);
  }
});

it('applies none of its own migrations to such a database', async () => {
  const last = readMigrations().at(-1)?.name;
  const rollBack = 'update _prisma_migrations set rolled_back_at = $2 where migration_name = $1';
  const rows = () => db.owner.query('select from _prisma_migrations where migration_name = $1', [last]);
  await record('29990101000000_later');
  await db.owner.query(rollBack, [last, new Date()]);
  expect(await isMigrated(db.pool)).toBe(false);
  await expect(migrate(db.ownerUrl)).rejects.toThrow(/29990101000000_later/);
  expect((await rows()).rowCount).toBe(1);
  await db.owner.query(rollBack, [last, null]);
});

it('names at most three unknown migrations, in their order', async () => {
  await record('29990105_e', '29990102_b', '29990103_c', '29990104_d', '29990101_a');
  await expect(migrate(db.ownerUrl)).rejects.toThrow(/know 29990101_a, 29990102_b, 29990103_c, 2 more\./);
});

it('ignores unknown migrations that failed or were rolled back', async () => {
  await record('29990101_failed', '29990102_rolled_back');
  await db.owner.query(
    `update _prisma_migrations set finished_at = case when migration_name = '29990102_rolled_back' then now() end,
       rolled_back_at = case when migration_name = '29990102_rolled_back' then now() end
     where migration_name like '2999%'`,
  );
  for (const [, start] of starts) await start();
});

it('leaves a running process ready', async () => {
  await record('29990101000000_later');
  expect(await isMigrated(db.pool)).toBe(true);
});
