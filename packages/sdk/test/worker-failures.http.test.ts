import { expect, it } from 'vitest';
import { useApi } from '../../../apps/api/test/harness.ts';
import { passStartTime } from '../../../apps/api/test/support/leases.ts';
import { createWorld } from '../../../apps/api/test/support/world.ts';
import { createClient, type TaskContext, TaskFailure, TaskRelease } from '../src/index.ts';
import { startWorker } from './support/worker-log.ts';

const api = useApi();

async function withClients() {
  const { team, ada } = await createWorld(api());
  const client = createClient({ url: api().url, token: ada.token });
  const manager = createClient({ url: api().url, token: team.apiKey });
  const createTask = (title = 'A task') => api().createTask(team, { title });
  return { team, client, manager, createTask };
}

it('fails a task that its handler cannot do, and goes on with those behind it', async () => {
  const { client, manager, createTask } = await withClients();
  const impossible = await createTask('Impossible');
  for (let n = 0; n < 3; n += 1) await createTask();
  const { worker, events, until } = startWorker({
    client,
    async handler({ title }) {
      if (title === 'Impossible') throw new Error('No access to the repository.');
    },
  });
  await until('completed', 3);
  await worker.stop();
  expect(events.map(({ type }) => type)).toEqual([
    ...['claimed', 'failed', 'claimed', 'completed', 'claimed', 'completed', 'claimed', 'completed'],
  ]);
  const task = await manager.tasks.get({ taskId: impossible });
  expect(task).toMatchObject({ status: 'todo', notBefore: expect.any(String), needsAttention: null });
  const [attempt] = await manager.tasks.attempts({ taskId: impossible });
  expect(attempt).toMatchObject({ outcome: 'failed', reason: 'No access to the repository.' });
});

it('leaves a task to people that fails as often as its project allows', async () => {
  const { team, client, manager, createTask } = await withClients();
  await manager.projects.update({ projectId: team.projectId, maxAttempts: 2 });
  const taskId = await createTask();
  const contexts: TaskContext['context'][] = [];
  const { worker, until } = startWorker({
    client,
    async handler(_task, { context }) {
      contexts.push(context);
      throw new TaskFailure(`No ${contexts.length}`, { retryAfterSeconds: 0 });
    },
  });
  await until('failed', 2);
  await worker.stop();
  expect(await manager.tasks.get({ taskId })).toMatchObject({
    needsAttention: 'attempts_exhausted',
    attempt: 2,
  });
  expect(contexts).toEqual([
    { lastAttempt: null, comments: [] },
    { lastAttempt: expect.objectContaining({ attempt: 1, outcome: 'failed', reason: 'No 1' }), comments: [] },
  ]);
});

it('tells the handler what others have said, and when to try again', async () => {
  const { client, manager, createTask } = await withClients();
  const taskId = await createTask();
  const comments: string[] = [];
  const { worker, until } = startWorker({
    client,
    async handler(_task, { context }) {
      comments.push(...context.comments.map(({ body }) => body));
      throw new TaskFailure('Wait for the release.', { retryAfterSeconds: 600 });
    },
  });
  await until('failed');
  const { notBefore, updatedAt } = await manager.tasks.get({ taskId });
  expect(Date.parse(notBefore ?? '') - Date.parse(updatedAt)).toBe(600_000);
  await manager.comments.create({ taskId, body: 'It is released.' });
  await passStartTime(api(), taskId);
  await manager.tasks.update({ taskId, title: 'Now' });
  await until('failed', 2);
  await worker.stop();
  expect(comments).toEqual(['It is released.']);
});

it('fails a task whose result is rejected', async () => {
  const { client, createTask } = await withClients();
  await createTask();
  const { worker, until } = startWorker({ client, handler: async () => 'x'.repeat(100_001) });
  expect(await until('failed')).toMatchObject({ reason: expect.stringContaining('result must have') });
  await worker.stop();
});

it('sends nothing more for a task that was archived while its handler ran', async () => {
  const { team, manager, createTask } = await withClients();
  const taskId = await createTask();
  const token = (await api().createAgent(team)).token;
  const sent: string[] = [];
  const { worker, until } = startWorker({
    ...{ url: api().url, token },
    fetch(...args) {
      sent.push(String(args[0]).split('/').at(-1) ?? '');
      return fetch(...args);
    },
    async handler() {
      await manager.tasks.move({ taskId, status: 'cancelled' });
      await manager.tasks.archive({ taskId });
    },
  });
  expect(await until('lost')).toMatchObject({ task: { id: taskId }, error: { code: 'TASK_ARCHIVED' } });
  await worker.stop();
  expect(sent).not.toContain('fail');
});

it('says that a handler failed without a message', async () => {
  const { client, createTask } = await withClients();
  await createTask();
  const { worker, until } = startWorker({
    client,
    async handler() {
      throw ' ';
    },
  });
  expect(await until('failed')).toMatchObject({ reason: 'The handler failed without a message.' });
  await worker.stop();
});

it('releases a task that its handler gives back, which is no failure', async () => {
  const { client, manager, createTask } = await withClients();
  const taskId = await createTask();
  const { worker, until } = startWorker({
    client,
    async handler() {
      throw new TaskRelease('My disk is full.');
    },
  });
  await until('released');
  await worker.stop();
  expect(await manager.tasks.get({ taskId })).toMatchObject({ status: 'todo', notBefore: null });
  const [attempt] = await manager.tasks.attempts({ taskId });
  expect(attempt).toMatchObject({ outcome: 'released', reason: 'My disk is full.' });
});
