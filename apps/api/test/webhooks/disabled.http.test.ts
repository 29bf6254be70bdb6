import { WebhookDelivery } from '@crewboard/contracts';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { disableFailing } from '../../src/workers/webhooks/disable-failing.ts';
import { deliveryTiming } from '../../src/workers/webhooks/timing.ts';
import { expectBody, useApi } from '../harness.ts';
import { holdResponses, type Receiver, useReceivers } from '../support/receiver.ts';
import {
  createWebhook,
  eventually,
  getWebhook,
  listDeliveries,
  sendTest,
  untilDelivery,
  updateWebhook,
  useWorkers,
  waitForLogRead,
} from '../support/webhooks.ts';

const api = useApi();
const startReceiver = useReceivers();
const startWorker = useWorkers(api);

const respondWith = (receiver: Receiver, status: number) => {
  receiver.respond = (response) => void response.writeHead(status).end();
};

async function endpoint(fields: object = {}) {
  const team = await api().createTeam();
  const receiver = await startReceiver();
  const { secret: _, ...webhook } = await createWebhook(api(), team, receiver.url, fields);
  const read = () => getWebhook(api(), team, webhook.id);
  return { team, receiver, id: webhook.id, read };
}

const eventsOf = async (id: string, type: string) =>
  (await api().events(id)).filter((event) => event.type === type);

/** Expects the log entry of an endpoint that the service has disabled. */
async function expectDisabledBySystem(id: string, reason: string): Promise<void> {
  const [event, ...more] = await eventsOf(id, 'webhook.disabled');
  expect(more).toEqual([]);
  expect(event).toMatchObject({
    type: 'webhook.disabled',
    subjectType: 'webhook',
    subjectId: id,
    actorKind: 'system',
    actorId: null,
    requestId: null,
    snapshot: { id, enabled: false, disabledReason: reason },
    changes: { enabled: { before: true, after: false }, disabledReason: { before: null, after: reason } },
  });
}

describe('a response of 410', () => {
  it('disables the endpoint at once with the reason gone, and writes an event by the system', async () => {
    const { team, receiver, id, read } = await endpoint();
    respondWith(receiver, 410);
    startWorker();
    await sendTest(api(), team, id);
    const webhook = await eventually(read, ({ enabled }) => !enabled);
    expect(webhook).toMatchObject({ enabled: false, disabledReason: 'gone' });
    expect(webhook.disabledAt).not.toBeNull();
    await expectDisabledBySystem(id, 'gone');
    await waitForLogRead(api(), team, await startReceiver());
    expect(receiver.received).toHaveLength(1);
  });

  it('disables it once for several concurrent deliveries', async () => {
    const { team, receiver, id, read } = await endpoint();
    respondWith(receiver, 410);
    for (let count = 0; count < 12; count += 1) await sendTest(api(), team, id);
    startWorker();
    await eventually(read, ({ enabled }) => !enabled);
    await waitForLogRead(api(), team, await startReceiver());
    await expectDisabledBySystem(id, 'gone');
  });

  it('writes an event that subscribed endpoints receive', async () => {
    const { team, receiver, id } = await endpoint();
    const watcher = await startReceiver();
    await createWebhook(api(), team, watcher.url, { eventTypes: ['webhook.disabled'] });
    respondWith(receiver, 410);
    startWorker();
    await sendTest(api(), team, id);
    const [message] = await watcher.until(({ length }) => length > 0);
    expect(message?.json).toMatchObject({
      type: 'webhook.disabled',
      data: {
        webhook: { id, enabled: false, disabledReason: 'gone' },
        actor: { kind: 'system', id: null, name: null },
      },
    });
  });
});

