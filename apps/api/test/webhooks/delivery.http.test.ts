import { Webhook as Verifier } from 'standardwebhooks';
import { expect, it } from 'vitest';
import { useApi } from '../harness.ts';
import { useReceivers } from '../support/receiver.ts';
import {
  completeTask,
  createWebhook,
  eventually,
  getDelivery,
  getWebhook,
  listDeliveries,
  useWorkers,
} from '../support/webhooks.ts';

const api = useApi();
const startReceiver = useReceivers();
const startWorker = useWorkers(api);

it('delivers a completed task once, signed, with the snapshot of the completion', async () => {
  startWorker();
  const receiver = await startReceiver();
  const team = await api().createTeam();
  const { secret, ...webhook } = await createWebhook(api(), team, receiver.url);
  const taskId = await completeTask(api(), team, 'The result');
  const [received] = await receiver.until(({ length }) => length > 0);
  if (!received) throw new Error('nothing arrived');
  expect(new Verifier(secret).verify(received.body, received.headers)).toMatchObject({
    type: 'task.completed',
    data: { teamId: team.teamId, task: { id: taskId, status: 'done', result: 'The result' } },
  });
  const [delivery] = await eventually(
    () => listDeliveries(api(), team, webhook.id),
    (all) => all[0]?.status === 'succeeded',
  );
  if (!delivery) throw new Error('no delivery');
  expect(delivery).toMatchObject({
    id: received.headers['webhook-id'],
    webhookId: webhook.id,
    eventId: received.json.data.eventId,
    eventType: 'task.completed',
    nextAttemptAt: null,
    attempts: [{ statusCode: 204, error: null }],
  });
  const details = await getDelivery(api(), team, webhook.id, delivery.id);
  expect(details).toEqual({
    ...delivery,
    request: {
      url: receiver.url,
      body: received.body,
      headers: expect.objectContaining({ 'webhook-signature': received.headers['webhook-signature'] }),
    },
    response: { statusCode: 204, body: '' },
  });
  expect(await getWebhook(api(), team, webhook.id)).toMatchObject({ failuresInRow: 0, failingSince: null });
  expect(receiver.received).toHaveLength(1);
});
