import { expect, it } from 'vitest';
import { useApi } from '../harness.ts';
import { adminOf, deleteTask, untilErased } from '../http/support/deletions.ts';
import { useReceivers } from '../support/receiver.ts';
import { calls, done } from '../support/tasks.ts';
import {
  createWebhook,
  deliveryPath,
  everythingKept,
  ofType,
  untilDelivery,
  useWorkers,
} from '../support/webhooks.ts';
import { createWorld } from '../support/world.ts';

const api = useApi();
const startWorker = useWorkers(api);
const startReceiver = useReceivers();

it('keeps deliveries of a deleted task without its content, and sends what was pending so', async () => {
  const { team } = await createWorld(api());
  const receiver = await startReceiver();
  const admin = await adminOf(api(), team);
  const types = { eventTypes: ['task.created', 'task.moved', 'task.deleted'] };
  const { id } = await createWebhook(api(), team, receiver.url, types);
  // The receiver repeats what it was sent, and takes nothing yet.
  receiver.respond = (response, { body }) => void response.writeHead(500).end(body);
  const slow = { retryDelaysMs: [3_600_000] };
  const before = startWorker(slow);
  const taskId = await api().createTask(team, { title: 'sekrit', description: 'sekrit '.repeat(500) });
  await done(calls(api()).move(team.apiKey, taskId, 'cancelled'));
  const [created] = await receiver.until((received) => ofType(received, 'task.created').length > 0);
  expect(created?.body).toContain('sekrit');
  const { id: deliveryId } = await untilDelivery(api(), team, id, 'pending');
  await expect.poll(() => everythingKept(api())).toMatch(/"body": "[^"]*\{.*sekrit/);
  await before.stop();

  expect((await deleteTask(api(), admin, taskId)).status).toBe(200);
  await untilErased(api(), 'first');
  await untilErased(api(), 'last');
  expect(await everythingKept(api())).not.toContain('sekrit');
  const details = await api().request('GET', deliveryPath(`${id}/${deliveryId}`), { token: team.apiKey });
  expect(details.status).toBe(200);
  expect(details.text).not.toContain('sekrit');
  expect(details.text).toContain('[deleted]');

  receiver.received.length = 0;
  receiver.respond = (response) => void response.writeHead(204).end();
  await api().db.pool.query(`update webhook_deliveries set next_attempt_at = now() where status = 'pending'`);
  startWorker(slow);
  const again = await receiver.until((received) => received.length === 3);
  const bodyOf = (type: string) => ofType(again, type)[0];
  expect(bodyOf('task.created')?.headers['webhook-id']).toBe(created?.headers['webhook-id']);
  expect(bodyOf('task.created')?.json.data.task).toMatchObject({
    id: taskId,
    title: '[deleted]',
    description: null,
  });
  expect(bodyOf('task.deleted')?.json.data).toMatchObject({
    task: { id: taskId },
    actor: { kind: 'member' },
  });
  expect(Object.keys(bodyOf('task.deleted')?.json.data.task as object)).toEqual(['id']);
});
