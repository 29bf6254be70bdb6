import { readdir } from 'node:fs/promises';
import { newId } from '@crewboard/db';
import { createTestDatabase, hasPgBouncer, startPgBouncer, type TestDatabase } from '@crewboard/db/testing';
import { afterAll, beforeAll, describe, expect, inject, it, onTestFinished, vi } from 'vitest';
import { createApiKey } from '../../src/features/api-keys/create-api-key.ts';
import { createTeam } from '../../src/features/teams/create-team.ts';
import { replaceInstallation } from '../../src/features/webhooks/installation.ts';
import { makeFolder, runDoctor } from './support/run-doctor.ts';

let db: TestDatabase;
let teamId: string;
beforeAll(async () => {
  db = await createTestDatabase(inject('postgresUrl'));
  teamId = (await createTeam({ ctx: { db }, input: { name: 'Harbour' } })).teamId;
});
afterAll(() => db.close());

const find = (check: string, url = db.url) =>
  runDoctor({ DATABASE_URL: url, INSTALLATION_ID: 'tests' }, check);
const ok = { level: 'ok' };
const matching = (level: string, message: RegExp) => ({ level, message: expect.stringMatching(message) });
const asOwner = (sql: string) => db.owner.query(sql);
/** Runs as the owner now, and the second statement after the test. */
async function change(sql: string, undo: string): Promise<void> {
  onTestFinished(() => asOwner(undo).then(() => undefined));
  await asOwner(sql);
}
const role = () => new URL(db.url).username;
const database = () => new URL(db.url).pathname.slice(1);

it('finds a database of this version in order, and changes nothing', async () => {
  const folder = makeFolder();
  const findings = await runDoctor({ DATABASE_URL: db.url, DATA_DIR: folder, INSTALLATION_ID: 'tests' });
  const names = ['writes', 'limits', 'rights', 'migrations', 'clock', 'connections', 'log', 'deliveries'];
  for (const name of [...names, 'credentials']) {
    expect(findings).toContainEqual(expect.objectContaining({ check: name, level: 'ok' }));
  }
  // The server of the tests may lose what it has acknowledged.
  expect(await find('database')).toMatchObject([matching('error', /^Off in PostgreSQL: .*fsync/)]);
  expect(await readdir(folder)).toEqual([]);
  expect((await asOwner('select from installation')).rowCount).toBe(0);
});

describe('writes', () => {
  it('says why changes fail, and once where the database is read-only', async () => {
    // In this database alone: other tests use the role as well.
    const setting = (change: string) => `alter role ${role()} in database ${database()} ${change}`;
    await change(setting('set temp_file_limit = 0'), setting('reset temp_file_limit'));
    expect(await find('writes')).toMatchObject([
      matching('error', /^Changes fail: temporary file size exceeds/),
    ]);
    await change(
      setting('set default_transaction_read_only = on'),
      setting('reset default_transaction_read_only'),
    );
    expect(await find('writes')).toEqual([]);
    expect(await find('database')).toContainEqual(expect.objectContaining(matching('error', /is read-only/)));
  });
});

