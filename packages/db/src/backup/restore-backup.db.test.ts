import { mkdir, mkdtemp, readdir, rm, truncate, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, inject, it } from 'vitest';
import { startEmbeddedPostgres } from '../embedded/index.ts';
import { isMigrated, migrate } from '../migrations/migrate.ts';
import { readMigrations } from '../migrations/migration-files.ts';
import { createEmptyDatabase, createMigratedDatabase } from '../testing/database.ts';
import { makeClusterFolder } from '../testing/make-cluster-folder.ts';
import { findTables, inPublic, readSequences } from './catalog.ts';
import { createBackup } from './create-backup.ts';
import type { Manifest } from './manifest.ts';
import { restoreBackup } from './restore-backup.ts';

const server = inject('postgresUrl');
let backups: string;
/** Of the latest version, with `rows`. */
let backup: string;
let manifest: Manifest;
let url: string;
let dataDir: string;

/** With generated columns, triggers, foreign keys, a large text, and an event of a transaction far ahead. */
const rows = `
  insert into teams (id, name) values ('t', E'Line\\nbreak \\\\N \\t “quoted”');
  insert into projects (id, team_id, name, description) values ('p', 't', 'Project', repeat('large ', 100000));
  insert into tasks (id, team_id, project_id, title, description)
  select 'task' || n, 't', 'p', 'Title ' || n, case when n % 2 = 0 then 'Description' end from generate_series(1, 2000) as n;
  insert into webhooks (id, team_id, url, event_types, secret, subscribed_since)
  values ('w', 't', 'http://127.0.0.1', '{*}', 'sealed', '900000000:900000000:');
  insert into events (xid, team_id, type, subject_type, subject_id, actor_kind, snapshot)
  select (900000000 + n)::text::xid8, 't', 'task.created', 'task', 'task' || n, 'system', '{}' from generate_series(1, 100) as n;
  update log_readers set xid = '900000050', id = 0;
  insert into webhook_subscriptions (webhook_id, event_types, since, until, includes_confidential)
  values ('w', '{*}', '900000000:900000000:', '900000010:900000010:', false);
  insert into webhook_deliveries (id, webhook_id, event_xid, event_id, event_type)
  select 'd' || id, 'w', xid, id, type from events where id <= 50;
  -- As the log counter has done: moving the log counts anew.
  select recount()`;

/** Positions in the log, which a restore moves. */
const positions = ['xid', 'event_xid', 'since', 'until', 'until_xid', 'subscribed_since'];

beforeAll(async () => {
  backups = await mkdtemp(path.join(os.tmpdir(), 'crewboard-restore-'));
  url = await createMigratedDatabase(server);
  await withClient(url, (client) => client.query(rows));
  ({ path: backup, manifest } = await createBackup({ url, folder: backups, version: '1.2.3' }));
});
afterAll(() => rm(backups, { recursive: true }));

beforeEach(async () => {
  dataDir = await makeClusterFolder('crewboard-restored-');
  return () => rm(dataDir, { recursive: true, force: true });
});

