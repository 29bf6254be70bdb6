import type { WebhookDelivery } from '@crewboard/contracts';
import { describe, expect, it } from 'vitest';
import { deliveryTiming } from '../../src/workers/webhooks/timing.ts';
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

/** The delay from its last attempt to the next one of a delivery. */
const waitOf = ({ nextAttemptAt, attempts }: WebhookDelivery): number =>
  Date.parse(nextAttemptAt ?? '') - Date.parse(attempts.at(-1)?.at ?? '');

describe('what counts', () => {
  it.each([200, 204, 299])('a status of %i is a success', async (status) => {
    const { team, receiver, id } = await endpoint();
    receiver.respond = (response) => void response.writeHead(status).end();
    startWorker();
    await sendTest(api(), team, id);
    const delivery = await untilDelivery(api(), team, id, 'succeeded');
    expect(delivery).toMatchObject({ nextAttemptAt: null, attempts: [{ statusCode: status, error: null }] });
    const webhook = await getWebhook(api(), team, id);
    expect(webhook).toMatchObject({ failuresInRow: 0, failingSince: null, lastFailureAt: null });
    expect(Date.parse(webhook.lastSuccessAt ?? '')).toBeGreaterThanOrEqual(Date.parse(delivery.createdAt));
    expect(receiver.received).toHaveLength(1);
  });

  it.each([300, 302, 304, 308, 400, 413, 429, 500, 503])(
    'a status of %i is a failure, and is retried',
    async (status) => {
      const { team, receiver, id } = await endpoint();
      const elsewhere = await startReceiver();
      receiver.respond = (response) => void response.writeHead(status, { Location: elsewhere.url }).end();
      startWorker(longDelays);
      await sendTest(api(), team, id);
      const delivery = await waitForAttempts(team, id, 1);
      expect(delivery).toMatchObject({ status: 'pending', attempts: [{ statusCode: status }] });
      expect(delivery.attempts[0]?.error).toBeTruthy();
      expect(delivery.nextAttemptAt).not.toBeNull();
      const webhook = await getWebhook(api(), team, id);
      expect(webhook).toMatchObject({ enabled: true, failuresInRow: 1, lastSuccessAt: null });
      expect(webhook.failingSince).not.toBeNull();
      expect(webhook.lastFailureAt).toBe(webhook.failingSince);
      expect(elsewhere.received).toEqual([]);
    },
  );

  it('fails with a refused connection', async () => {
    const team = await api().createTeam();
    const { id } = await createWebhook(api(), team, closedPortUrl);
    startWorker(longDelays);
    await sendTest(api(), team, id);
    const delivery = await waitForAttempts(team, id, 1);
    expect(delivery).toMatchObject({ status: 'pending', attempts: [{ statusCode: null }] });
    expect(delivery.attempts[0]?.error).toBeTruthy();
    expect((await getDelivery(api(), team, id, delivery.id)).response).toBeNull();
  });

  it.each([
    ['the connection is cut', 'cut'],
    ['nothing comes in time', 'hang'],
  ])('fails without a response: %s', async (_, how) => {
    const { team, receiver, id } = await endpoint();
    receiver.respond = (response) => void (how === 'cut' && response.destroy());
    startWorker({ ...longDelays, responseTimeoutMs: 2_000 });
    await sendTest(api(), team, id);
    const delivery = await waitForAttempts(team, id, 1);
    expect(delivery).toMatchObject({ status: 'pending', attempts: [{ statusCode: null }] });
    expect(delivery.attempts[0]?.error).toBeTruthy();
    const details = await getDelivery(api(), team, id, delivery.id);
    expect(details.response).toBeNull();
    expect(details.request.body).toBe(receiver.received[0]?.body);
  });

  it('succeeds with a status in time, even if the body never ends', async () => {
    const { team, receiver, id } = await endpoint();
    receiver.respond = (response) => void response.writeHead(200).write('and so on');
    startWorker({ responseTimeoutMs: 3_000 });
    await sendTest(api(), team, id);
    expect((await untilDelivery(api(), team, id, 'succeeded')).attempts).toHaveLength(1);
  });

  it('stores the first KiB of the response', async () => {
    const { team, receiver, id } = await endpoint();
    receiver.respond = (response) => void response.writeHead(200).end('0123456789'.repeat(500_000));
    startWorker();
    await sendTest(api(), team, id);
    const delivery = await untilDelivery(api(), team, id, 'succeeded');
    const { response } = await getDelivery(api(), team, id, delivery.id);
    expect(response).toEqual({ statusCode: 200, body: '0123456789'.repeat(103).slice(0, 1_024) });
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
    const { team, receiver, id } = await endpoint();
    receiver.respond = (response) => void response.writeHead(500).end();
    startWorker({ retryDelaysMs: deliveryTiming.retryDelaysMs });
    const { id: deliveryId } = await sendTest(api(), team, id);
    for (const [index, wait] of deliveryTiming.retryDelaysMs.entries()) {
      const delivery = await waitForAttempts(team, id, index + 1);
      expect(waitOf(delivery), `after attempt ${index + 1}`).toBeGreaterThanOrEqual(wait);
      expect(waitOf(delivery), `after attempt ${index + 1}`).toBeLessThan(wait * 1.2 + busySlack);
      await api().db.pool.query('update webhook_deliveries set next_attempt_at = now() where id = $1', [
        deliveryId,
      ]);
    }
    const delivery = await untilDelivery(api(), team, id, 'failed');
    expect(delivery.attempts).toHaveLength(10);
  });
});

describe('Retry-After', () => {
  it.each<[string, number, () => string, number, number]>([
    ['seconds on 429', 429, () => '7200', 2 * hour, 2 * hour],
    ['seconds on 503', 503, () => '3600', hour, hour],
    ['seconds on 500', 500, () => '3600', hour, hour],
    ['a date', 503, () => new Date(Date.now() + 3 * hour).toUTCString(), 3 * hour - 2 * second, 3 * hour],
    ['ten hours', 503, () => '36000', 10 * hour, 10 * hour],
    ['more than ten hours, which counts as ten', 503, () => '360000', 10 * hour, 10 * hour],
    [
      'a date in a year, which counts as ten hours',
      503,
      () => new Date(Date.now() + 8_760 * hour).toUTCString(),
      10 * hour - 5 * second,
      10 * hour,
    ],
    ['less than the schedule says', 503, () => '1', minute, minute],
    ['a date that is past', 503, () => new Date(Date.now() - hour).toUTCString(), minute, minute],
    ['0', 503, () => '0', minute, minute],
    ['words', 503, () => 'soon', minute, minute],
    ['a negative number', 503, () => '-5', minute, minute],
    ['an endless number', 503, () => '9'.repeat(400), minute, 10 * hour],
  ])(
    'extends the delay up to ten hours, and never shortens it: %s',
    async (_, status, header, least, most) => {
      const { team, receiver, id } = await endpoint();
      receiver.respond = (response) => void response.writeHead(status, { 'Retry-After': header() }).end();
      startWorker({ retryDelaysMs: deliveryTiming.retryDelaysMs.map(() => minute) });
      await sendTest(api(), team, id);
      const wait = waitOf(await waitForAttempts(team, id, 1));
      expect(wait).toBeGreaterThanOrEqual(least);
      expect(wait).toBeLessThan(most * 1.2 + busySlack);
    },
  );
});
