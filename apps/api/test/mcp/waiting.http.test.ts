import type { Progress } from '@modelcontextprotocol/client';
import { beforeEach, describe, expect, it } from 'vitest';
import { useApi } from '../harness.ts';
import { waitUntilIdle } from '../support/claim-next.ts';
import { readTask } from '../support/tasks.ts';
import { createWorld, setAgentStatus, type World } from '../support/world.ts';
import { connect, modes, textOf } from './support/connect.ts';
import { post, toolCall } from './support/messages.ts';

const api = useApi();
const narrow = useApi({ bounds: { inFlight: { maxRunning: 1, maxWaiting: 0, maxWaitMs: 1_000 } } });
let world: World;
beforeEach(async () => {
  world = await createWorld(api());
});

const waitForTask = { name: 'claim_next_task', arguments: { wait: 30, leaseSeconds: 60 } };

/** A task that nobody has claimed once all requests have ended. */
async function expectUnclaimed() {
  await waitUntilIdle(api(), 0);
  const id = await api().createTask(world.team);
  expect(await readTask(api(), world, id)).toMatchObject({ status: 'todo', attempt: 0 });
}

describe.each(modes)('a client in mode %s that waits for a task', (mode) => {
  it('gets progress from the beginning of the wait on, and then the task', async () => {
    const { client } = await connect(api(), world.ada.token, mode);
    const progress: Progress[] = [];
    const begun = Promise.withResolvers<void>();
    const result = client.callTool(waitForTask, {
      onprogress: (one) => {
        progress.push(one);
        begun.resolve();
      },
    });
    await begun.promise;
    expect(progress[0]).toMatchObject({ progress: 0, total: 30, message: expect.any(String) });
    await waitUntilIdle(api(), 1);
    const id = await api().createTask(world.team);
    expect(JSON.parse(textOf(await result))).toMatchObject({ task: { id, attempt: 1 } });
  });

  it('claims nothing after it has cancelled', async () => {
    const { client } = await connect(api(), world.ada.token, mode);
    const cancelled = new AbortController();
    const result = client.callTool(waitForTask, { signal: cancelled.signal });
    await waitUntilIdle(api(), 1);
    cancelled.abort();
    await expect(result).rejects.toThrow();
    await expectUnclaimed();
  });

  it('gets UNAUTHENTICATED when its credential has ended meanwhile', async () => {
    const { client } = await connect(api(), world.ada.token, mode);
    const result = client.callTool(waitForTask);
    await waitUntilIdle(api(), 1);
    await setAgentStatus(api(), world.team, world.ada.id, 'inactive');
    await api().createTask(world.team);
    const { isError } = await result;
    expect(isError).toBe(true);
    expect(JSON.parse(textOf(await result))).toMatchObject({ code: 'UNAUTHENTICATED' });
  });
});

it('a client that leaves claims nothing', async () => {
  const left = new AbortController();
  const reply = fetch(`${api().url}/mcp`, {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${world.ada.token}`,
      'Content-Type': 'application/json',
      Accept: 'application/json, text/event-stream',
    },
    body: JSON.stringify(toolCall('claim_next_task', { wait: 30 })),
    signal: left.signal,
  }).then((response) => response.text());
  await waitUntilIdle(api(), 1);
  left.abort();
  await expect(reply).rejects.toThrow();
  await expectUnclaimed();
});

it('a cancellation ends no request when two of the agent have its id', async () => {
  const wait = () =>
    post(api(), { token: world.ada.token, body: toolCall(waitForTask.name, { wait: 30 }, 7) });
  const replies = [wait(), wait()];
  await waitUntilIdle(api(), 2);
  const body = { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 7 } };
  expect((await post(api(), { token: world.ada.token, body })).status).toBe(202);
  expect((await post(api(), { token: world.bob.token, body })).status).toBe(202);
  await api().createTask(world.team);
  await api().createTask(world.team);
  const texts = (await Promise.all(replies)).map(({ text }) => text);
  for (const text of texts) expect(text).toMatch(/attempt.{3}1/);
});

it('a cancellation by another agent ends no request', async () => {
  const body = toolCall(waitForTask.name, { wait: 30 }, 7);
  const waiting = post(api(), { token: world.ada.token, body });
  await waitUntilIdle(api(), 1);
  const cancellation = { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 7 } };
  expect((await post(api(), { token: world.bob.token, body: cancellation })).status).toBe(202);
  await api().createTask(world.team);
  expect((await waiting).text).toMatch(/attempt.{3}1/);
});

it('a waiting request leaves its place to others of the credential', async () => {
  const { team, ada } = await createWorld(narrow());
  const { call } = await connect(narrow(), ada.token);
  const claimed = call('claim_next_task', { wait: 30 });
  await waitUntilIdle(narrow(), 1);
  expect(await call('list_tasks')).toEqual({ items: [] });
  await narrow().createTask(team);
  expect(await claimed).toMatchObject({ task: { attempt: 1 } });
});
