import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rename, rm, stat, truncate, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, inject, it } from 'vitest';
import { migrationLock } from '../migrations/migrate.ts';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { deleteUnfinishedBackups, listBackups, unfinishedNameOf } from './backup-folder.ts';
import { createBackup } from './create-backup.ts';
import { checksumFile, manifestFile, readManifest } from './manifest.ts';
import { readBackups } from './read-backups.ts';
import { rotateBackups } from './rotate-backups.ts';
import { verifyBackup } from './verify-backup.ts';

let db: TestDatabase;
let folder: string;

beforeAll(async () => {
  db = await createTestDatabase(inject('postgresUrl'));
  await db.owner.query(`
    insert into teams (id, name) values ('t', E'Line\\nbreak \\\\N \\t “quoted”');
    insert into task_texts (task_id, field, version, body) values ('x', 'description', 1, repeat('large ', 100000))`);
});
afterAll(() => db.close());

beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'crewboard-backup-'));
  return () => rm(folder, { recursive: true, force: true });
});

const create = (options: { isRotated?: boolean } = {}) =>
  createBackup({ url: db.url, folder, version: '1.2.3', ...options });

it('has every table of the schema, readable by this user alone, as the role of the service reads it', async () => {
  const { path: backup, manifest } = await create();
  const { rows } = await db.owner.query<{ name: string }>(
    `select tablename::text as name from pg_tables where schemaname = 'public' and tablename <> '_prisma_migrations'`,
  );
  expect(manifest.tables.map(({ name }) => name)).toEqual(rows.map(({ name }) => name).sort());
  expect(manifest.tables.find(({ name }) => name === 'teams')?.rows).toBe(1);
  expect(manifest.migrations.length).toBeGreaterThan(10);
  expect((await stat(backup)).mode & 0o777).toBe(0o700);
  for (const file of await readdir(backup)) {
    expect((await stat(path.join(backup, file))).mode & 0o777).toBe(0o600);
  }
  expect(await verifyBackup(backup)).toEqual(manifest);
});

const damages: [string, (backup: string) => Promise<void>, RegExp][] = [
  [
    'a changed byte',
    async (backup) => {
      const file = path.join(backup, 'task_texts.copy.zst');
      const bytes = await readFile(file);
      bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] ?? 0) ^ 1;
      await writeFile(file, bytes);
    },
    /damaged: task_texts\.copy\.zst (is not as it was written|cannot be read)/,
  ],
  [
    'a file that was cut',
    async (backup) => {
      const file = path.join(backup, 'task_texts.copy.zst');
      await truncate(file, (await stat(file)).size - 5);
    },
    /damaged: task_texts\.copy\.zst (is not as it was written|cannot be read)/,
  ],
  [
    'a missing file',
    (backup) => rm(path.join(backup, 'teams.copy.zst')),
    /damaged: teams\.copy\.zst is missing/,
  ],
  [
    'another number of rows',
    async (backup) => {
      const file = path.join(backup, manifestFile);
      await writeFile(file, (await readFile(file, 'utf8')).replace('"rows": 1,', '"rows": 2,'));
    },
    /damaged: manifest\.json is not as it was written/,
  ],
  ['no checksums', (backup) => rm(path.join(backup, checksumFile)), /damaged: SHA256SUMS is missing/],
  ['no manifest', (backup) => rm(path.join(backup, manifestFile)), /is not a backup/],
];
it.each(damages)('is found to be damaged by %s', async (_, damage, message) => {
  const { path: backup } = await create();
  await damage(backup);
  await expect(verifyBackup(backup)).rejects.toThrow(message);
});

it('is rejected while a migration runs', async () => {
  const migrating = await db.owner.connect();
  try {
    await migrating.query('select pg_advisory_lock($1)', [migrationLock]);
    await expect(create()).rejects.toThrow('A migration of the database is running');
    expect(await readdir(folder)).toEqual([]);
  } finally {
    // The server ends a connection after the client: the next test would find the lock.
    await migrating.query('select pg_advisory_unlock_all()');
    migrating.release();
  }
});

