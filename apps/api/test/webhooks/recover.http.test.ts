import { Event, WebhookDelivery, WebhookRecovery } from '@crewboard/contracts';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { expectBody, type TestTeam, useApi } from '../harness.ts';
import { settle } from '../log/support/settle.ts';
import { type Receiver, useReceivers } from '../support/receiver.ts';
import {
  createWebhook,
  deliveryPath,
  eventually,
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

const yesterday = () => new Date(Date.now() - 86_400_000).toISOString();

async function recover(team: TestTeam, id: string, since = yesterday()) {
  const reply = await api().request('POST', `/api/webhooks/${id}/recover`, {
    token: team.apiKey,
    body: { since },
  });
  return expectBody(reply, 202, WebhookRecovery);
}

async function redeliver(team: TestTeam, { webhookId, id }: WebhookDelivery) {
  const path = `${deliveryPath(`${webhookId}/${id}`)}/redeliver`;
  return expectBody(await api().request('POST', path, { token: team.apiKey }), 202, WebhookDelivery);
}

const respondWith = (receiver: Receiver, status: number) => {
  receiver.respond = (response) => void response.writeHead(status).end();
};

const tasksIn = (receiver: Receiver) =>
  receiver.received.map(({ json }) => (json.data.task as { id: string }).id).sort();

/** An endpoint that receives events of new tasks. */
async function endpoint(fields: object = {}) {
  const team = await api().createTeam();
  const receiver = await startReceiver();
  const { id } = await createWebhook(api(), team, receiver.url, { eventTypes: ['task.created'], ...fields });
  const succeeded = (count: number) =>
    eventually(
      () => listDeliveries(api(), team, id, '?status=succeeded&limit=100'),
      ({ length }) => length === count,
    );
  return { team, receiver, id, succeeded };
}

describe('recover', () => {
  it('sends the events from while the endpoint was disabled, which enabling alone does not', async () => {
    const { team, receiver, id, succeeded } = await endpoint();
    startWorker();
    await updateWebhook(api(), team, id, { enabled: false });
    const missed = [await api().createTask(team), await api().createTask(team)];
    await updateWebhook(api(), team, id, { enabled: true });
    await waitForLogRead(api(), team, await startReceiver());
    expect(receiver.received).toEqual([]);
    await recover(team, id);
    await succeeded(2);
    expect(tasksIn(receiver)).toEqual(missed.toSorted());
  });

  it('does not send succeeded deliveries again, also when requested twice', async () => {
    const { team, receiver, id, succeeded } = await endpoint();
    startWorker();
    const tasks = [await api().createTask(team)];
    await succeeded(1);
    await updateWebhook(api(), team, id, { enabled: false });
    tasks.push(await api().createTask(team));
    await updateWebhook(api(), team, id, { enabled: true });
    await recover(team, id);
    await recover(team, id);
    await succeeded(2);
    await recover(team, id);
    tasks.push(await api().createTask(team));
    await succeeded(3);
    await waitForLogRead(api(), team, await startReceiver());
    expect(tasksIn(receiver)).toEqual(tasks.toSorted());
  });

  it('sends failed deliveries again, with the same id and bytes', async () => {
    const { team, receiver, id, succeeded } = await endpoint();
    respondWith(receiver, 500);
    startWorker({ retryDelaysMs: [20] });
    await api().createTask(team);
    const failed = await untilDelivery(api(), team, id, 'failed');
    respondWith(receiver, 200);
    await recover(team, id);
    const [delivery] = await succeeded(1);
    expect(delivery?.id).toBe(failed.id);
    expect(delivery?.attempts.map(({ statusCode }) => statusCode)).toEqual([500, 500, 200]);
    expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    expect(new Set(receiver.received.map(({ body }) => body)).size).toBe(1);
  });

  it('sends pending retries at once', async () => {
    const { team, receiver, id, succeeded } = await endpoint();
    respondWith(receiver, 500);
    startWorker({ retryDelaysMs: Array(9).fill(3_600_000) });
    await api().createTask(team);
    await receiver.until(({ length }) => length > 0);
    await eventually(
      () => listDeliveries(api(), team, id),
      ([delivery]) => delivery?.attempts.length === 1,
    );
    respondWith(receiver, 200);
    await recover(team, id);
    await succeeded(1);
    expect(receiver.received).toHaveLength(2);
  });

  it('sends nothing from before the requested time', async () => {
    const { team, receiver, id, succeeded } = await endpoint();
    startWorker();
    await updateWebhook(api(), team, id, { enabled: false });
    await api().createTask(team);
    await settle(api());
    const log = await api().request('GET', `/api/teams/${team.teamId}/events?type=task.created`, {
      token: team.apiKey,
    });
    const [event] = expectBody(log, 200, z.array(Event));
    const since = new Date(Date.parse(event?.createdAt ?? '') + 1).toISOString();
    const wanted = [await api().createTask(team), await api().createTask(team)];
    await updateWebhook(api(), team, id, { enabled: true });
    await recover(team, id, since);
    await succeeded(2);
    await waitForLogRead(api(), team, await startReceiver());
    expect(tasksIn(receiver)).toEqual(wanted.toSorted());
  });

  it('sends the types selected now, not those selected at that time', async () => {
    const { team, receiver, id, succeeded } = await endpoint({ eventTypes: ['agent.created'] });
    const tasks = [await api().createTask(team), await api().createTask(team)];
    await updateWebhook(api(), team, id, { eventTypes: ['task.created'] });
    startWorker();
    await recover(team, id);
    await succeeded(2);
    await waitForLogRead(api(), team, await startReceiver());
    expect(tasksIn(receiver)).toEqual(tasks.toSorted());
  });

  it('sends each of many events once, and none of another team', async () => {
    const { team, receiver, id, succeeded } = await endpoint();
    const other = await api().createTeam();
    await updateWebhook(api(), team, id, { enabled: false });
    const tasks: string[] = [];
    for (let count = 0; count < 60; count += 1) {
      tasks.push(await api().createTask(team));
      if (count % 10 === 0) await api().createTask(other);
    }
    await updateWebhook(api(), team, id, { enabled: true });
    startWorker();
    await recover(team, id);
    await succeeded(60);
    expect(tasksIn(receiver)).toEqual(tasks.toSorted());
  });

  it('sends nothing from before the creation of the endpoint', async () => {
    const team = await api().createTeam();
    await api().createTask(team);
    const receiver = await startReceiver();
    const { id } = await createWebhook(api(), team, receiver.url, { eventTypes: ['task.created'] });
    const taskId = await api().createTask(team);
    startWorker();
    await recover(team, id);
    await untilDelivery(api(), team, id, 'succeeded');
    await waitForLogRead(api(), team, await startReceiver());
    expect(tasksIn(receiver)).toEqual([taskId]);
  });

  it('runs once a worker starts', async () => {
    const { team, receiver, id, succeeded } = await endpoint();
    await updateWebhook(api(), team, id, { enabled: false });
    const taskId = await api().createTask(team);
    await updateWebhook(api(), team, id, { enabled: true });
    await recover(team, id);
    startWorker();
    await succeeded(1);
    expect(tasksIn(receiver)).toEqual([taskId]);
  });

  it('sends nothing for an endpoint that is deleted meanwhile', async () => {
    const { team, receiver, id } = await endpoint();
    await updateWebhook(api(), team, id, { enabled: false });
    await api().createTask(team);
    await updateWebhook(api(), team, id, { enabled: true });
    await recover(team, id);
    await api().request('DELETE', `/api/webhooks/${id}`, { token: team.apiKey });
    startWorker();
    await waitForLogRead(api(), team, await startReceiver());
    expect(receiver.received).toEqual([]);
  });
});

describe('redeliver', () => {
  it('sends a delivery that succeeded again, with the same id and the same bytes', async () => {
    const { team, receiver, succeeded } = await endpoint();
    startWorker();
    await api().createTask(team);
    const [before] = await succeeded(1);
    if (!before) throw new Error('no delivery');
    await redeliver(team, before);
    await receiver.until(({ length }) => length === 2);
    const [after] = await eventually(
      () => succeeded(1),
      ([delivery]) => delivery?.attempts.length === 2,
    );
    expect(after?.id).toBe(before.id);
    const [first, second] = receiver.received;
    expect(second?.headers['webhook-id']).toBe(first?.headers['webhook-id']);
    expect(second?.body).toBe(first?.body);
  });

  it('sends a failed delivery again, then by the schedule from its start', async () => {
    const { team, receiver, id } = await endpoint();
    respondWith(receiver, 500);
    startWorker({ retryDelaysMs: [20, 20] });
    await api().createTask(team);
    const failed = await untilDelivery(api(), team, id, 'failed');
    expect(failed.attempts).toHaveLength(3);
    await redeliver(team, failed);
    const [again] = await eventually(
      () => listDeliveries(api(), team, id, '?status=failed'),
      ([delivery]) => delivery?.attempts.length === 6,
    );
    expect(again?.id).toBe(failed.id);
    expect(receiver.received).toHaveLength(6);
    expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
  });

  it('sends a waiting delivery at once', async () => {
    const { team, receiver, id, succeeded } = await endpoint();
    respondWith(receiver, 500);
    startWorker({ retryDelaysMs: Array(9).fill(3_600_000) });
    await api().createTask(team);
    const [waiting] = await eventually(
      () => listDeliveries(api(), team, id),
      ([delivery]) => delivery?.attempts.length === 1,
    );
    respondWith(receiver, 200);
    await redeliver(team, waiting as WebhookDelivery);
    const [delivery] = await succeeded(1);
    expect(delivery?.attempts.map(({ statusCode }) => statusCode)).toEqual([500, 200]);
  });

  it('uses the current URL of the endpoint', async () => {
    const { team, id, succeeded } = await endpoint();
    const moved = await startReceiver();
    startWorker();
    await sendTest(api(), team, id);
    const [delivery] = await succeeded(1);
    await updateWebhook(api(), team, id, { url: moved.url });
    await redeliver(team, delivery as WebhookDelivery);
    const [message] = await moved.until(({ length }) => length > 0);
    expect(message?.headers['webhook-id']).toBe(delivery?.id);
  });

  it('keeps the last hundred attempts', async () => {
    const { team, id } = await endpoint();
    const { id: deliveryId } = await sendTest(api(), team, id);
    const attempts = Array.from({ length: 100 }, (_, index) => ({
      at: new Date(Date.now() - 1_000_000 + index).toISOString(),
      statusCode: 500,
      error: `Attempt ${index}`,
      latencyMs: 1,
    }));
    await api().db.pool.query('update webhook_deliveries set attempts = $2 where id = $1', [
      deliveryId,
      JSON.stringify(attempts),
    ]);
    startWorker();
    const { attempts: kept } = await untilDelivery(api(), team, id, 'succeeded');
    expect(kept).toHaveLength(100);
    expect(kept.slice(0, -1)).toEqual(attempts.slice(1));
    expect(kept.at(-1)).toMatchObject({ statusCode: 204, error: null });
  });
});