async function withClient<Result>(at: string, work: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = new pg.Client(at);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/**
 * All rows of all tables but the readers of the log and the server of the backup, the state of the sequences, and the
 * indexes.
 */
const contentsOf = (at: string) =>
  withClient(at, async (client) => {
    const indexes = `select indexdef from pg_indexes where schemaname = 'public' order by 1`;
    const contents: Record<string, unknown> = {
      sequences: await readSequences(client),
      indexes: (await client.query(indexes)).rows,
    };
    for (const { name } of await findTables(client)) {
      if (name === 'log_readers' || name === 'installation') continue;
      const text = `select to_jsonb(content) - $1::text[] as row from ${inPublic(name)} as content order by 1`;
      contents[name] = (await client.query({ text, values: [positions], rowMode: 'array' })).rows;
    }
    return contents;
  });

/** Runs `work` with the restored database, as `npm start` would start it. */
async function withRestored<Result>(work: (ownerUrl: string, applicationUrl: string) => Promise<Result>) {
  const restored = await startEmbeddedPostgres({ dataDir, settings: { fsync: 'off' } });
  try {
    return await work(restored.ownerUrl, restored.url);
  } finally {
    await restored.stop();
  }
}

const readInstallation = `select system_identifier as stored, server_identifier() as present from installation`;

it('has all rows and sequences, the events in their order before all later ones, and nothing of a killed restore', async () => {
  await mkdir(path.join(dataDir, 'restore-draft/postgres'), { recursive: true });
  await restoreBackup({ backup, dataDir });
  expect((await readdir(dataDir)).sort()).toEqual([
    'postgres',
    'postgres-application-password',
    'postgres-password',
  ]);
  await withRestored(async (ownerUrl, applicationUrl) => {
    expect(await contentsOf(ownerUrl)).toEqual(await contentsOf(url));
    const order = 'select subject_id, nonce from events order by xid, id';
    const eventsOf = (at: string) => withClient(at, async (client) => (await client.query(order)).rows);
    const before = await eventsOf(url);
    await withClient(applicationUrl, async (client) => {
      await client.query(
        `insert into events (team_id, type, subject_type, subject_id, actor_kind, snapshot)
         values ('t', 'task.created', 'task', 'new', 'system', '{}')`,
      );
      // Triggers and foreign keys work again.
      await client.query(
        `insert into tasks (id, team_id, project_id, title) values ('new', 't', 'p', 'Findable')`,
      );
      const indexed = await client.query(`select from task_search where task_id = 'new'`);
      expect(indexed.rowCount).toBe(1);
      const orphan = `insert into projects (id, team_id, name) values ('o', 'none', 'Orphan')`;
      await expect(client.query(orphan)).rejects.toThrow('foreign key');
    });
    const after = await eventsOf(ownerUrl);
    expect(after.slice(0, -1)).toEqual(before);
    expect(after.at(-1)).toMatchObject({ subject_id: 'new' });
    // It says that it is from another server, although no row of the backup does.
    const installationOf = (at: string) =>
      withClient(at, async (client) => (await client.query(readInstallation)).rows);
    expect(await installationOf(url)).toEqual([]);
    const [installation, ...others] = await installationOf(ownerUrl);
    expect(installation).toEqual({
      stored: manifest.postgres.systemIdentifier,
      present: expect.not.stringMatching(`^${manifest.postgres.systemIdentifier}$`),
    });
    expect(others).toEqual([]);
  });
});

it('migrates a backup of an earlier version to its version, fills it, and then migrates it on', async () => {
  const earlier = await createEmptyDatabase(server);
  await migrate(earlier, { migrations: readMigrations().slice(0, 1) });
  await withClient(earlier, (client) => client.query(`insert into teams (id, name) values ('t', 'Earlier')`));
  const created = await createBackup({ url: earlier, folder: backups, version: '0.2.0' });
  expect(created.manifest.migrations).toHaveLength(1);
  await restoreBackup({ backup: created.path, dataDir });
  await withRestored((ownerUrl) =>
    withClient(ownerUrl, async (client) => {
      expect(await isMigrated(client)).toBe(true);
      expect((await client.query('select id, name from teams')).rows).toEqual([{ id: 't', name: 'Earlier' }]);
    }),
  );
});

it('keeps what the rows say of the server, and of the installation', async () => {
  const identified = await createMigratedDatabase(server);
  const identity = { installation_id: 'production', system_identifier: '1' };
  await withClient(identified, (client) =>
    client.query(
      `insert into installation (installation_id, system_identifier) values ($1, $2)`,
      Object.values(identity),
    ),
  );
  const created = await createBackup({ url: identified, folder: backups, version: '1.2.3' });
  await restoreBackup({ backup: created.path, dataDir });
  await withRestored((ownerUrl) =>
    withClient(ownerUrl, async (client) => {
      const { rows } = await client.query('select installation_id, system_identifier from installation');
      expect(rows).toEqual([identity]);
    }),
  );
});

it.each([
  ['from a newer version', { migrations: readMigrations().slice(0, -1) }, 'does not know its migration'],
  [
    'whose migration was edited since',
    { migrations: readMigrations().map((migration) => ({ ...migration, checksum: 'other' })) },
    'was edited after the backup was made',
  ],
])('rejects a backup %s and changes nothing', async (_, options, message) => {
  await expect(restoreBackup({ backup, dataDir, ...options })).rejects.toThrow(message);
  expect(await readdir(dataDir)).toEqual([]);
});

it('rejects a folder with a database, and a damaged backup, and changes nothing', async () => {
  await mkdir(path.join(dataDir, 'postgres'));
  await expect(restoreBackup({ backup, dataDir })).rejects.toThrow('already has a database');
  expect(await readdir(dataDir)).toEqual(['postgres']);
  await rm(path.join(dataDir, 'postgres'), { recursive: true });
  const { path: damaged } = await createBackup({ url, folder: backups, version: '1.2.3' });
  await truncate(path.join(damaged, 'tasks.copy.zst'), 10);
  await expect(restoreBackup({ backup: damaged, dataDir })).rejects.toThrow('tasks.copy.zst');
  await writeFile(path.join(damaged, 'manifest.json'), '{"format":2,"version":"9.0.0"}');
  await expect(restoreBackup({ backup: damaged, dataDir })).rejects.toThrow('has the format 2');
  expect(await readdir(dataDir)).toEqual([]);
});
