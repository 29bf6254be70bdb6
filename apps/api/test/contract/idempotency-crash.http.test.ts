import { afterEach, expect, it } from 'vitest';
import { useApi } from '../harness.ts';
import { readCompletions } from '../log/support/count-rows.ts';
import { httpRequest, Wire } from '../support/wire.ts';
import { createWorld } from '../support/world.ts';
import { ApiProcess } from './support/api-process.ts';
import { DatabaseProxy, type Moment } from './support/database-proxy.ts';

const api = useApi();
const open = new Set<{ kill?(): Promise<void>; close?(): void }>();
afterEach(async () => {
  for (const each of open) {
    await each.kill?.();
    each.close?.();
  }
  open.clear();
});

const headers = { 'Idempotency-Key': 'the-only-key', 'Content-Type': 'application/json' };
const result = 'A result';
const body = JSON.stringify({ result });

it.each<[Moment, { isReplay: boolean }]>([
  ['after the commit', { isReplay: true }],
  ['before the commit', { isReplay: false }],
])('a process that is killed %s leaves a request that can be repeated', async (moment, expected) => {
  const world = await createWorld(api());
  const { token } = world.ada;
  const taskId = await api().createTask(world.team);
  const path = `/api/tasks/${taskId}/complete`;
  const proxy = await DatabaseProxy.start(api().db.url);
  open.add(proxy);
  const crashing = await ApiProcess.start(proxy.url);
  open.add(crashing);

  const stopped = proxy.stopAt(moment, result);
  const lost = fetch(`${crashing.url}${path}`, {
    method: 'POST',
    headers: { ...headers, Authorization: `Bearer ${token}` },
    body,
  });
  const failure = expect(lost).rejects.toThrow('fetch failed');
  await stopped;
  // At once: the process would give up its statement after some seconds, and respond.
  await crashing.kill();
  await failure;
  const isCommitted = async () => (await api().events(taskId)).some(({ type }) => type === 'task.completed');
  expect(await isCommitted()).toBe(moment === 'after the commit');
  proxy.close();

  const repeat = () => api().request('POST', path, { token, rawBody: body, headers });
  const first = await repeat();
  expect(first.status, first.text).toBe(200);
  expect({ isReplay: first.headers.get('idempotency-replayed') === 'true' }).toEqual(expected);
  expect((await repeat()).text).toBe(first.text);
  expect(first.body).toMatchObject({ status: 'done', result, assignedAgentId: world.ada.id });
  const events = await api().events(taskId);
  expect(events.map(({ type }) => type)).toEqual(['task.created', 'task.completed']);
  expect(await readCompletions(api().db.pool)).toMatchObject({ [world.ada.id]: 1 });
});

it('a client that leaves before the response gets it when it repeats the request', async () => {
  const world = await createWorld(api());
  const { token } = world.ada;
  const taskId = await api().createTask(world.team);
  const path = `/api/tasks/${taskId}/complete`;
  const wire = await Wire.open(api().url);
  wire.send(httpRequest('POST', path, { token, headers: Object.entries(headers), body }));
  const types = async () => (await api().events(taskId)).map(({ type }) => type);
  await expect.poll(types).toEqual(['task.created', 'task.completed']);
  wire.close();
  const repeated = await api().request('POST', path, { token, rawBody: body, headers });
  expect(repeated.status).toBe(200);
  expect(repeated.headers.get('idempotency-replayed')).toBe('true');
  expect(await types()).toEqual(['task.created', 'task.completed']);
});
