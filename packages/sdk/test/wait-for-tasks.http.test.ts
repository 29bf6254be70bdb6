import { beforeEach, expect, it } from 'vitest';
import { useApi } from '../../../apps/api/test/harness.ts';
import { createWorld, unknownId, type World } from '../../../apps/api/test/support/world.ts';
import { type Crewboard, createClient, isCode } from '../src/index.ts';

const api = useApi();
let world: World;
let client: Crewboard;
let ids: string[];
beforeEach(async () => {
  world = await createWorld(api());
  client = createClient({ url: api().url, token: world.team.apiKey });
  ids = await Promise.all([1, 2, 3].map(() => api().createTask(world.team)));
});

const move = (taskId: string | undefined, status: 'done' | 'cancelled') =>
  client.tasks.move({ taskId: taskId ?? '', status });
const idle = (count: number) =>
  expect.poll(() => api().app.taskWaits.idleCount, { interval: 5, timeout: 60_000 }).toBe(count);

it('resolves with the tasks in the order of the ids once all have ended', async () => {
  const waiting = client.waitForTasks(ids);
  await idle(1);
  for (const id of ids) await move(id, 'done');
  const tasks = await waiting;
  expect(tasks.map(({ id, status }) => [id, status])).toEqual(ids.map((id) => [id, 'done']));
});

it('resolves once any of them has ended', async () => {
  const waiting = client.waitForTasks(ids, { waitFor: 'any' });
  await idle(1);
  await move(ids[1], 'cancelled');
  expect((await waiting).map(({ status }) => status)).toEqual(['todo', 'cancelled', 'todo']);
});

it('repeats the request until its own timeout', async () => {
  const waits: number[] = [];
  const impatient = createClient({
    ...{ url: api().url, token: world.team.apiKey },
    async fetch(url, init) {
      const wait = new URL(String(url)).searchParams.get('wait');
      if (wait) waits.push(Number(wait));
      if (waits.length === 4) await move(ids[0], 'done');
      // As if the request had waited in vain.
      return fetch(String(url).replace(/wait=\d+/, 'wait=0'), init);
    },
  });
  const [task] = await impatient.waitForTasks(ids.slice(0, 1), { timeoutMs: 600_000 });
  expect(task?.status).toBe('done');
  expect(waits).toEqual([30, 30, 30, 30]);
  const open = await client.waitForTasks(ids, { timeoutMs: 0 });
  expect(open.map(({ status }) => status)).toEqual(['done', 'todo', 'todo']);
});

it('waits for more tasks than one request has', async () => {
  const { projectId } = world.team;
  const tasks = Array.from({ length: 130 }, () => ({ title: 'One of many', projectId }));
  const many = (await client.tasks.createMany({ tasks })).map(({ id }) => id);
  await Promise.all(many.slice(0, -1).map((id) => move(id, 'done')));
  const waiting = client.waitForTasks(many);
  await idle(1);
  await move(many.at(-1), 'done');
  expect((await waiting).map(({ id }) => id)).toEqual(many);
  await expect(client.waitForTasks(many, { waitFor: 'any' })).rejects.toThrow(TypeError);
});

it('rejects with the error of the service, and with the reason of the signal', async () => {
  const error = await client.waitForTasks([unknownId]).catch((thrown: unknown) => thrown);
  expect(isCode(error, 'VALIDATION_ERROR')).toBe(true);
  const leaving = new AbortController();
  const waiting = client.waitForTasks(ids, { signal: leaving.signal });
  await idle(1);
  leaving.abort(new Error('enough'));
  await expect(waiting).rejects.toThrow('enough');
});

it('does not wait for a task that waits for a cancelled task', async () => {
  const [first = '', second = ''] = ids;
  await client.tasks.update({ taskId: second, blockedBy: [first] });
  await move(first, 'cancelled');
  const [task] = await client.waitForTasks([second]);
  expect(task?.next).toMatchObject({ reason: 'blocker_cancelled', blockerIds: [first] });
});

it('does not wait for a task that waits for another task on which a person has to act', async () => {
  const [first = '', second = ''] = ids;
  const third = await api().createTask(world.team, { blockedBy: [second] });
  await client.tasks.update({ taskId: second, blockedBy: [first] });
  await move(first, 'cancelled');
  const [task] = await client.waitForTasks([third]);
  expect(task?.next).toMatchObject({ reason: 'blocked', blockerIds: [second] });
});
