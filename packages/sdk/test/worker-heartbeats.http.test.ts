import { setTimeout as pause } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { useApi } from '../../../apps/api/test/harness.ts';
import { createWorld } from '../../../apps/api/test/support/world.ts';
import { toLease } from '../src/claim.ts';
import { type ConnectionOptions, createClient } from '../src/index.ts';
import { hangingHandler, startWorker } from './support/worker-log.ts';

const api = useApi();

/** The client of an agent that has one task to do. */
async function clientWithTask(send: ConnectionOptions['fetch'] = fetch) {
  const { team, ada } = await createWorld(api());
  await api().createTask(team);
  return createClient({ url: api().url, token: ada.token, fetch: send });
}

const isHeartbeat = (url: unknown) => String(url).endsWith('/heartbeat');

it('waits longer for a heartbeat than until the next one', async () => {
  const { promise: kept, resolve: keep } = Promise.withResolvers<void>();
  let responses = 0;
  const client = await clientWithTask(async (...args) => {
    if (!isHeartbeat(args[0])) return fetch(...args);
    await pause(50, undefined, { signal: args[1]?.signal ?? undefined });
    const response = await fetch(...args);
    responses += 1;
    if (responses === 3) keep();
    return response;
  });
  const { worker, until, events } = startWorker({ client, handler: () => kept, heartbeatSeconds: 0.01 });
  await until('completed');
  await worker.stop();
  expect(events.map(({ type }) => type)).toEqual(['claimed', 'completed']);
});

it('claims under a lease of 15 minutes by default', async () => {
  const client = await clientWithTask();
  const { worker, until } = startWorker({ client, handler: async () => undefined });
  const event = await until('claimed');
  const { updatedAt, leaseExpiresAt } = 'task' in event ? event.task : {};
  expect(Date.parse(leaseExpiresAt ?? '') - Date.parse(updatedAt ?? '')).toBe(15 * 60_000);
  await worker.stop();
});

it('claims without a lease for `leaseSeconds: null`, and notices that a person released the task', async () => {
  const { team, ada } = await createWorld(api());
  const taskId = await api().createTask(team);
  const client = createClient({ url: api().url, token: ada.token });
  const manager = createClient({ url: api().url, token: team.apiKey });
  const { handler, started, finish } = hangingHandler();
  const { worker, until } = startWorker({ client, handler, leaseSeconds: null, heartbeatSeconds: 0.05 });
  await started;
  expect(await until('claimed')).toMatchObject({ task: { id: taskId, leaseExpiresAt: null } });
  await manager.tasks.release({ taskId });
  expect(await until('lost')).toMatchObject({ task: { id: taskId }, error: { status: 409 } });
  finish('Too late');
  await worker.stop();
});

it.each([
  ['the usual lease', {}, { leaseSeconds: 900, heartbeatMs: 60_000 }],
  ['a short lease', { leaseSeconds: 30 }, { leaseSeconds: 30, heartbeatMs: 10_000 }],
  ['no lease', { leaseSeconds: null }, { leaseSeconds: undefined, heartbeatMs: 60_000 }],
])('sends a heartbeat in each third of %s, and each minute at least', (_, options, lease) => {
  expect(toLease(options)).toEqual(lease);
});

it('rejects heartbeats that are a day apart without a lease', () => {
  for (const heartbeatSeconds of [86_400, Number.POSITIVE_INFINITY]) {
    expect(() => toLease({ leaseSeconds: null, heartbeatSeconds })).toThrow('less than 86400');
    const options = { url: 'http://127.0.0.1:1', token: 'x', handler: async () => undefined };
    expect(() => startWorker({ ...options, leaseSeconds: null, heartbeatSeconds })).toThrow(
      'less than 86400',
    );
  }
});

it.each([30, 0, -1, Number.NaN])('rejects heartbeats every %s s of a lease of 30 s', (heartbeatSeconds) => {
  expect(() => toLease({ leaseSeconds: 30, heartbeatSeconds })).toThrow(
    '`heartbeatSeconds` must be more than 0 and less than 30: `leaseSeconds`, or a day without a lease.',
  );
});

it('hands comments and a stop to the handler, each once, and the handler comes to an end', async () => {
  const { team, ada } = await createWorld(api());
  const taskId = await api().createTask(team);
  const client = createClient({ url: api().url, token: ada.token });
  const lead = createClient({ url: api().url, token: team.apiKey });
  const received: unknown[] = [];
  const started = Promise.withResolvers<void>();
  const heard = Promise.withResolvers<void>();
  const { worker, until } = startWorker({
    ...{ client, heartbeatSeconds: 0.05 },
    async handler(_task, { stop, onNotice }) {
      onNotice((notices) => {
        received.push(notices);
        heard.resolve();
      });
      started.resolve();
      await new Promise((_, reject) => stop.addEventListener('abort', () => reject(stop.reason)));
    },
  });
  await started.promise;
  await lead.comments.create({ taskId, body: 'Use the blue paint' });
  await heard.promise;
  await lead.teams.pause({ teamId: team.teamId, reason: 'Wrong paint' });
  expect(await until('released')).toMatchObject({ reason: 'Wrong paint' });
  await worker.stop();
  expect(received).toMatchObject([
    { comments: [{ body: 'Use the blue paint' }] },
    { stop: { reason: 'Wrong paint', source: 'team' } },
  ]);
});
