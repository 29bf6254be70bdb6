import { expect, it } from 'vitest';
import { type TestTeam, useApi } from '../harness.ts';
import { holdResponses, useReceivers } from '../support/receiver.ts';
import {
  createWebhook,
  eventually,
  getDelivery,
  listDeliveries,
  sendTest,
  untilDelivery,
  useWorkers,
} from '../support/webhooks.ts';

const api = useApi();
const startWorker = useWorkers(api);
// Registered after the workers, so that it closes first: workers wait for its responses.
const startReceiver = useReceivers();

const ofTasks = { eventTypes: ['task.created', 'task.updated'] };
/** No request that hangs ends during a test, however slow the machine is. */
const patient = { responseTimeoutMs: 600_000 };
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
  startWorker(patient);
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

it('limits the memory of unread large bodies, does not delay small ones, and sends no queued one to a disabled endpoint', async () => {
  const team = await api().createTeam();
  const hanging = await startReceiver();
  const hold = holdResponses(hanging);
  const slow = [];
  for (let count = 0; count < 20; count += 1)
    slow.push(await createWebhook(api(), team, hanging.url, ofTasks));
  await makeLargeEvents(team);
  startWorker(patient);
  const bytes = () => hanging.received.reduce((sum, { body }) => sum + body.length, 0);
  const maxBytes = 64 * 1024 * 1024;
  await hanging.until(() => bytes() >= maxBytes);

  const other = await api().createTeam();
  const receiver = await startReceiver();
  const { id } = await createWebhook(api(), other, receiver.url);
  await sendTest(api(), other, id);
  await untilDelivery(api(), other, id, 'succeeded');
  expect(bytes()).toBeLessThan(maxBytes + 2_000_000);

  const third = await api().createTeam();
  const untouched = await startReceiver();
  const queued = await createWebhook(api(), third, untouched.url, { eventTypes: ['task.created'] });
  await makeLargeEvents(third);
  const [delivery] = await eventually(
    () => listDeliveries(api(), third, queued.id),
    ({ length }) => length === 1,
  );
  const disabling = { token: third.apiKey, body: { enabled: false } };
  await api().request('PATCH', `/api/webhooks/${queued.id}`, disabling);

  hanging.respond = (response) => void response.writeHead(204).end();
  hold.respond();
  await hanging.until(({ length }) => length === 3 * slow.length);
  for (const { id } of slow) {
    await eventually(
      () => listDeliveries(api(), team, id, '?status=succeeded'),
      ({ length }) => length === 3,
    );
  }
  expect(untouched.received).toEqual([]);
  const left = await listDeliveries(api(), third, queued.id);
  expect(left.map((each) => [each.id, each.status])).toEqual([[delivery?.id, 'pending']]);
});

it('an endpoint with a large body that waits for room gets small ones, beside many hanging requests', async () => {
  const crowd = await api().createTeam();
  const hanging = await startReceiver();
  holdResponses(hanging);
  const create = () => createWebhook(api(), crowd, hanging.url, { eventTypes: ['task.created'] });
  await Promise.all(Array.from({ length: 26 }, create));
  for (let count = 0; count < 8; count += 1) await api().createTask(crowd, { description: long('\u0001') });
  startWorker(patient);
  const bytes = () => hanging.received.reduce((sum, { body }) => sum + body.length, 0);
  await hanging.until(() => bytes() >= 64 * 1024 * 1024);

  const team = await api().createTeam();
  const receiver = await startReceiver();
  const { id } = await createWebhook(api(), team, receiver.url, { eventTypes: ['task.created'] });
  await api().createTask(team, { description: long('\u0001') });
  // An endpoint whose request takes longer than 2 s gets one at a time beside so many others.
  const waitingSince = performance.now();
  await expect.poll(() => performance.now() - waitingSince, { timeout: 10_000 }).toBeGreaterThan(4_000);
  for (let count = 0; count < 3; count += 1) await sendTest(api(), team, id);
  await eventually(
    () => listDeliveries(api(), team, id, '?status=succeeded'),
    ({ length }) => length === 3,
  );
  expect(receiver.received.filter(({ body }) => body.length > 100_000)).toEqual([]);
  expect(await listDeliveries(api(), team, id, '?status=pending')).toHaveLength(1);
});
