import { describe, expect, it } from 'vitest';
import { type TestTeam, useApi } from '../harness.ts';
import { holdResponses, type Receiver, useReceivers } from '../support/receiver.ts';
import {
  closedPortUrl,
  createWebhook,
  eventually,
  listDeliveries,
  sendTest,
  untilDelivery,
  useWorkers,
} from '../support/webhooks.ts';

const api = useApi();
const startWorker = useWorkers(api);
// Registered after the workers, so that it closes first: workers wait for its responses.
const startReceiver = useReceivers();

const sendTests = (count: number, team: TestTeam, id: string) =>
  Promise.all(Array.from({ length: count }, () => sendTest(api(), team, id)));

describe('an endpoint', () => {
  it('gets at most eight concurrent requests, the next one after a response', async () => {
    const team = await api().createTeam();
    const receiver = await startReceiver();
    const { id } = await createWebhook(api(), team, receiver.url);
    await sendTests(20, team, id);
    const hold = holdResponses(receiver);
    startWorker();
    await receiver.until(({ length }) => length === 8);
    // A delivery to another endpoint shows that the worker has run meanwhile.
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
      hold.respond(1);
      await receiver.until(({ length }) => length === seen + 1);
    }
    hold.respond();
    await eventually(
      () => listDeliveries(api(), team, id, '?status=succeeded'),
      ({ length }) => length === 20,
    );
    expect(hold.most()).toBe(8);
  });

  it('gets at most eight concurrent requests from all workers together', async () => {
    const team = await api().createTeam();
    const receiver = await startReceiver();
    const { id } = await createWebhook(api(), team, receiver.url);
    await sendTests(20, team, id);
    const hold = holdResponses(receiver);
    // No lease ends meanwhile, however slow the machine is.
    for (let count = 0; count < 3; count += 1) startWorker({ leaseMs: 600_000 });
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
    receiver.respond = (response) => void response.writeHead(204).end();
    hold.respond();
    await eventually(
      () => listDeliveries(api(), team, id, '?status=succeeded'),
      ({ length }) => length === 20,
    );
    // Without a lost process, each delivery arrives once.
    expect(receiver.received).toHaveLength(20);
  });
});

describe('an endpoint is not delayed', () => {
  it('by hanging receivers of the same team', async () => {
    const team = await api().createTeam();
    const hanging: Receiver[] = [];
    for (let count = 0; count < 5; count += 1) {
      const one = await startReceiver();
      hanging.push(one);
      holdResponses(one);
      const { id } = await createWebhook(api(), team, one.url);
      await sendTests(10, team, id);
    }
    const receiver = await startReceiver();
    const { id } = await createWebhook(api(), team, receiver.url);
    startWorker();
    await sendTests(20, team, id);
    await receiver.until(({ length }) => length === 20);
    for (const one of hanging) await one.until(({ length }) => length === 8);
  });

  it('by many hanging requests elsewhere: it gets its eight requests at once', async () => {
    const crowd = await api().createTeam();
    const hanging = await startReceiver();
    const hold = holdResponses(hanging);
    const create = () => createWebhook(api(), crowd, hanging.url, { eventTypes: ['task.created'] });
    await Promise.all(Array.from({ length: 26 }, create));
    await Promise.all(Array.from({ length: 8 }, () => api().createTask(crowd)));
    startWorker();
    await hanging.until(({ length }) => length >= 26 * 8);

    const team = await api().createTeam();
    const receiver = await startReceiver();
    const eight = holdResponses(receiver);
    await createWebhook(api(), team, receiver.url, { eventTypes: ['task.moved'] });
    // In one transaction, so that all are due at once: a request of 2 s would limit the endpoint to one at a time.
    await api().db.pool.query(
      `insert into events (team_id, type, subject_type, subject_id, actor_kind, snapshot)
       select $1, 'task.moved', 'task', 'task' || n, 'system', '{}' from generate_series(1, 10) as n`,
      [team.teamId],
    );
    await receiver.until(({ length }) => length === 8);
    receiver.respond = (response) => void response.writeHead(204).end();
    eight.respond();
    await receiver.until(({ length }) => length === 10);
    expect(hold.waiting()).toBeGreaterThanOrEqual(200);
  });

  it('by unreachable endpoints with many pending deliveries', async () => {
    const team = await api().createTeam();
    const { id: dead } = await createWebhook(api(), team, closedPortUrl);
    await sendTests(50, team, dead);
    const receiver = await startReceiver();
    const { id } = await createWebhook(api(), team, receiver.url);
    // So many that none is given up meanwhile.
    startWorker({ retryDelaysMs: Array(500).fill(20) });
    await sendTest(api(), team, id);
    const delivery = await untilDelivery(api(), team, id, 'succeeded');
    expect(delivery.attempts).toHaveLength(1);
    expect(await listDeliveries(api(), team, dead, '?status=pending')).not.toEqual([]);
  });
});

describe('a killed worker', () => {
  it.each([
    ['no longer than its lease', '1 second'],
    ['no longer because the clock of the database was set back', '1 hour'],
  ])('blocks its endpoints for other workers %s', async (_, left) => {
    const team = await api().createTeam();
    const receiver = await startReceiver();
    const { id } = await createWebhook(api(), team, receiver.url);
    await api().db.pool.query(
      `update webhooks set owner = 'dead', owned_until = now() + $2::interval where id = $1`,
      [id, left],
    );
    await sendTest(api(), team, id);
    startWorker();
    await untilDelivery(api(), team, id, 'succeeded');
  });
});

describe('a stopping worker', () => {
  it('leaves unsent deliveries to the next worker', async () => {
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
