import { mkdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeClusterFolder } from '../testing/make-cluster-folder.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './index.ts';

let dataDir: string;
let server: EmbeddedPostgres;

beforeAll(async () => {
  dataDir = await makeClusterFolder('crewboard-role-');
  await start();
});

afterAll(async () => {
  await server.stop();
  await rm(dataDir, { recursive: true });
});

async function start(settings: Record<string, string> = {}): Promise<void> {
  server = await startEmbeddedPostgres({ dataDir, settings: { fsync: 'off', ...settings } });
}

async function query<Row extends pg.QueryResultRow>(url: string, sql: string): Promise<Row[]> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    return (await client.query<Row>(sql)).rows;
  } finally {
    await client.end();
  }
}

const passwordFile = () => join(dataDir, 'postgres-application-password');
const attributes = `
  select current_user as role, rolsuper, rolcreatedb, rolcreaterole, rolreplication, rolbypassrls,
    (select count(*)::int from pg_auth_members where member = pg_roles.oid) as memberships
  from pg_roles where rolname = current_user`;
const unprivileged = {
  ...{ role: 'crewboard_application', rolsuper: false, rolcreatedb: false, rolcreaterole: false },
  ...{ rolreplication: false, rolbypassrls: false, memberships: 0 },
};

it('has its own password, which only its owner can read', async () => {
  expect((await stat(passwordFile())).mode & 0o777).toBe(0o600);
  expect(new URL(server.url).password).toBe((await readFile(passwordFile(), 'utf8')).trim());
  expect(new URL(server.url).password).not.toBe(new URL(server.ownerUrl).password);
  expect(await query(server.url, attributes)).toEqual([unprivileged]);
});

it('can connect to the database of the service and to no other', async () => {
  for (const other of ['postgres', 'template1']) {
    const url = new URL(`/${other}`, server.url).href;
    await expect(query(url, 'select 1')).rejects.toThrow(/permission denied for database/);
  }
});

it('gets a new password when the file was lost, and loses attributes that were added', async () => {
  await query(server.ownerUrl, 'alter role crewboard_application superuser createrole');
  await server.stop();
  const former = await readFile(passwordFile(), 'utf8');
  await rm(passwordFile());
  await start();
  expect(await readFile(passwordFile(), 'utf8')).not.toBe(former);
  expect(await query(server.url, attributes)).toEqual([unprivileged]);
});

it('needs no write at a start when nothing has changed: works on a read-only database', async () => {
  await server.stop();
  await start({ default_transaction_read_only: 'on' });
  expect(await query(server.url, attributes)).toEqual([unprivileged]);
});

it('says which file of a password cannot be read, and does not blame PostgreSQL', async () => {
  await server.stop();
  await rm(passwordFile());
  await mkdir(passwordFile());
  await expect(start()).rejects.toThrow(new RegExp(`^${passwordFile()} cannot be read: EISDIR: .*\\.$`));
  await rm(passwordFile(), { recursive: true });
  await start();
});
