import type { Database } from '@crewboard/db';
import { openTestDatabase } from '@crewboard/db/testing';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { expectProblem, type Reply, TestApi, useApi } from '../harness.ts';
import { OpenWriter } from '../log/support/open-writer.ts';
import { createWorld, type World } from '../support/world.ts';

const api = useApi();
let replica: TestApi;
/**
 * Waits for a lock for 2 s at most, as every process of the service, and for all else as long as a busy machine needs.
 */
let impatient: TestApi;
let foreign: Database;
let world: World;
beforeAll(async () => {
  [replica, world] = [await api().replica(), await createWorld(api())];
  const db = openTestDatabase(api().db.url);
  db.pool.on('connect', (client) => void client.query('set lock_timeout = 2000'));
  impatient = await TestApi.serve(db);
  foreign = openTestDatabase(api().db.url, { maxConnections: 3 });
});
afterAll(() => Promise.all([replica.close(), impatient.close(), foreign.close()]));

const writers = new Set<OpenWriter>();
afterEach(async () => {
  await Promise.all([...writers].map((writer) => writer.rollback()));
  writers.clear();
});

/** Keeps the row of a task locked, as a change does that has not been committed. */
async function lockTask(taskId: string) {
  const writer = await OpenWriter.begin(foreign.pool);
  writers.add(writer);
  await writer.client.query('select from tasks where id = $1 for update', [taskId]);
  return {
    unlock() {
      writers.delete(writer);
      return writer.rollback();
    },
  };
}

/**
 * How many requests wait for a lock: the deletion of expired keys, which each process begins after ten seconds, may
 * wait too.
 */
const waiting = async () => {
  const { rows } = await foreign.pool.query(
    `select from pg_stat_activity where application_name = 'crewboard' and wait_event_type = 'Lock'
       and datname = current_database() and query not like '%delete from idempotency_keys%'`,
  );
  return rows.length;
};

const move = (on: TestApi, taskId: string, key: string, status = 'done') =>
  on.request('POST', `/api/tasks/${taskId}/move`, {
    token: world.team.apiKey,
    body: { status },
    headers: { 'Idempotency-Key': key },
  });
const comment = (on: TestApi, taskId: string, key: string) =>
  on.request('POST', `/api/tasks/${taskId}/comments`, {
    token: world.ada.token,
    body: { body: 'Once' },
    headers: { 'Idempotency-Key': key },
  });

const isReplay = ({ headers }: Reply) => headers.get('idempotency-replayed') === 'true';
const eventTypes = async (taskId: string) => (await api().events(taskId)).map(({ type }) => type);

// First: notifications of other tests would count.
it('notifies the readers of the log after the commit, not before', async () => {
  const listener = await foreign.pool.connect();
  const blocker = await OpenWriter.begin(foreign.pool);
  writers.add(blocker);
  let taskId = '';
  let seen: Promise<string[]>[] = [];
  let marked = () => {};
  const mark = new Promise<void>((resolve) => (marked = resolve));
  try {
    await listener.query('listen crewboard_log');
    await listener.query('listen test_mark');
    listener.on('notification', ({ channel }) => {
      if (channel === 'test_mark') marked();
      else if (taskId) seen.push(eventTypes(taskId));
    });
    taskId = await api().createTask(world.team);
    await expect.poll(() => seen.at(-1)).toEqual(['task.created']);
    seen = [];
    // Reads pass, the response cannot be stored.
    await blocker.client.query('lock table idempotency_keys in share row exclusive mode');
    const moved = move(api(), taskId, 'notified');
    await expect.poll(waiting).toBe(1);
    await foreign.pool.query(`select pg_notify('test_mark', '')`);
    await mark;
    const before = seen.length;
    writers.delete(blocker);
    await blocker.rollback();
    expect((await moved).status).toBe(200);
    await expect.poll(() => seen.length).toBeGreaterThan(before);
    expect({ before, after: await seen.at(-1) }).toEqual({
      before: 0,
      after: ['task.created', 'task.moved'],
    });
  } finally {
    listener.release(true);
  }
});

