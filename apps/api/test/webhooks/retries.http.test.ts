import type { WebhookDelivery } from '@crewboard/contracts';
import { describe, expect, it } from 'vitest';
import { recordAttempt } from '../../src/workers/webhooks/record-attempt.ts';
import type { DueDelivery } from '../../src/workers/webhooks/take-deliveries.ts';
import { type DeliveryTiming, deliveryTiming } from '../../src/workers/webhooks/timing.ts';
import { type TestTeam, useApi } from '../harness.ts';
import { useReceivers } from '../support/receiver.ts';
import {
  closedPortUrl,
  createWebhook,
  eventually,
  getDelivery,
  getWebhook,
  listDeliveries,
  sendTest,
  untilDelivery,
  useWorkers,
} from '../support/webhooks.ts';

const api = useApi();
const startReceiver = useReceivers();
const startWorker = useWorkers(api);

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;
/** From the beginning of an attempt until it is stored. */
const busySlack = 20 * second;

/** A schedule whose first retry is later than the end of any test. */
const longDelays = { retryDelaysMs: deliveryTiming.retryDelaysMs.map(() => hour) };

async function endpoint() {
  const team = await api().createTeam();
  const receiver = await startReceiver();
  const { id } = await createWebhook(api(), team, receiver.url);
  return { team, receiver, id };
}

/** Waits until a delivery has this many attempts. */
async function waitForAttempts(team: TestTeam, id: string, times: number): Promise<WebhookDelivery> {
  const [delivery] = await eventually(
    () => listDeliveries(api(), team, id),
    ([first]) => (first?.attempts.length ?? 0) >= times,
  );
  if (!delivery) throw new Error('There is no delivery');
  return delivery;
}

describe('what counts', () => {
  it('a status of 2xx is a success', async () => {
    startWorker();
    for (const status of [200, 204, 299]) {
      const { team, receiver, id } = await endpoint();
      receiver.respond = (response) => void response.writeHead(status).end();
      await sendTest(api(), team, id);
      const delivery = await untilDelivery(api(), team, id, 'succeeded');
      expect(delivery).toMatchObject({
        nextAttemptAt: null,
        attempts: [{ statusCode: status, error: null }],
      });
      const webhook = await getWebhook(api(), team, id);
      expect(webhook).toMatchObject({ failuresInRow: 0, failingSince: null, lastFailureAt: null });
      expect(Date.parse(webhook.lastSuccessAt ?? '')).toBeGreaterThanOrEqual(Date.parse(delivery.createdAt));
      expect(receiver.received).toHaveLength(1);
    }
  });

  it('any other status is a failure, and is retried', async () => {
    startWorker(longDelays);
    const elsewhere = await startReceiver();
    for (const status of [300, 302, 304, 308, 400, 413, 429, 500, 503]) {
      const { team, receiver, id } = await endpoint();
      receiver.respond = (response) => void response.writeHead(status, { Location: elsewhere.url }).end();
      await sendTest(api(), team, id);
      const delivery = await waitForAttempts(team, id, 1);
      expect(delivery).toMatchObject({ status: 'pending', attempts: [{ statusCode: status }] });
      expect(delivery.attempts[0]?.error).toBeTruthy();
      expect(delivery.nextAttemptAt).not.toBeNull();
      const webhook = await getWebhook(api(), team, id);
      expect(webhook).toMatchObject({ enabled: true, failuresInRow: 1, lastSuccessAt: null });
      expect(webhook.failingSince).not.toBeNull();
      expect(webhook.lastFailureAt).toBe(webhook.failingSince);
    }
    expect(elsewhere.received).toEqual([]);
  });

  it('a refused connection is a failure', async () => {
    const team = await api().createTeam();
    const { id } = await createWebhook(api(), team, closedPortUrl);
    startWorker(longDelays);
    await sendTest(api(), team, id);
    const delivery = await waitForAttempts(team, id, 1);
    expect(delivery).toMatchObject({ status: 'pending', attempts: [{ statusCode: null }] });
    expect(delivery.attempts[0]?.error).toBeTruthy();
    expect((await getDelivery(api(), team, id, delivery.id)).response).toBeNull();
  });

  it('a connection that is cut before a response is a failure', async () => {
    const { team, receiver, id } = await endpoint();
    receiver.respond = (response) => void response.destroy();
    startWorker(longDelays);
    await sendTest(api(), team, id);
    const delivery = await waitForAttempts(team, id, 1);
    expect(delivery).toMatchObject({ status: 'pending', attempts: [{ statusCode: null }] });
    expect(delivery.attempts[0]?.error).toBeTruthy();
    const details = await getDelivery(api(), team, id, delivery.id);
    expect(details.response).toBeNull();
    expect(details.request.body).toBe(receiver.received[0]?.body);
  });

  it('stores a response with invalid UTF-8 or NUL as text', async () => {
    const { team, receiver, id } = await endpoint();
    receiver.respond = (response) =>
      void response.writeHead(200).end(Buffer.from([0, 255, 254, 0xed, 0xa0, 0x80, 65]));
    startWorker();
    await sendTest(api(), team, id);
    const delivery = await untilDelivery(api(), team, id, 'succeeded');
    expect((await getDelivery(api(), team, id, delivery.id)).response?.body).toContain('A');
  });
});