describe('a disabled endpoint', () => {
  it.each([true, false])(
    'receives nothing; pending deliveries are sent once it is enabled (worker runs: %s)',
    async (isRunning) => {
      const { team, receiver, id } = await endpoint();
      const hold = holdResponses(receiver);
      if (isRunning) startWorker();
      const ids = [(await sendTest(api(), team, id)).id, (await sendTest(api(), team, id)).id];
      if (isRunning) await receiver.until(({ length }) => length === ids.length);
      await updateWebhook(api(), team, id, { enabled: false });
      if (isRunning) {
        hold.respond(ids.length, 503);
        await eventually(
          () => listDeliveries(api(), team, id),
          (all) => all.every(({ attempts }) => attempts.length === 1),
        );
      } else startWorker();
      await waitForLogRead(api(), team, await startReceiver());
      expect(receiver.received).toHaveLength(isRunning ? ids.length : 0);
      expect((await listDeliveries(api(), team, id)).map(({ status }) => status)).toEqual([
        'pending',
        'pending',
      ]);
      respondWith(receiver, 200);
      await updateWebhook(api(), team, id, { enabled: true });
      const all = await eventually(
        () => listDeliveries(api(), team, id, '?status=succeeded'),
        ({ length }) => length === 2,
      );
      expect(all.map((delivery) => delivery.id).sort()).toEqual(ids.sort());
    },
  );

  it('receives new events once it is enabled by hand after a 410', async () => {
    const { team, receiver, id, read } = await endpoint();
    respondWith(receiver, 410);
    startWorker({ retryDelaysMs: Array(9).fill(50) });
    await sendTest(api(), team, id);
    await eventually(read, ({ enabled }) => !enabled);
    await eventually(
      () => listDeliveries(api(), team, id, '?status=failed'),
      ({ length }) => length === 1,
    );
    respondWith(receiver, 200);
    expect(await updateWebhook(api(), team, id, { enabled: true })).toMatchObject({
      enabled: true,
      disabledReason: null,
      disabledAt: null,
    });
    await sendTest(api(), team, id);
    await eventually(
      () => listDeliveries(api(), team, id, '?status=succeeded'),
      ({ length }) => length === 1,
    );
    expect(await read()).toMatchObject({ enabled: true, failuresInRow: 0 });
  });
});

