import { expect, it, vi } from 'vitest';
import { type TestTeam, useApi } from '../harness.ts';
import { holdResponses, type Received, type Receiver, useReceivers } from '../support/receiver.ts';
import {
  createWebhook,
  eventually,
  getDelivery,
  listDeliveries,
  sendTest,
  updateWebhook,
  useWorkers,
} from '../support/webhooks.ts';

const api = useApi();
const startWorker = useWorkers(api);
// Registered after the workers, so that it closes first: workers wait for its responses.
const startReceiver = useReceivers();

const ofTasks = { eventTypes: ['task.created', 'task.updated'] };
const ofCreation = { eventTypes: ['task.created'] };
/** Each character takes six bytes in JSON. */
const long = (character: string) => character.repeat(100_000);

/** Three events, the last two with a body of 1.8 MB. */
async function makeLargeEvents(team: TestTeam): Promise<void> {
  const taskId = await api().createTask(team, { description: long('\u0001') });
  for (const character of ['\u0002', '\u0003']) {
    const options = { token: team.apiKey, body: { description: long(character) } };
    expect((await api().request('PATCH', `/api/tasks/${taskId}`, options)).status).toBe(200);
  }
}

it('sends a large body completely, as its delivery shows it', async () => {
  const team = await api().createTeam();
  const receiver = await startReceiver();
  const { id } = await createWebhook(api(), team, receiver.url, ofTasks);
  await makeLargeEvents(team);
  startWorker();
  await receiver.until(({ length }) => length === 3);
  const deliveries = await eventually(
    () => listDeliveries(api(), team, id, '?status=succeeded'),
    ({ length }) => length === 3,
  );
  for (const delivery of deliveries) {
    const { request } = await getDelivery(api(), team, id, delivery.id);
    const arrived = receiver.received.find(({ headers }) => headers['webhook-id'] === delivery.id);
    expect(arrived?.body.length).toBeGreaterThan(600_000);
    expect(arrived?.body === request?.body).toBe(true);
  }
});

it('limits the memory of unread large bodies, delays no small ones, also of an endpoint whose large one waits, and sends none to a disabled endpoint', async () => {
  const crowd = await api().createTeam();
  const hanging = await startReceiver();
  const hold = holdResponses(hanging);
  const create = () => createWebhook(api(), crowd, hanging.url, ofCreation);
  await Promise.all(Array.from({ length: 26 }, create));
  for (let count = 0; count < 8; count += 1) await api().createTask(crowd, { description: long('\u0001') });
  startWorker();
  const bytes = () => hanging.received.reduce((sum, { body }) => sum + body.length, 0);
  const maxBytes = 64 * 1024 * 1024;
  await hanging.until(() => bytes() >= maxBytes);

  const waiting = await endpointWithQueuedBody();
  const disabled = await endpointWithQueuedBody();
  expect(bytes()).toBeLessThan(maxBytes + 1_000_000);
  await updateWebhook(api(), disabled.team, disabled.id, { enabled: false });
  // An endpoint whose request takes longer than 2 s gets one at a time beside so many others.
  const now = performance.now.bind(performance);
  vi.spyOn(performance, 'now').mockImplementation(() => now() + 10_000);
  for (let count = 0; count < 3; count += 1) await sendTest(api(), waiting.team, waiting.id);
  await untilSucceeded(waiting, 1 + 3);
  expect(waiting.receiver.received.filter(isLarge)).toEqual([]);
  expect(await listDeliveries(api(), waiting.team, waiting.id, '?status=pending')).toHaveLength(1);

  hanging.respond = (response) => void response.writeHead(204).end();
  hold.respond();
  await hanging.until(({ length }) => length === 26 * 8);
  await untilSucceeded(waiting, 1 + 3 + 1);
  expect(waiting.receiver.received.filter(isLarge)).toHaveLength(1);
  expect(disabled.receiver.received.filter(isLarge)).toEqual([]);
  expect(await listDeliveries(api(), disabled.team, disabled.id, '?status=pending')).toHaveLength(1);
});

type Endpoint = { team: TestTeam; receiver: Receiver; id: string };

/** An endpoint with a large body that waits for room: a small one that was due later has arrived. */
async function endpointWithQueuedBody(): Promise<Endpoint> {
  const team = await api().createTeam();
  const receiver = await startReceiver();
  const { id } = await createWebhook(api(), team, receiver.url, ofCreation);
  await api().createTask(team, { description: long('\u0001') });
  await eventually(
    () => listDeliveries(api(), team, id),
    ({ length }) => length === 1,
  );
  await sendTest(api(), team, id);
  await untilSucceeded({ team, receiver, id }, 1);
  return { team, receiver, id };
}

const untilSucceeded = ({ team, id }: Endpoint, count: number) =>
  eventually(
    () => listDeliveries(api(), team, id, '?status=succeeded'),
    ({ length }) => length === count,
  );

const isLarge = ({ body }: Received) => body.length > 100_000;