it('holds back no reader of the log, and leaves nothing when its connection is lost in the middle', async () => {
  const other = await db.owner.connect();
  try {
    // The backup reads the sequences after all tables: it waits here.
    await other.query('begin; alter sequence events_id_seq rename to renamed');
    const creating = create();
    const outcome = creating.catch((error: Error) => error.message);
    const waiting = `select pid, backend_xid from pg_stat_activity
      where application_name = 'crewboard backup' and wait_event_type = 'Lock' and datname = current_database()`;
    await expect.poll(async () => (await db.owner.query(waiting)).rowCount).toBe(1);
    // Readers wait for open transactions that have an id.
    expect((await db.owner.query(waiting)).rows).toMatchObject([{ backend_xid: null }]);
    expect(await readdir(folder)).toEqual([expect.stringMatching(/^\.crewboard-.*\.partial$/)]);
    expect(await listBackups(folder)).toEqual([]);
    await db.owner.query(`select pg_terminate_backend(pid) from (${waiting}) as waiting`);
    expect(await outcome).toMatch(/terminat/);
    expect(await readdir(folder)).toEqual([]);
  } finally {
    other.release(true);
  }
});

it('deletes what a killed process has left, and nothing of one that runs', async () => {
  const own = unfinishedNameOf('crewboard-20260101T000000000Z', 'partial');
  const nameOf = (pid: number) => own.replace(`.${process.pid}.`, `.${pid}.`);
  const killed = nameOf(spawnSync('true').pid);
  const running = nameOf(process.pid);
  for (const name of [killed, running]) await mkdir(path.join(folder, name, 'content'), { recursive: true });
  const { path: backup } = await create();
  expect((await readdir(folder)).sort()).toEqual([running, path.basename(backup)]);
  expect(await listBackups(folder)).toMatchObject([{ path: backup }]);
});

// With ProcSubset=pid a service has no /proc/sys. Without the right to mount it cannot be tried.
it.skipIf(spawnSync('unshare', ['-rm', 'mount', '-t', 'tmpfs', 'none', '/proc/sys']).status !== 0)(
  'names what it writes also where the system does not tell its boot',
  () => {
    const script = `import { unfinishedNameOf } from '${import.meta.dirname}/backup-folder.ts';
      process.stdout.write(unfinishedNameOf('crewboard-20260101T000000000Z', 'partial'));`;
    const command = 'mount -t tmpfs none /proc/sys && exec "$0" --input-type=module -e "$1"';
    const { stdout } = spawnSync('unshare', ['-rm', 'sh', '-c', command, process.execPath, script]);
    expect(String(stdout)).toMatch(/^\.crewboard-20260101T000000000Z\.[0-9a-f]{12}\.\d+\.partial$/);
  },
);

it('deletes what a process of another container or machine has left, or an earlier version, a day after its last write', async () => {
  const unknownPid = spawnSync('true').pid;
  const ofOther = `.crewboard-20260101T000000000Z.0123456789ab.${unknownPid}.partial`;
  const ofEarlierVersion = `.crewboard-20260101T000000000Z.${unknownPid}.deleted`;
  const names = [ofOther, ofEarlierVersion].sort();
  for (const name of names) {
    await mkdir(path.join(folder, name));
    await writeFile(path.join(folder, name, 'tasks.copy.zst'), '');
  }
  const hour = 3_600_000;
  await deleteUnfinishedBackups(folder);
  await deleteUnfinishedBackups(folder, Date.now() + 23 * hour);
  expect((await readdir(folder)).sort()).toEqual(names);
  await deleteUnfinishedBackups(folder, Date.now() + 25 * hour);
  expect(await readdir(folder)).toEqual([]);
});

it('keeps the newest that were made for rotation, and all others', async () => {
  const manual = await create();
  const first = await create({ isRotated: true });
  const second = await create({ isRotated: true });
  const third = await create({ isRotated: true });
  const ofAnotherCluster = { ...third.manifest.postgres, systemIdentifier: '1' };
  const keepOne = (latest: typeof third.manifest) => rotateBackups(folder, { keep: 1, latest });
  expect(await keepOne({ ...third.manifest, postgres: ofAnotherCluster })).toEqual([]);
  expect(await keepOne(third.manifest)).toEqual([second.path, first.path]);
  const remaining = (await listBackups(folder)).map((entry) => entry.path);
  expect(remaining).toEqual([third.path, manual.path]);
  expect(await readManifest(manual.path)).toEqual(manual.manifest);
});

it('deletes backups from the future first, and counts the others as the newest', async () => {
  const ahead = path.join(folder, 'crewboard-29990101T000000000Z');
  await rename((await create({ isRotated: true })).path, ahead);
  const { path: latest, manifest } = await create({ isRotated: true });
  const { newest, isLate } = await readBackups(folder, { everyMs: 3_600_000, startedAt: Date.now() });
  expect({ newest: newest?.path, isLate }).toEqual({ newest: latest, isLate: false });
  expect(await rotateBackups(folder, { keep: 1, latest: manifest })).toEqual([ahead]);
  expect(await listBackups(folder)).toMatchObject([{ path: latest }]);
});
