import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '@crewboard/db/embedded';
import { makeClusterFolder, openTestDatabase } from '@crewboard/db/testing';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { prepareServiceDatabase } from '../../src/prepare-service-database.ts';
import { TestApi } from '../harness.ts';

const docs = readFileSync(path.join(import.meta.dirname, '../../../../docs/operations.md'), 'utf8');
const section = /^### Two roles$(.*?)^##/ms.exec(docs)?.[1] ?? '';
const [newDatabase = [], existingDatabase = []] = [...section.matchAll(/```sql\n(.*?)```/gs)].map(
  ([, sql = '']) =>
    sql
      .split(';')
      .map((statement) => statement.trim())
      .filter(Boolean),
);

let dataDir: string;
let server: EmbeddedPostgres;
beforeAll(async () => {
  dataDir = await makeClusterFolder('crewboard-own-');
  server = await startEmbeddedPostgres({ dataDir, settings: { fsync: 'off' } });
});
afterAll(async () => {
  await server.stop();
  await rm(dataDir, { recursive: true });
});

/** Drop the database and the roles of the embedded cluster: the guide creates them under the same names. */
beforeEach(async () => {
  await asAdministrator('postgres', [
    'drop database if exists crewboard with (force)',
    'drop owned by crewboard_application',
    'drop role crewboard_application',
    'drop role if exists crewboard_owner',
  ]);
  return () =>
    asAdministrator('postgres', ['drop database crewboard with (force)', 'drop role crewboard_owner']);
});

async function asAdministrator(database: string, statements: string[]): Promise<void> {
  const admin = openTestDatabase(new URL(`/${database}`, server.ownerUrl).href, { maxConnections: 1 });
  try {
    for (const statement of statements) await admin.pool.query(statement);
  } finally {
    await admin.close();
  }
}

function urlOf(role: string, password: string): string {
  const url = new URL('/crewboard', server.ownerUrl);
  url.username = role;
  url.password = password;
  return url.href;
}
const ownerUrl = () => urlOf('crewboard_owner', 'OWNER_PASSWORD');
const url = () => urlOf('crewboard_application', 'APPLICATION_PASSWORD');

/** Prepares the database as a process of the service does, and returns what it logged. */
async function prepare(
  DATABASE_URL: string,
  DATABASE_OWNER_URL?: string,
): Promise<Record<string, unknown>[]> {
  const lines: string[] = [];
  await prepareServiceDatabase(
    { DATABASE_URL, DATABASE_OWNER_URL },
    pino({}, { write: (line: string) => void lines.push(line) }),
  );
  return lines.map((line) => JSON.parse(line));
}

async function expectServing(): Promise<void> {
  const api = await TestApi.serve(openTestDatabase(url()));
  try {
    const taskId = await api.createTask(await api.createTeam(), { description: 'x'.repeat(10_000) });
    expect(taskId).toEqual(expect.any(String));
    for (const sql of [
      'create table mine (id int)',
      'create temporary table mine (id int)',
      'drop table comments',
    ]) {
      await expect(api.db.pool.query(sql)).rejects.toMatchObject({ code: '42501' });
    }
  } finally {
    await api.close();
  }
}

async function run(
  script: string,
  env: Record<string, string>,
): Promise<{ code: number; stderr: string; stdout: string }> {
  const file = path.join(import.meta.dirname, '../../src', script);
  const options = {
    env: { ...process.env, APP_SECRET: 'a secret of the tests, long enough', API_PORT: '0', ...env },
  };
  return promisify(execFile)(process.execPath, [file], options).then(
    (output) => ({ code: 0, ...output }),
    ({ code, stderr, stdout }) => ({ code, stderr, stdout }),
  );
}

it('the SQL of the guide for a new database: the owner migrates, the service works and cannot change the schema', async () => {
  await asAdministrator('postgres', newDatabase);
  const rejected = await run('main.ts', { DATABASE_URL: url() });
  expect(rejected).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/"crewboard_application" of DATABASE_URL may not apply them/),
  });

  const migrated = await run('migrate.ts', { DATABASE_URL: url(), DATABASE_OWNER_URL: ownerUrl() });
  expect(migrated, migrated.stderr).toMatchObject({ code: 0, stderr: '' });
  const lines = migrated.stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(lines.filter(({ msg }) => msg === 'migration applied')[0]).toMatchObject({
    ...{ migration: '20261124000000_baseline', number: 1, retries: 0, seconds: expect.any(Number) },
  });
  expect(lines.some(({ level }) => level > 30)).toBe(false);
  expect(migrated.stdout).not.toContain('PASSWORD');

  expect(await prepare(url())).toEqual([]);
  await expectServing();
});

it('the SQL of the guide for a database with one role: warns before, and no longer with both URLs', async () => {
  const [owner, , database] = newDatabase;
  await asAdministrator('postgres', [owner ?? '', database ?? '']);
  const before = await prepare(ownerUrl());
  expect(before.at(-1)).toMatchObject({
    level: 40,
    role: 'crewboard_owner',
    msg: expect.stringMatching(/DATABASE_OWNER_URL.*Two roles/),
  });

  await asAdministrator('crewboard', existingDatabase);
  const after = await prepare(url(), ownerUrl());
  expect(after.map(({ msg }) => msg)).toEqual(['the application role may use the tables']);
  await expectServing();
});

it('two URLs that name different databases are rejected before the service starts', async () => {
  await asAdministrator('postgres', newDatabase);
  const elsewhere = new URL('/postgres', server.ownerUrl).href;
  await expect(prepare(url(), elsewhere)).rejects.toThrow(/both must name the same database/);
});
