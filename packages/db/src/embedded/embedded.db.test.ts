import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { mkdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { makeClusterFolder } from '../testing/make-cluster-folder.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './index.ts';

let dataDir: string;
let running: EmbeddedPostgres[];

/** Stopped after its first start: most tests begin with a copy, which is much faster than `initdb`. */
let stoppedDataDir: string;
/** What its first start had set, and whether it accepted a wrong password. */
let firstStart: { settings: unknown; password: string; wrongPassword: unknown };

beforeAll(async () => {
  stoppedDataDir = await makeClusterFolder('crewboard-embedded-');
  const server = await startEmbeddedPostgres({ dataDir: stoppedDataDir });
  const [settings] = await query(
    server,
    `SELECT current_database() AS database, current_setting('server_encoding') AS encoding,
       current_setting('fsync') AS fsync, current_setting('synchronous_commit') AS synchronous_commit,
       current_setting('listen_addresses') AS addresses,
       current_setting('unix_socket_directories') AS sockets,
       (SELECT datcollate FROM pg_database WHERE datname = current_database()) AS collation`,
  );
  const wrong = new pg.Client({ connectionString: server.ownerUrl.replace(/:[^:@]+@/, ':wrong@') });
  const wrongPassword = await wrong.connect().catch((error: Error) => error.message);
  firstStart = { settings, password: new URL(server.ownerUrl).password, wrongPassword };
  await server.stop();
});

afterAll(() => rm(stoppedDataDir, { recursive: true }));

beforeEach(async () => {
  dataDir = await makeClusterFolder('crewboard-embedded-');
  running = [];
});

const beginWithStoppedCluster = () => execFileSync('cp', ['-a', `${stoppedDataDir}/.`, dataDir]);

afterEach(async () => {
  for (const server of running) await server.stop();
  await rm(dataDir, { recursive: true });
});

async function start(settings: Record<string, string> = { fsync: 'off' }): Promise<EmbeddedPostgres> {
  const server = await startEmbeddedPostgres({ dataDir, settings });
  running.push(server);
  return server;
}

async function query<Row extends pg.QueryResultRow>(server: EmbeddedPostgres, sql: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: server.ownerUrl });
  await client.connect();
  try {
    return (await client.query<Row>(sql)).rows;
  } finally {
    await client.end();
  }
}

/** Without processes that a server has just started, which have its arguments until they set their title. */
function serversOnDataDir(): number[] {
  const found = execFileSync('ps', ['-axww', '-o', 'pid=,ppid=,args='], { encoding: 'utf8' })
    .split('\n')
    .filter((line) => line.includes(dataDir))
    .map((line) => line.trim().split(/\s+/, 2).map(Number));
  return found.flatMap(([pid = 0, parent]) => (found.some(([other]) => other === parent) ? [] : [pid]));
}

describe('a first start', () => {
  test('makes a UTF-8 cluster that is durable by default, listens on the loopback alone and has a secret password', async () => {
    expect(firstStart.settings).toEqual({
      database: 'crewboard',
      encoding: 'UTF8',
      fsync: 'on',
      synchronous_commit: 'on',
      addresses: '127.0.0.1',
      sockets: '',
      collation: 'C.UTF-8',
    });

    // The password is only its owner's to read, and the server asks for it.
    const file = join(stoppedDataDir, 'postgres-password');
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(firstStart.password).toBe((await readFile(file, 'utf8')).trim());
    expect(firstStart.wrongPassword).toContain('password authentication failed');
  });
});

describe('a later start', () => {
  beforeEach(beginWithStoppedCluster);

  test('keeps the data of the previous one, and does not end another program that has reused the pid in its lock file', async () => {
    const first = await start();
    await query(first, 'CREATE TABLE kept AS SELECT 42 AS answer');
    await first.stop();
    writeFileSync(join(dataDir, 'postgres/postmaster.pid'), `${process.pid}\n${dataDir}/postgres\n`);

    expect(await query(await start(), 'SELECT answer FROM kept')).toEqual([{ answer: 42 }]);
  });

  test.each([
    ['17', 'Make a backup with the version of Crewboard that made it'],
    ['99', 'Start the version of Crewboard that made it or a newer one'],
  ])('rejects a cluster of PostgreSQL %s with one line that says what to do', async (found, remedy) => {
    writeFileSync(join(dataDir, 'postgres/PG_VERSION'), `${found}\n`);
    await expect(start()).rejects.toThrow(
      new RegExp(`^The data in \\S+ is of PostgreSQL ${found}, and this version .* ${remedy}.*\\.$`),
    );
  });

  test('recreates a cluster whose creation was interrupted', async () => {
    const draft = join(dataDir, 'postgres-draft-killed');
    await mkdir(draft);
    await rename(join(dataDir, 'postgres'), join(draft, 'cluster'));
    await rm(join(draft, 'cluster/global/pg_control'));

    expect(await query(await start(), 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    expect(readdirSync(dataDir).sort()).toEqual([
      'postgres',
      'postgres-application-password',
      'postgres-password',
    ]);
  });

  test('succeeds despite a lock file that names a dead process, and survives that the replaced server is stopped', async () => {
    const first = await start();
    process.kill(first.pid, 'SIGKILL');
    await first.exited;
    expect(existsSync(join(dataDir, 'postgres/postmaster.pid'))).toBe(true);

    const second = await start();
    await first.stop();
    expect(await query(second, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });

  test('replaces a server that a killed start left running, without losing a commit', async () => {
    const program = `
      const { startEmbeddedPostgres } = await import(${JSON.stringify(`${import.meta.dirname}/index.ts`)});
      const { ownerUrl, pid } = await startEmbeddedPostgres({ dataDir: ${JSON.stringify(dataDir)} });
      console.log(JSON.stringify({ ownerUrl, pid }));`;
    const starter = spawn(process.execPath, ['--input-type=module', '-e', program], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [line] = await once(createInterface({ input: starter.stdout }), 'line');
    const orphan: EmbeddedPostgres = JSON.parse(line);
    await query(orphan, 'CREATE TABLE kept AS SELECT 42 AS answer');
    starter.kill('SIGKILL');
    await once(starter, 'exit');
    await sleep(200);
    expect(serversOnDataDir()).toEqual([orphan.pid]);

    const server = await start();
    expect(serversOnDataDir()).toEqual([server.pid]);
    expect(await query(server, 'SELECT answer FROM kept')).toEqual([{ answer: 42 }]);
  });
});

test('stopping ends every process, open sessions included', async () => {
  beginWithStoppedCluster();
  const server = await start();
  const session = new pg.Client({ connectionString: server.url });
  session.on('error', () => {});
  await session.connect();
  const sleeping = session.query('SELECT pg_sleep(60)').catch((error: Error) => error.message);

  await server.stop();
  expect(await sleeping).toMatch(/terminat/);
  expect(await server.exited).toEqual({ code: 0, signal: null });
  expect(serversOnDataDir()).toEqual([]);
});

test('a failed start reports the last lines of the log', async () => {
  beginWithStoppedCluster();
  await expect(start({ shared_buffers: 'plenty' })).rejects.toThrow(/did not start[\s\S]*shared_buffers/);
  expect(serversOnDataDir()).toEqual([]);
});

test('a port that is taken makes the start fail', async () => {
  beginWithStoppedCluster();
  const { port } = await start();
  const elsewhere = join(dataDir, 'elsewhere');
  await expect(startEmbeddedPostgres({ dataDir: elsewhere, port })).rejects.toThrow(/Address already in use/);
});
