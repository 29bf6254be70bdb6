import { openTestDatabase } from '@crewboard/db/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectProblem, type Reply, TestApi } from '../harness.ts';
import { type Crew, crew } from '../support/crew.ts';
import { call, createPerson, signIn } from '../support/people.ts';
import { canMountSmallDisk, SmallDisk } from './support/small-disk.ts';

const isPossible = canMountSmallDisk();
if (!isPossible) console.warn('No disk can be filled: mounting needs root, or user namespaces.');

/** Does not shrink when PostgreSQL stores it. */
const incompressible = () => Array.from({ length: 700 }, () => crypto.randomUUID()).join('');

describe.skipIf(!isPossible)('a full disk', () => {
  let disk: SmallDisk;
  let api: TestApi;
  let home: Crew;
  const acknowledged: string[] = [];
  beforeAll(async () => {
    disk = await SmallDisk.start();
    api = await TestApi.serve(openTestDatabase(disk.url));
    home = await crew(api, 'Home');
  });
  afterAll(async () => {
    await disk?.free();
    await api?.close();
    await disk?.remove();
  });

  async function createTask(): Promise<Reply> {
    const reply = await api.request('POST', `/api/teams/${home.team.teamId}/tasks`, {
      token: home.team.apiKey,
      body: { title: 'A task', description: incompressible(), projectId: home.team.projectId },
    });
    if (reply.status === 201) acknowledged.push((reply.body as { id: string }).id);
    return reply;
  }

  const readyz = () => api.request('GET', '/readyz?for=writes');
  const statusOfReadyz = async () => (await readyz()).status;

  /** Creates tasks until the disk is full. */
  async function createUntilRejected(): Promise<Reply> {
    for (;;) {
      const reply = await createTask();
      if (reply.status !== 201) return reply;
    }
  }

  async function expectRecovered(): Promise<void> {
    await disk.free();
    await expect.poll(statusOfReadyz).toBe(200);
    expect((await createTask()).status).toBe(201);
    const { rows } = await api.db.pool.query<{ tasks: number; events: number }>(
      `select count(*)::int as tasks,
         (select count(*)::int from events where subject_id = any($1) and type = 'task.created') as events
       from tasks where id = any($1)`,
      [acknowledged],
    );
    expect(rows[0]).toEqual({ tasks: acknowledged.length, events: acknowledged.length });
    // Nothing is stored partially either.
    const { rowCount } = await api.db.pool.query(
      `select from tasks where not exists (select from events where subject_id = tasks.id)`,
    );
    expect(rowCount).toBe(0);
  }

  it('rejects changes with 503, still reads, is ready for reads alone, and recovers by itself without loss', async () => {
    for (let count = 0; count < 50; count += 1) expect((await createTask()).status).toBe(201);
    expect(await statusOfReadyz()).toBe(200);
    await disk.fill();

    const rejected = await createUntilRejected();
    expectProblem(rejected, 503, 'UNAVAILABLE');
    expect(Number(rejected.headers.get('retry-after'))).toBeGreaterThan(0);
    await expect.poll(statusOfReadyz).toBe(503);
    expect((await readyz()).body).toMatchObject({
      ready: false,
      checks: { database: true, writable: false },
    });
    expect((await api.request('GET', '/readyz')).status).toBe(200);
    const read = await api.request('GET', `/api/tasks/${acknowledged[0]}`, { token: home.team.apiKey });
    expect(read.status).toBe(200);

    await expectRecovered();
  });

  it('behaves the same when a full disk for the WAL ends PostgreSQL', async () => {
    expect(await statusOfReadyz()).toBe(200);
    await disk.fill();
    const writer = openTestDatabase(disk.url, { maxConnections: 1 });
    const flood = `select pg_logical_emit_message(false, 'fill', repeat('x', 1000000)) from generate_series(1, 100)`;
    await expect(writer.pool.query(flood)).rejects.toThrow(/pg_wal|terminated/);
    await writer.close();

    await expect.poll(statusOfReadyz).toBe(503);
    expectProblem(await createTask(), 503, 'UNAVAILABLE');
    await expectRecovered();
  });

  it('logs nothing but UNAVAILABLE', () => {
    const lines = api.logLines.map(
      (line) => JSON.parse(line) as { level: number; code?: string; msg: string },
    );
    expect(lines.filter(({ level, code }) => level >= 50 && code !== 'UNAVAILABLE')).toEqual([]);
  });
});

describe('a database that is read-only', () => {
  let api: TestApi;
  let home: Crew;
  let email: string;
  beforeAll(async () => {
    api = await TestApi.start();
    home = await crew(api, 'Home');
    email = (await createPerson(api, home.team.teamId, 'member')).email;
  });
  afterAll(async () => {
    await setReadOnly(false);
    await api?.close();
  });

  /** Applies to new connections: end those of the pool. */
  async function setReadOnly(isReadOnly: boolean): Promise<void> {
    const admin = await api.owner.connect();
    await admin.query('set default_transaction_read_only = off');
    const { rows } = await admin.query('select current_database() as name');
    await admin.query(`alter database ${rows[0].name} set default_transaction_read_only = ${isReadOnly}`);
    await admin.query(
      `select pg_terminate_backend(pid, 5000) from pg_stat_activity
       where datname = current_database() and pid <> pg_backend_pid()`,
    );
    admin.release(true);
  }

  const create = () =>
    api.request('POST', `/api/teams/${home.team.teamId}/tasks`, {
      token: home.team.apiKey,
      body: { title: 'A task', projectId: home.team.projectId },
    });
  const statusOfReadyz = async () => (await api.request('GET', '/readyz?for=writes')).status;

  it('rejects changes and sign-ins with 503, still reads, is ready for reads alone, and recovers by itself', async () => {
    expect((await create()).status).toBe(201);
    const before = await api.stored();
    await setReadOnly(true);
    // The first responses may be about the ended connections.
    const readyz = async () => (await api.request('GET', '/readyz?for=writes')).body;
    const checks = { database: true, writable: false, migrations: true };
    await expect.poll(readyz).toMatchObject({ ready: false, checks });
    expect(await statusOfReadyz()).toBe(503);
    expect((await api.request('GET', '/readyz')).body).toMatchObject({
      ready: true,
      checks: { database: true, migrations: true, draining: false },
    });
    const rejected = await create();
    expectProblem(rejected, 503, 'UNAVAILABLE');
    expect(Number(rejected.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await signIn(api, email)).problem?.code).toBe('UNAVAILABLE');
    const status = await call(api, ['query', 'system.status'], undefined, null);
    expect(status.data).toMatchObject({ ready: false, checks: { writable: false } });
    expect((await api.request('GET', '/api/me', { token: home.team.apiKey })).status).toBe(200);
    expect(await api.stored()).toEqual(before);

    await setReadOnly(false);
    await expect.poll(statusOfReadyz).toBe(200);
    expect((await create()).status).toBe(201);
  });
});
