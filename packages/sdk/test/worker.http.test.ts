import { describe, expect, it } from 'vitest';
import { useApi } from '../../../apps/api/test/harness.ts';
import { adminOf, deleteTask, untilErased } from '../../../apps/api/test/http/support/deletions.ts';
import { createWorld, rotateToken } from '../../../apps/api/test/support/world.ts';
import { type Crewboard, CrewboardError, createClient } from '../src/index.ts';
import { ResponseProxy } from './support/response-proxy.ts';
import { hangingHandler, startWorker, waitForReleases } from './support/worker-log.ts';

const api = useApi();

async function withClients() {
  const world = await createWorld(api());
  const client = createClient({ url: api().url, token: world.ada.token, fetch: waitForReleases });
  const manager = createClient({ url: api().url, token: world.team.apiKey });
  const createTask = (title = 'A task') => api().createTask(world.team, { title });
  return { world, client, manager, createTask };
}

it('waits for tasks and completes them with one request for each', async () => {
  const { world, createTask } = await withClients();
  const proxy = await ResponseProxy.start(api().url);
  const options = { url: proxy.url, token: world.ada.token, handler: async () => undefined };
  for (let n = 0; n < 20; n += 1) await createTask();
  const { worker, until } = startWorker(options);
  await until('completed', 20);
  // 20 claims, and one that waits for the next task.
  expect(proxy.claims).toBeLessThanOrEqual(22);
  await createTask();
  await until('completed', 21);
  await worker.stop();
  proxy.close();
});

it('completes what runs when it is stopped', async () => {
  const { client, manager, createTask } = await withClients();
  const taskId = await createTask();
  await createTask();
  const { handler, started, finish, reasons } = hangingHandler();
  const { worker, events } = startWorker({ client, handler });
  await started;
  const stopped = worker.stop();
  finish('The result');
  await stopped;
  expect(await manager.tasks.get({ taskId })).toMatchObject({ status: 'done', result: 'The result' });
  expect(events.map(({ type }) => type)).toEqual(['claimed', 'completed']);
  expect(reasons).toEqual([]);
});

it.each(['a second stop', 'a deadline'])('aborts and releases what runs at %s', async (how) => {
  const { client, manager, createTask } = await withClients();
  const taskId = await createTask();
  const { handler, started, reasons } = hangingHandler();
  const { worker, events } = startWorker({ client, handler });
  await started;
  const stopped = worker.stop(how === 'a deadline' ? { deadlineMs: 10 } : {});
  if (how === 'a second stop') void worker.stop();
  await stopped;
  expect(reasons).toEqual([expect.objectContaining({ message: 'The worker was stopped.' })]);
  expect(await manager.tasks.get({ taskId })).toMatchObject({ status: 'todo', attempt: 1 });
  const [attempt] = await manager.tasks.attempts({ taskId });
  expect(attempt).toMatchObject({ outcome: 'released', reason: 'The worker was stopped.' });
  expect(events.map(({ type }) => type)).toEqual(['claimed', 'released']);
});

it('aborts the handler when the claim is lost, and stores nothing', async () => {
  const { client, manager, createTask } = await withClients();
  const taskId = await createTask();
  const { handler, started, finish, reasons } = hangingHandler();
  const { worker, until } = startWorker({ client, handler, heartbeatSeconds: 0.05 });
  await started;
  await manager.tasks.move({ taskId, status: 'cancelled' });
  expect(await until('lost')).toMatchObject({ error: { code: 'STALE_CLAIM' } });
  expect(reasons).toEqual([expect.objectContaining({ code: 'STALE_CLAIM' })]);
  finish('Too late');
  await worker.stop();
  expect(await manager.tasks.get({ taskId })).toMatchObject({ status: 'cancelled', result: null });
});

it('reports a completion that comes after the end of its claim', async () => {
  const { client, manager, createTask } = await withClients();
  const taskId = await createTask();
  const { handler, finish } = hangingHandler();
  const { worker, until } = startWorker({ client, handler });
  await until('claimed');
  await manager.tasks.release({ taskId });
  await manager.tasks.move({ taskId, status: 'done' });
  finish('Too late');
  expect(await until('lost')).toMatchObject({ error: { code: expect.stringMatching(/STALE|COMPLETED/) } });
  await worker.stop();
  expect((await manager.tasks.get({ taskId })).result).toBeNull();
});

it('ends with the error when its token ends, and aborts what runs', async () => {
  const { world, client, createTask } = await withClients();
  await createTask();
  const { handler, started, reasons } = hangingHandler();
  const { worker } = startWorker({ client, handler, heartbeatSeconds: 0.05 });
  await started;
  await rotateToken(api(), world.team, world.ada.id);
  await expect(worker.done).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
  expect(reasons).toEqual([expect.any(CrewboardError)]);
});

it('ends with the error of a team API key', async () => {
  const { manager } = await withClients();
  const { worker } = startWorker({ client: manager, handler: async () => undefined });
  await expect(worker.done).rejects.toMatchObject({ code: 'AGENT_TOKEN_REQUIRED' });
});

it('continues with the task whose claim had no response', async () => {
  const { world, manager, createTask } = await withClients();
  const taskId = await createTask();
  const proxy = await ResponseProxy.start(api().url);
  const client = createClient({ url: proxy.url, token: world.ada.token });
  await client.me();
  proxy.dropNextResponse();
  const { worker, events, until } = startWorker({ client, handler: async () => 'Done' });
  await until('completed');
  await worker.stop();
  expect(events.map(({ type }) => type)).toEqual(['retry', 'claimed', 'completed']);
  expect(await manager.tasks.attempts({ taskId })).toHaveLength(1);
  proxy.close();
});