it('while a request runs, the same one waits in memory in its process, and at the task in another: one effect', async () => {
  const taskId = await api().createTask(world.team);
  const locked = await lockTask(taskId);
  const first = move(api(), taskId, 'running');
  await expect.poll(waiting).toBe(1);
  const second = move(api(), taskId, 'running');
  const third = move(replica, taskId, 'running');
  await expect.poll(waiting).toBe(2);
  await locked.unlock();
  const replies = await Promise.all([first, second, third]);
  expect(replies.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(replies.filter(isReplay).length).toBe(2);
  expect(new Set(replies.map(({ text }) => text)).size).toBe(1);
  expect(await eventTypes(taskId)).toEqual(['task.created', 'task.moved']);
});

it('a request that has waited as long as it may for the one with its key gets a 409', async () => {
  const brief = await api().replica({ bounds: { sameKeyMaxWaitMs: 1 } });
  try {
    const taskId = await api().createTask(world.team);
    const locked = await lockTask(taskId);
    const first = move(brief, taskId, 'brief');
    await expect.poll(waiting).toBe(1);
    const second = await move(brief, taskId, 'brief');
    expectProblem(second, 409, 'IDEMPOTENCY_IN_PROGRESS');
    expect(second.headers.get('retry-after')).toBe('1');
    await locked.unlock();
    expect((await first).status).toBe(200);
    expect(await eventTypes(taskId)).toEqual(['task.created', 'task.moved']);
  } finally {
    await brief.close();
  }
});

const claim = (on: TestApi, taskId: string, key: string) =>
  on.request('POST', `/api/tasks/${taskId}/claim`, {
    token: world.ada.token,
    headers: { 'Idempotency-Key': key },
  });

const createAgent = (on: TestApi, _taskId: string, key: string) =>
  on.request('POST', `/api/teams/${world.team.teamId}/agents`, {
    token: world.team.apiKey,
    headers: { 'Idempotency-Key': key },
    body: { name: 'Once' },
  });

it.each([
  ['alone', comment],
  ['in a batch', claim],
  ['as administration', createAgent],
])(
  'a request that is sent %s is a 409 and undone while another process has not committed its key',
  async (_, send) => {
    const key = `uncommitted-${send.name}`;
    const known = await api().createTask(world.team);
    const first = await send(api(), known, key);
    const last = 'order by created_at desc limit 1';
    await api().owner.query(`create table response as select * from idempotency_keys ${last}`);
    await api().owner.query('delete from idempotency_keys where key_hash = (select key_hash from response)');
    const events = await eventTypes(known);
    const moved = await move(api(), known, `${key}-back`, 'todo');
    expect(moved.status).toBe(200);
    const before = await eventTypes(known);
    const writer = await OpenWriter.begin(api().owner);
    writers.add(writer);
    await writer.client.query('insert into idempotency_keys select * from response');
    const running = await send(impatient, known, key);
    expectProblem(running, 409, 'IDEMPOTENCY_IN_PROGRESS');
    expect(running.headers.get('retry-after')).toBe('1');
    expect(await eventTypes(known)).toEqual(before);
    expect(before.slice(0, events.length)).toEqual(events);

    writers.delete(writer);
    await writer.client.query('commit');
    await writer.rollback();
    const replayed = await send(api(), known, key);
    expect({ text: replayed.text, isReplay: isReplay(replayed) }).toEqual({
      text: first.text,
      isReplay: true,
    });
    await api().owner.query('drop table response');
  },
);

it('a failed request lets the next one with its key in, here and in another process', async () => {
  const taskId = await api().createTask(world.team);
  const locked = await lockTask(taskId);
  expectProblem(await move(impatient, taskId, 'failing'), 503, 'UNAVAILABLE');
  await locked.unlock();
  const [there, here] = [await move(api(), taskId, 'failing'), await move(impatient, taskId, 'failing')];
  expect([there, here].map(({ status }) => status)).toEqual([200, 200]);
  expect([there, here].map(isReplay)).toEqual([false, true]);
});

it('undoes an effect whose key has got a response meanwhile, and replays that', async () => {
  const taskId = await api().createTask(world.team);
  const first = await move(api(), taskId, 'overtaken');
  await api().owner.query(
    'create table response as select * from idempotency_keys order by created_at desc limit 1',
  );
  await api().owner.query('delete from idempotency_keys where key_hash = (select key_hash from response)');
  await move(api(), taskId, 'back', 'todo');
  const events = await eventTypes(taskId);

  const locked = await lockTask(taskId);
  const overtaken = move(api(), taskId, 'overtaken');
  await expect.poll(waiting).toBe(1);
  await api().owner.query('insert into idempotency_keys select * from response');
  await api().owner.query('drop table response');
  await locked.unlock();
  const reply = await overtaken;
  expect({ text: reply.text, isReplay: isReplay(reply) }).toEqual({ text: first.text, isReplay: true });
  expect(await eventTypes(taskId)).toEqual(events);
});