describe('after a failure', () => {
  it('repeats the same id and bytes until an attempt succeeds, and logs each attempt', async () => {
    const { team, receiver, id } = await endpoint();
    const statuses = [500, 404, 302];
    receiver.respond = (response) => void response.writeHead(statuses.shift() ?? 204).end('said');
    startWorker();
    await sendTest(api(), team, id);
    const delivery = await untilDelivery(api(), team, id, 'succeeded');
    expect(receiver.received).toHaveLength(4);
    expect(new Set(receiver.received.map(({ body }) => body)).size).toBe(1);
    expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id']))).toEqual(
      new Set([delivery.id]),
    );
    expect(delivery.attempts.map(({ statusCode }) => statusCode)).toEqual([500, 404, 302, 204]);
    expect(delivery.attempts.map(({ error }) => error === null)).toEqual([false, false, false, true]);
    const times = delivery.attempts.map(({ at }) => at);
    expect(times).toEqual(times.toSorted());
    expect(delivery.nextAttemptAt).toBeNull();
    const webhook = await getWebhook(api(), team, id);
    expect(webhook).toMatchObject({ failuresInRow: 0, failingSince: null, enabled: true });
    expect([webhook.lastFailureAt, webhook.lastSuccessAt]).not.toContain(null);
  });

  it('gives up after ten attempts', async () => {
    const { team, receiver, id } = await endpoint();
    receiver.respond = (response) => void response.writeHead(500).end('no');
    startWorker();
    await sendTest(api(), team, id);
    const delivery = await untilDelivery(api(), team, id, 'failed');
    expect(delivery.attempts).toHaveLength(10);
    expect(delivery.nextAttemptAt).toBeNull();
    expect(receiver.received).toHaveLength(10);
    expect(await getWebhook(api(), team, id)).toMatchObject({ enabled: true, failuresInRow: 10 });
    const details = await getDelivery(api(), team, id, delivery.id);
    expect(details.response).toEqual({ statusCode: 500, body: 'no' });
    // A successful delivery to another endpoint shows that the worker has run meanwhile.
    receiver.respond = (response) => void response.writeHead(200).end();
    await sendTest(api(), team, id);
    await untilDelivery(api(), team, id, 'succeeded');
    expect(receiver.received).toHaveLength(11);
  });

  it('waits for the documented delays, plus 0 to 20 %', async () => {
    expect(deliveryTiming.retryDelaysMs).toEqual([
      ...[5 * second, 5 * minute, 30 * minute, 2 * hour, 5 * hour],
      ...[10 * hour, 14 * hour, 20 * hour, 24 * hour],
    ]);
    const fail = await failures(deliveryTiming);
    for (const [index, wait] of deliveryTiming.retryDelaysMs.entries()) {
      const delivery = await fail();
      expect(delivery.attempts).toHaveLength(index + 1);
      expectWait(delivery, wait);
    }
    expect(await fail()).toMatchObject({ status: 'failed', nextAttemptAt: null });
  });
});

/** How to record one failed attempt after another of a new delivery, as a worker does that has just sent it. */
async function failures(timing: DeliveryTiming) {
  const team = await api().createTeam();
  const { id: webhookId, url } = await createWebhook(api(), team, closedPortUrl);
  const { id } = await sendTest(api(), team, webhookId);
  return async (statusCode = 500, retryAfterSeconds?: number): Promise<WebhookDelivery> => {
    const outcome = { statusCode, retryAfterSeconds, latencyMs: 1, body: '', error: null };
    const sent = { id: crypto.randomUUID(), startedAt: performance.now(), headers: {}, outcome };
    await recordAttempt(api().db, timing, { id, webhookId, url } as DueDelivery, sent);
    return getDelivery(api(), team, webhookId, id);
  };
}

function expectWait(delivery: WebhookDelivery, least: number, most = least): void {
  const wait = Date.parse(delivery.nextAttemptAt ?? '') - Date.parse(delivery.attempts.at(-1)?.at ?? '');
  expect(wait).toBeGreaterThanOrEqual(least);
  expect(wait).toBeLessThan(most * 1.2 + busySlack);
}

describe('Retry-After', () => {
  const everyMinute = { ...deliveryTiming, retryDelaysMs: deliveryTiming.retryDelaysMs.map(() => minute) };

  // What counts as a time is tested in outbound/responses.
  it.each<[string, number, number | undefined, number]>([
    ['429', 429, 7_200, 2 * hour],
    ['503', 503, 3_600, hour],
    ['500', 500, 3_600, hour],
    ['ten hours', 503, 36_000, 10 * hour],
    ['more than ten hours, which counts as ten', 503, 360_000, 10 * hour],
    ['an endless number', 503, Number.MAX_SAFE_INTEGER, 10 * hour],
    ['less than the schedule says', 503, 1, minute],
    ['0', 503, 0, minute],
    ['no time', 503, undefined, minute],
  ])('extends the delay up to ten hours, and never shortens it: %s', async (_, status, seconds, wait) => {
    expectWait(await (await failures(everyMinute))(status, seconds), wait);
  });

  it('of a receiver is honoured', async () => {
    const { team, receiver, id } = await endpoint();
    receiver.respond = (response) => void response.writeHead(503, { 'Retry-After': '7200' }).end();
    startWorker({ retryDelaysMs: everyMinute.retryDelaysMs });
    await sendTest(api(), team, id);
    expectWait(await waitForAttempts(team, id, 1), 2 * hour);
  });
});