describe('five days with failures only', () => {
  /** Of a worker that disables nothing itself, and tries nothing twice. */
  const patient = { giveUpAfterMs: 3_650 * 86_400_000, retryDelaysMs: Array(9).fill(3_600_000) };
  const failSince = (id: string, age: string) =>
    api().db.pool.query('update webhooks set failing_since = now() - $2::interval where id = $1', [id, age]);
  /** Disables the endpoints that have failed for five days now, as workers do every minute. */
  const findFailing = () =>
    disableFailing(api().db, deliveryTiming.giveUpAfterMs, new AbortController().signal);

  it('disable the endpoint with the reason failing, and write an event by the system', async () => {
    const { team, receiver, id, read } = await endpoint();
    respondWith(receiver, 500);
    startWorker({ giveUpAfterMs: 800, retryDelaysMs: Array(500).fill(100) });
    await sendTest(api(), team, id);
    const webhook = await eventually(read, ({ enabled }) => !enabled);
    expect(webhook).toMatchObject({ enabled: false, disabledReason: 'failing', lastSuccessAt: null });
    expect(webhook.failuresInRow).toBeGreaterThan(1);
    const failedFor = Date.parse(webhook.disabledAt ?? '') - Date.parse(webhook.failingSince ?? '');
    expect(failedFor).toBeGreaterThanOrEqual(800);
    await expectDisabledBySystem(id, 'failing');
    // The failed delivery gets no more attempts.
    await waitForLogRead(api(), team, await startReceiver());
    expect(await eventsOf(id, 'webhook.disabled')).toHaveLength(1);
  });

  it('disable nothing after a success: the days count from the first failure after it', async () => {
    const { team, receiver, id, read } = await endpoint();
    startWorker(patient);
    respondWith(receiver, 500);
    await sendTest(api(), team, id);
    await eventually(read, ({ failuresInRow }) => failuresInRow === 1);
    await failSince(id, '6 days');
    respondWith(receiver, 200);
    await sendTest(api(), team, id);
    await eventually(read, ({ failingSince }) => failingSince === null);
    respondWith(receiver, 500);
    await sendTest(api(), team, id);
    const failing = await eventually(read, ({ failuresInRow }) => failuresInRow === 1);
    expect(Date.now() - Date.parse(failing.failingSince ?? '')).toBeLessThan(86_400_000);
    await findFailing();
    expect(await read()).toMatchObject({ enabled: true, disabledReason: null });
  });

  it('disable nothing before they are over, or without a failure', async () => {
    const { team, receiver, id, read } = await endpoint();
    const quiet = await endpoint();
    respondWith(receiver, 500);
    startWorker(patient);
    await sendTest(api(), team, id);
    await eventually(read, ({ failuresInRow }) => failuresInRow === 1);
    await failSince(id, '4 days 23 hours');
    await findFailing();
    expect(await read()).toMatchObject({ enabled: true });
    expect(await quiet.read()).toMatchObject({ enabled: true });
  });

  it('take a failure after the five days: time without attempts does not count', async () => {
    const { team, receiver, id, read } = await endpoint();
    const worker = startWorker(patient);
    respondWith(receiver, 500);
    await sendTest(api(), team, id);
    await eventually(read, ({ failuresInRow }) => failuresInRow === 1);
    await worker.stop();
    await api().db.pool.query(
      `update webhooks set failing_since = failing_since - interval '6 days',
         last_failure_at = last_failure_at - interval '6 days' where id = $1`,
      [id],
    );
    await findFailing();
    expect(await read()).toMatchObject({ enabled: true, failuresInRow: 1 });
    startWorker({ retryDelaysMs: patient.retryDelaysMs });
    await sendTest(api(), team, id);
    const webhook = await eventually(read, ({ enabled }) => !enabled);
    expect(webhook).toMatchObject({ disabledReason: 'failing', failuresInRow: 2 });
  });

  it('start again after the endpoint was enabled by hand', async () => {
    const { team, receiver, id, read } = await endpoint();
    respondWith(receiver, 500);
    startWorker(patient);
    await sendTest(api(), team, id);
    await eventually(read, ({ failuresInRow }) => failuresInRow === 1);
    await failSince(id, '6 days');
    await findFailing();
    expect(await read()).toMatchObject({ enabled: false, disabledReason: 'failing' });
    await updateWebhook(api(), team, id, { enabled: true });
    await sendTest(api(), team, id);
    await eventually(read, ({ failuresInRow }) => failuresInRow === 1);
    await findFailing();
    expect(await read()).toMatchObject({ enabled: true });
  });
});

describe('a deleted endpoint', () => {
  it('receives no pending delivery', async () => {
    const { team, receiver, id } = await endpoint();
    for (let count = 0; count < 3; count += 1) await sendTest(api(), team, id);
    await api().request('DELETE', `/api/webhooks/${id}`, { token: team.apiKey });
    startWorker();
    await waitForLogRead(api(), team, await startReceiver());
    expect(receiver.received).toEqual([]);
  });

  it('gets no retries and no new events', async () => {
    const { team, receiver, id } = await endpoint({ eventTypes: ['task.created'] });
    const hold = holdResponses(receiver);
    startWorker();
    await sendTest(api(), team, id);
    await receiver.until(({ length }) => length === 1);
    await api().request('DELETE', `/api/webhooks/${id}`, { token: team.apiKey });
    hold.respond(1, 503);
    await api().createTask(team);
    const marker = await startReceiver();
    await waitForLogRead(api(), team, marker);
    await waitForLogRead(api(), team, marker);
    expect(receiver.received).toHaveLength(1);
  });

  it('does not affect other endpoints', async () => {
    const { team, id } = await endpoint();
    const other = await startReceiver();
    const kept = await createWebhook(api(), team, other.url);
    await sendTest(api(), team, kept.id);
    await api().request('DELETE', `/api/webhooks/${id}`, { token: team.apiKey });
    startWorker();
    await untilDelivery(api(), team, kept.id, 'succeeded');
    const path = `/api/webhooks/${kept.id}/deliveries`;
    const reply = await api().request('GET', path, { token: team.apiKey });
    expect(expectBody(reply, 200, z.array(WebhookDelivery))).toHaveLength(1);
  });
});
