import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { migrate } from './migrate.ts';
import { parseMigration } from './migration-files.ts';
import type { MigrationTiming } from './migration-options.ts';

type Line = Record<string, unknown> & { message: string };

let db: TestDatabase;
/** Another session, whose transaction stays open. */
let other: pg.Client;
let lines: Line[];
let onLine: (() => void) | undefined;

beforeAll(async () => {
  db = await createTestDatabase(inject('postgresUrl'));
  await db.pool.query(`insert into teams (id, name) values ('t', 'Team'), ('u', 'Another')`);
});
afterAll(() => db.close());
beforeEach(async () => {
  lines = [];
  // Each test migrates with one migration, and an applied one that it does not know is an error.
  await db.owner.query('delete from _prisma_migrations');
  other = new pg.Client(db.url);
  await other.connect();
  await other.query('begin');
  await other.query(`update teams set name = 'Changed' where id = 't'`);
});
afterEach(() => other.end());

const addColumn = (name: string) => parseMigration(name, `alter table teams add column "${name}" text`);
const buildIndex = (name: string) =>
  parseMigration(
    name,
    `-- transaction: none\ncreate index concurrently if not exists "${name}" on "teams" ("name");\n`,
  );

function run(
  migration: ReturnType<typeof parseMigration>,
  timing: Partial<MigrationTiming> = {},
): Promise<string[]> {
  const log = (fields: Record<string, unknown>, message: string) => {
    lines.push({ ...fields, message });
    onLine?.();
  };
  return migrate(db.ownerUrl, {
    migrations: [migration],
    log,
    timing: { lockTimeoutMs: 300, firstRetryDelayMs: 10, ...timing },
  });
}

/** Resolves with the first matching line, also if it is there already. */
function lineWith(fits: (line: Line) => boolean): Promise<Line> {
  return new Promise((resolve) => {
    onLine = () => {
      const line = lines.find(fits);
      if (line) resolve(line);
    };
    onLine();
  });
}

async function waitsForLock(): Promise<void> {
  const waiting = `select from pg_stat_activity where datname = current_database()
    and application_name = 'crewboard migrate' and wait_event_type = 'Lock'`;
  while ((await db.owner.query(waiting)).rowCount === 0);
}

const applied = async (name: string) =>
  (await db.owner.query('select from _prisma_migrations where migration_name = $1', [name])).rowCount;
const isValid = async (index: string) =>
  (
    await db.owner.query<{ isValid: boolean }>(
      'select indisvalid as "isValid" from pg_index where indexrelid = to_regclass($1)',
      [index],
    )
  ).rows[0]?.isValid;

describe('a migration that meets an open transaction', () => {
  it('lets queued writers through, retries, and succeeds once the lock is free', async () => {
    const migrated = run(addColumn('waits'));
    await waitsForLock();
    // Queued behind the migration, which without a lock timeout would wait until the transaction ends.
    const writer = new pg.Client(db.url);
    await writer.connect();
    await writer.query(`update teams set name = 'Written' where id = 'u'`);
    await writer.end();
    await lineWith(({ retries }) => retries === 2);
    expect(await applied('waits')).toBe(0);
    await other.query('commit');
    expect(await migrated).toEqual(['waits']);
    expect(await applied('waits')).toBe(1);
    const last = lines.at(-1);
    expect(last).toMatchObject({ message: 'migration applied', migration: 'waits', number: 1, of: 1 });
    expect(last?.seconds).toEqual(expect.any(Number));
    expect(last?.retries).toBeGreaterThanOrEqual(2);
  });

  it('fails after its maximum wait with the next step in the message, and changes nothing', async () => {
    await expect(run(addColumn('gives_up'), { maxLockWaitMs: 1_000 })).rejects.toThrow(
      /gives_up failed and changed nothing: .*lock timeout.* find it in pg_stat_activity/,
    );
    expect(await applied('gives_up')).toBe(0);
  });

  it('waits for at most 3 s at a time by default', async () => {
    await other.query('commit');
    const sql = `create table seen as select current_setting('lock_timeout') as lock_timeout`;
    await migrate(db.ownerUrl, { migrations: [parseMigration('default', sql)] });
    expect((await db.owner.query('select * from seen')).rows).toEqual([{ lock_timeout: '3s' }]);
  });
});

describe('a migration that builds an index', () => {
  it('waits for open transactions, logs its progress, and blocks no writers', async () => {
    const migrated = run(buildIndex('built_idx'), { progressIntervalMs: 20 });
    const line = await lineWith(({ phase }) => /waiting|building/.test(String(phase)));
    expect(line).toMatchObject({ message: 'building an index', migration: 'built_idx' });
    await db.pool.query(`update teams set name = 'Written' where id = 'u'`);
    await other.query('commit');
    expect(await migrated).toEqual(['built_idx']);
    expect(await isValid('built_idx')).toBe(true);
  });

  it('is repeated after an interruption, without the invalid index that it left', async () => {
    const interrupted = run(buildIndex('broken_idx'));
    const failure = interrupted.then(
      () => 'none',
      (error: Error) => error.message,
    );
    await waitsForLock();
    await db.owner.query(
      `select pg_terminate_backend(pid, 5000) from pg_stat_activity
       where datname = current_database() and application_name = 'crewboard migrate'`,
    );
    expect(await failure).toMatch(/broken_idx failed/);
    expect(await isValid('broken_idx')).toBe(false);
    expect(await applied('broken_idx')).toBe(0);
    await other.query('commit');
    lines = [];
    expect(await run(buildIndex('broken_idx'))).toEqual(['broken_idx']);
    expect(await isValid('broken_idx')).toBe(true);
    expect(await applied('broken_idx')).toBe(1);
    expect(lines.map(({ message }) => message)).toContain('dropping the index of an interrupted build');
  });

  it('is only recorded when the build had finished before the process ended', async () => {
    await other.query('commit');
    await run(buildIndex('noted_idx'));
    const oid = async () => (await db.owner.query(`select 'noted_idx'::regclass::oid as oid`)).rows;
    const before = await oid();
    await db.owner.query(`delete from _prisma_migrations where migration_name = 'noted_idx'`);
    expect(await run(buildIndex('noted_idx'))).toEqual(['noted_idx']);
    expect(await oid()).toEqual(before);
  });

  it('does not wait for a second process that waits for it', async () => {
    const first = run(buildIndex('shared_idx'));
    await waitsForLock();
    const second = run(buildIndex('shared_idx'));
    await lineWith(({ message }) => message === 'waiting for another process that migrates');
    await other.query('commit');
    expect(await Promise.all([first, second])).toEqual([['shared_idx'], []]);
    expect(await isValid('shared_idx')).toBe(true);
  });
});