describe('migrations', () => {
  const changeList = (set: string, undo: string) =>
    change(`update _prisma_migrations set ${set}`, `update _prisma_migrations set ${undo}`);

  it('names those that the database lacks, or has of a newer version, or that failed', async () => {
    const last = '(select max(migration_name) from _prisma_migrations)';
    await changeList(
      `finished_at = null, rolled_back_at = now() where migration_name = ${last}`,
      'finished_at = now(), rolled_back_at = null where finished_at is null',
    );
    expect(await find('migrations')).toMatchObject([
      {
        ...matching('error', /^1 migration of this version is not applied: \d/),
        remedy: expect.stringContaining('migrate.js'),
      },
    ]);
    await asOwner('update _prisma_migrations set rolled_back_at = null');
    expect(await find('migrations')).toMatchObject([
      matching('error', /failed half-way/),
      matching('error', /not applied/),
    ]);
    await asOwner(`update _prisma_migrations set finished_at = now()`);
    await change(
      `insert into _prisma_migrations (id, checksum, migration_name, finished_at) values ('x', 'x', '29990101000000_future', now())`,
      `delete from _prisma_migrations where id = 'x'`,
    );
    expect(await find('migrations')).toMatchObject([
      {
        ...matching('error', /29990101000000_future/),
        remedy: expect.stringContaining('Start that version'),
      },
    ]);
  });

  it('notices an edited one', async () => {
    const reverse =
      'checksum = reverse(checksum) where migration_name = (select min(migration_name) from _prisma_migrations)';
    await changeList(reverse, reverse);
    expect(await find('migrations')).toMatchObject([matching('error', /was edited/)]);
  });

  it('says that a process is migrating', async () => {
    const other = await db.owner.connect();
    onTestFinished(() => other.release(true));
    await other.query('select pg_advisory_lock($1)', [72_707_369]);
    expect(await find('migrations')).toMatchObject([matching('warning', /is migrating/)]);
  });

  it('names an index whose build failed, with the statement that builds it again', async () => {
    await createTeam({ ctx: { db }, input: { name: 'Harbour' } });
    onTestFinished(() => asOwner('drop index concurrently doctor_idx').then(() => undefined));
    await expect(asOwner('create unique index concurrently doctor_idx on teams (name)')).rejects.toThrow(
      'doctor_idx',
    );
    expect(await find('migrations')).toMatchObject([
      {
        ...matching('error', /doctor_idx/),
        remedy: expect.stringContaining('reindex index concurrently doctor_idx'),
      },
    ]);
  });

  it('says once that a database is empty', async () => {
    const url = new URL(db.ownerUrl);
    url.pathname = '/postgres';
    expect(await find('migrations', url.href)).toMatchObject([matching('error', /has no tables/)]);
    expect(await find('writes', url.href)).toEqual([]);
  });
});

it('notices a clock that differs, and by how much', async () => {
  const real = Date.now();
  onTestFinished(() => void vi.useRealTimers());
  vi.useFakeTimers({ toFake: ['Date'], now: real - 10_000, shouldAdvanceTime: true });
  expect(await find('clock')).toMatchObject([
    matching('warning', /^The clock of this machine is \d+\.\d s behind/),
  ]);
  vi.setSystemTime(real + 3_600_000);
  expect(await find('clock')).toMatchObject([matching('error', /ahead of that of the database/)]);
});

it('says that the connections of the role are used up', async () => {
  const name = `doctor_${newId()}`;
  onTestFinished(async () => {
    await asOwner(`drop owned by ${name}`);
    await asOwner(`drop role ${name}`);
  });
  await asOwner(`create role ${name} login password 'secret' connection limit 1`);
  await asOwner(`grant connect on database ${new URL(db.url).pathname.slice(1)} to ${name}`);
  const url = new URL(db.url);
  Object.assign(url, { username: name, password: 'secret' });
  expect(await find('connections', url.href)).toMatchObject([
    matching('error', /^1 of 1 are used \(the limit of the role\)/),
  ]);
  url.password = 'wrong';
  expect(await find('database', url.href)).toMatchObject([
    { ...matching('error', /cannot be reached: password/), remedy: expect.stringContaining('alter role') },
  ]);
});

it('says that autovacuum is off, and names a table that it does not reach', async () => {
  await change(
    'create table dead with (autovacuum_enabled = off) as select generate_series(1, 60000) as id',
    'drop table dead',
  );
  const client = await db.owner.connect();
  await client.query('delete from dead');
  await client.query('select pg_stat_force_next_flush()');
  client.release();
  expect(await find('vacuum')).toMatchObject([
    // As on the server of the tests.
    matching('error', /^Autovacuum is off/),
    matching('warning', /falls behind on dead \(60000 dead rows\)/),
  ]);
});

