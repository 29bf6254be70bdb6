import type { ServerResponse } from 'node:http';
import { describe, expect, it } from 'vitest';
import { useApi } from '../harness.ts';
import { type Receiver, useReceivers } from '../support/receiver.ts';
import {
  createWebhook,
  eventually,
  listDeliveries,
  nowhere,
  sendTest,
  untilDelivery,
  useWorkers,
} from '../support/webhooks.ts';

const api = useApi();
const startWorker = useWorkers(api);
// After the workers, so that it ends before them what they wait for.
const startReceiver = useReceivers();

/** A receiver that answers when it is told to. */
function holdAnswers(receiver: Receiver) {
  const held: ServerResponse[] = [];
  let most = 0;
  receiver.answer = (response) => {
    held.push(response);
    most = Math.max(most, held.length);
  };
  return {
    /** The most requests that waited at once. */
    most: () => most,
    waiting: () => held.length,
    answer: (count = held.length) => {
      for (const response of held.splice(0, count)) response.writeHead(204).end();
    },
  };
}

const patient = { answerTimeout: 20_000 };

describe('an endpoint', () => {
  it('gets at most eight requests at once, the next one when one is answered', async () => {
    const team = await api().createTeam();
    const receiver = await startReceiver();
    const { id } = await createWebhook(api(), team, receiver.url);
    for (let count = 0; count < 20; count += 1) await sendTest(api(), team, id);
    const hold = holdAnswers(receiver);
    startWorker(patient);
    await receiver.until(({ length }) => length === 8);
    // Another endpoint that is served meanwhile shows that the worker had its time.
    const other = await createWebhook(api(), team, (await startReceiver()).url);
    for (let count = 0; count < 3; count += 1) {
      await sendTest(api(), team, other.id);
      await eventually(
        () => listDeliveries(api(), team, other.id, '?status=succeeded'),
        ({ length }) => length === count + 1,
      );
    }
    expect(receiver.received).toHaveLength(8);
    for (let seen = 8; seen < 20; seen += 1) {
      hold.answer(1);
      await receiver.until(({ length }) => length === seen + 1);
    }
    hold.answer();
    await eventually(
      () => listDeliveries(api(), team, id, '?status=succeeded'),
      ({ length }) => length === 20,
    );
    expect(hold.most()).toBe(8);
  });

  it('gets at most eight requests at once, however many workers there are', async () => {
    const team = await api().createTeam();
    const receiver = await startReceiver();
    const { id } = await createWebhook(api(), team, receiver.url);
    for (let count = 0; count < 20; count += 1) await sendTest(api(), team, id);
    const hold = holdAnswers(receiver);
    for (let count = 0; count < 3; count += 1) startWorker(patient);
    await receiver.until(({ length }) => length === 8);
    const other = await createWebhook(api(), team, (await startReceiver()).url);
    for (let count = 0; count < 3; count += 1) {
      await sendTest(api(), team, other.id);
      await eventually(
        () => listDeliveries(api(), team, other.id, '?status=succeeded'),
        ({ length }) => length === count + 1,
      );
    }
    expect(receiver.received).toHaveLength(8);
    receiver.answer = (response) => void response.writeHead(204).end();
    hold.answer();
    await eventually(
      () => listDeliveries(api(), team, id, '?status=succeeded'),
      ({ length }) => length === 20,
    );
    // While no process is lost, each comes once.
    expect(receiver.received).toHaveLength(20);
  });
});

describe('an endpoint is not delayed', () => {
  it('by receivers of the same team that hang', async () => {
    const team = await api().createTeam();
    for (let count = 0; count < 5; count += 1) {
      const hanging = await startReceiver();
      holdAnswers(hanging);
      const { id } = await createWebhook(api(), team, hanging.url);
      for (let index = 0; index < 10; index += 1) await sendTest(api(), team, id);
    }
    const receiver = await startReceiver();
    const { id } = await createWebhook(api(), team, receiver.url);
    startWorker(patient);
    const start = Date.now();
    for (let count = 0; count < 20; count += 1) await sendTest(api(), team, id);
    await receiver.until(({ length }) => length === 20);
    expect(Date.now() - start).toBeLessThan(10_000);
  });

  it('by endpoints that nobody answers and that have much to be sent', async () => {
    const team = await api().createTeam();
    const { id: dead } = await createWebhook(api(), team, nowhere);
    for (let count = 0; count < 50; count += 1) await sendTest(api(), team, dead);
    const receiver = await startReceiver();
    const { id } = await createWebhook(api(), team, receiver.url);
    startWorker();
    await sendTest(api(), team, id);
    const delivery = await untilDelivery(api(), team, id, 'succeeded');
    expect(delivery.attempts).toHaveLength(1);
    const took = Date.parse(delivery.attempts[0]?.at ?? '') - Date.parse(delivery.createdAt);
    expect(took).toBeLessThan(10_000);
  });
});

describe('a worker that dies', () => {
  it('keeps its endpoints from the others no longer than its lease', async () => {
    const team = await api().createTeam();
    const receiver = await startReceiver();
    const { id } = await createWebhook(api(), team, receiver.url);
    await api().db.pool.query(
      `update webhooks set owner = 'dead', owned_until = now() + interval '1 second' where id = $1`,
      [id],
    );
    await sendTest(api(), team, id);
    startWorker();
    await untilDelivery(api(), team, id, 'succeeded');
  });
});

describe('a worker that stops', () => {
  it('leaves what it has not sent to the next one', async () => {
    const team = await api().createTeam();
    const receiver = await startReceiver();
    const { id } = await createWebhook(api(), team, receiver.url);
    const first = startWorker();
    await sendTest(api(), team, id);
    await untilDelivery(api(), team, id, 'succeeded');
    await first.stop();
    for (let count = 0; count < 3; count += 1) await sendTest(api(), team, id);
    startWorker();
    await eventually(
      () => listDeliveries(api(), team, id, '?status=succeeded'),
      ({ length }) => length === 4,
    );
    expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(4);
  });
});