it('drops a task whose repeated claim is over, before its handler', async () => {
  const { world, manager, createTask } = await withClients();
  const taskId = await createTask();
  const proxy = await ResponseProxy.start(api().url);
  let claims = 0;
  const client = createClient({
    ...{ url: proxy.url, token: world.ada.token },
    async fetch(...args) {
      if (String(args[0]).endsWith('/claim-next')) claims += 1;
      if (claims === 2) await manager.tasks.move({ taskId, status: 'cancelled' });
      return fetch(...args);
    },
  });
  await client.me();
  proxy.dropNextResponse();
  const handled: string[] = [];
  const { worker, events, until } = startWorker({
    client,
    async handler({ id }) {
      handled.push(id);
    },
  });
  expect(await until('lost')).toMatchObject({ task: { id: taskId }, error: { code: 'STALE_CLAIM' } });
  const next = await createTask();
  await until('completed');
  await worker.stop();
  expect(handled).toEqual([next]);
  expect(events.map(({ type }) => type)).toEqual(['retry', 'lost', 'claimed', 'completed']);
  proxy.close();
});

it('claims again when the task of its repeated claim was deleted', async () => {
  const { world, manager, createTask } = await withClients();
  const taskId = await createTask();
  const admin = await adminOf(api(), world.team);
  const proxy = await ResponseProxy.start(api().url);
  let claims = 0;
  const client = createClient({
    ...{ url: proxy.url, token: world.ada.token },
    async fetch(...args) {
      if (String(args[0]).endsWith('/claim-next') && ++claims === 2) {
        await manager.tasks.move({ taskId, status: 'cancelled' });
        await deleteTask(api(), admin, taskId);
        await untilErased(api(), 'first');
        await untilErased(api(), 'last');
      }
      return fetch(...args);
    },
  });
  await client.me();
  proxy.dropNextResponse();
  const { worker, events, until } = startWorker({ client, handler: async () => undefined });
  await until('retry');
  await createTask();
  await Promise.race([until('completed'), worker.done]);
  await worker.stop();
  expect(events.map(({ type }) => type)).toEqual(['retry', 'claimed', 'completed']);
  proxy.close();
});

type LostClaim = {
  taskId: string;
  manager: Crewboard;
  proxy: ResponseProxy;
  started: ReturnType<typeof startWorker>;
};

describe('a repeated claim', () => {
  /** A worker whose first claim loses its response; `onHeartbeat` runs before each request for a heartbeat. */
  async function workerWithLostClaim(onHeartbeat: (parts: LostClaim) => unknown) {
    const { world, manager, createTask } = await withClients();
    const taskId = await createTask();
    const proxy = await ResponseProxy.start(api().url);
    const handled: string[] = [];
    const client = createClient({
      ...{ url: proxy.url, token: world.ada.token },
      async fetch(...args) {
        if (String(args[0]).endsWith('/heartbeat')) await onHeartbeat({ taskId, manager, proxy, started });
        return fetch(...args);
      },
    });
    await client.me();
    proxy.dropNextResponse();
    const started = startWorker({ client, handler: async ({ id }) => void handled.push(id) });
    return { ...started, handled, manager, taskId, close: () => proxy.close() };
  }

  it('is released when the worker stops before it is confirmed', async () => {
    const { worker, events, handled, manager, taskId, close } = await workerWithLostClaim(({ started }) => {
      void started.worker.stop();
    });
    await worker.done;
    expect([handled, events.map(({ type }) => type)]).toEqual([[], ['retry', 'released']]);
    expect((await manager.tasks.get({ taskId })).status).toBe('todo');
    close();
  });

  it('is not confirmed by a heartbeat that was repeated itself', async () => {
    let heartbeats = 0;
    const { worker, until, events, handled, close } = await workerWithLostClaim(async (parts) => {
      heartbeats += 1;
      if (heartbeats === 1) parts.proxy.dropNextResponse();
      if (heartbeats === 2) await parts.manager.tasks.move({ taskId: parts.taskId, status: 'cancelled' });
    });
    expect(await until('lost')).toMatchObject({ error: { code: 'STALE_CLAIM' } });
    await worker.stop();
    expect([handled, events.map(({ type }) => type)]).toEqual([[], ['retry', 'retry', 'lost']]);
    close();
  });
});

it('starts during an outage', async () => {
  const { world, createTask } = await withClients();
  await createTask();
  let url = 'http://127.0.0.1:1/';
  const { worker, until } = startWorker({
    ...{ url: api().url, token: world.ada.token, handler: async () => undefined },
    fetch: (address, init) => fetch(url || (address as string), init),
  });
  await until('retry', 2);
  url = '';
  await until('completed');
  await worker.stop();
});

it('hands the instructions of the project to the handler, read once for each project', async () => {
  const { world, manager, createTask } = await withClients();
  await manager.projects.update({ projectId: world.team.projectId, instructions: 'Run the tests.' });
  const second = await manager.projects.create({ name: 'Second' });
  await createTask();
  await createTask();
  await manager.tasks.create({ title: 'Of the second', projectId: second.id });
  const proxy = await ResponseProxy.start(api().url);
  const seen: (string | null)[] = [];
  const handler = async (_: unknown, { instructions }: { instructions: string | null }) => {
    seen.push(instructions);
  };
  const { worker, until } = startWorker({ url: proxy.url, token: world.ada.token, handler });
  await until('completed', 3);
  await worker.stop();
  proxy.close();
  expect(seen).toEqual(['Run the tests.', 'Run the tests.', null]);
  expect(proxy.reads).toBe(2);
});