it('notices a transaction that is left open, and webhooks that nobody reads', async () => {
  const other = await db.owner.connect();
  onTestFinished(() => other.release(true));
  await other.query('begin; select pg_current_xact_id()');
  await createTeam({ ctx: { db }, input: { name: 'Held up' } });
  await asOwner(`update events set created_at = now() - interval '1 hour'`);
  expect(await find('log')).toMatchObject([matching('error', /has been open for 60 minutes/)]);
  await other.query('rollback');
  // Tests of other databases of the server have transactions open as well.
  await expect.poll(() => find('log'), { timeout: 60_000 }).toMatchObject([ok]);
  await change(
    `insert into webhooks (id, team_id, url, event_types, secret, subscribed_since)
       values ('subscribed', '${teamId}', 'http://127.0.0.1:9', '{*}', 'sealed', '3:3:')`,
    `delete from webhooks`,
  );
  await expect
    .poll(() => find('log'), { timeout: 60_000 })
    .toMatchObject([matching('error', /No process has read the log for webhooks for 6\d minutes/)]);
});

describe('deliveries and credentials', () => {
  it('says that webhooks are held, or that this is not known', async () => {
    onTestFinished(() => asOwner('delete from installation').then(() => undefined));
    await replaceInstallation(db, 'another');
    expect(await find('deliveries')).toMatchObject([
      {
        ...matching('error', /are held: another installation/),
        remedy: expect.stringContaining('deliveries resume'),
      },
    ]);
    expect(await runDoctor({ DATABASE_URL: db.url, DATA_DIR: undefined }, 'deliveries')).toMatchObject([
      matching('warning', /not known whether webhooks are held/),
    ]);
  });

  it('notices a delivery that nobody sends, and an endpoint that was disabled', async () => {
    onTestFinished(() =>
      asOwner('delete from webhook_deliveries; delete from webhooks').then(() => undefined),
    );
    const insert = (id: string, isEnabled: boolean) =>
      db.pool.query(
        `insert into webhooks (id, team_id, url, event_types, secret, enabled, subscribed_since, disabled_reason, disabled_at)
         values ($1, $2, 'https://example.com', '{task.completed}', '-', $3, case when $3 then pg_current_snapshot() end,
           case when not $3 then 'failing' end, case when not $3 then now() end)`,
        [id, teamId, isEnabled],
      );
    await insert('enabled', true);
    expect(await find('deliveries')).toMatchObject([ok]);
    await db.pool.query(
      `insert into webhook_deliveries (id, webhook_id, event_xid, event_id, event_type, next_attempt_at)
       select 'delivery', 'enabled', xid, id, 'task.completed', now() + interval '3 hours' from events limit 1`,
    );
    expect(await find('deliveries')).toMatchObject([matching('ok', /^1 delivery waits for its time/)]);
    await db.pool.query(`update webhook_deliveries set next_attempt_at = now() - interval '3 hours'`);
    await asOwner(`update webhooks set updated_at = now() - interval '3 hours'`);
    await insert('disabled', false);
    expect(await find('deliveries')).toMatchObject([
      matching('error', /due for 3 hours, and no process/),
      matching('warning', /disabled 1 endpoint/),
    ]);
  });

  it('counts keys that expire soon', async () => {
    const actor = { kind: 'system', id: null, teamId } as const;
    const expiresAt = new Date(Date.now() + 3 * 86_400_000).toISOString();
    await createApiKey({ ctx: { db, actor, requestId: null }, input: { name: 'Soon', expiresAt } });
    expect(await find('credentials')).toMatchObject([
      matching('warning', /^Within 14 days 1 API key expires/),
    ]);
  });
});

// Where PgBouncer is not installed, this does not exist: CONTRIBUTING.md.
if (hasPgBouncer()) {
  it.each(['transaction', 'statement'] as const)(
    'rejects a pooler that shares sessions, in %s mode',
    async (mode) => {
      const bouncer = await startPgBouncer(db.url, { mode });
      onTestFinished(() => bouncer.close());
      expect(await find('limits', bouncer.url)).toMatchObject([
        {
          ...matching('error', /leads through a pooler/),
          remedy: expect.stringContaining('pool_mode = session'),
        },
      ]);
    },
  );

  it('does not blame the migrations for a connection that a pooler ends', async () => {
    const bouncer = await startPgBouncer(db.url, { mode: 'statement' });
    onTestFinished(() => bouncer.close());
    expect(await find('migrations', bouncer.url)).toMatchObject([
      {
        ...matching('error', /^Could not be checked: /),
        remedy: expect.stringMatching(/^Solve the other errors/),
      },
    ]);
  });
}
