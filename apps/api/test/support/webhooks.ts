import { Webhook, WebhookDelivery, WebhookDeliveryDetails, WebhookWithSecret } from '@crewboard/contracts';
import { pino } from 'pino';
import { afterEach, expect } from 'vitest';
import { z } from 'zod';
import { startWebhookWorker } from '../../src/workers/webhooks/start-webhook-worker.ts';
import { type DeliveryTiming, deliveryTiming } from '../../src/workers/webhooks/timing.ts';
import { appSecret, expectBody, receivers, type TestApi, type TestTeam } from '../harness.ts';

/** The schedule on a clock that runs much faster. */
export const fastTiming: DeliveryTiming = {
  ...deliveryTiming,
  retryAfter: deliveryTiming.retryAfter.map(() => 20),
  connectTimeout: 1_000,
  answerTimeout: 2_000,
  lease: 1_000,
  lookEvery: 50,
  sweepEvery: 50,
};

/** Workers that are stopped after each test. */
export function useWorkers(api: () => TestApi) {
  const workers: { stop(): Promise<void> }[] = [];
  afterEach(async () => {
    await Promise.all(workers.splice(0).map((worker) => worker.stop()));
  });
  return (timing: Partial<DeliveryTiming> = {}) => {
    const { db, logLines } = api();
    const log = pino({ level: 'warn' }, { write: (line: string) => void logLines.push(line) });
    const worker = startWebhookWorker({
      databaseUrl: db.url,
      appSecret,
      allow: receivers,
      log,
      timing: { ...fastTiming, ...timing },
    });
    workers.push(worker);
    return worker;
  };
}

export async function createWebhook(api: TestApi, team: TestTeam, url: string, fields: object = {}) {
  const reply = await api.request('POST', `/api/teams/${team.teamId}/webhooks`, {
    token: team.apiKey,
    body: { url, ...fields },
  });
  return expectBody(reply, 201, WebhookWithSecret);
}

export async function getWebhook(api: TestApi, team: TestTeam, id: string) {
  return expectBody(await api.request('GET', `/api/webhooks/${id}`, { token: team.apiKey }), 200, Webhook);
}

export async function updateWebhook(api: TestApi, team: TestTeam, id: string, body: object) {
  const reply = await api.request('PATCH', `/api/webhooks/${id}`, { token: team.apiKey, body });
  return expectBody(reply, 200, Webhook);
}

export async function listDeliveries(api: TestApi, team: TestTeam, id: string, query = '') {
  const reply = await api.request('GET', `/api/webhooks/${id}/deliveries${query}`, { token: team.apiKey });
  return expectBody(reply, 200, z.array(WebhookDelivery));
}

export async function getDelivery(api: TestApi, team: TestTeam, id: string, deliveryId: string) {
  const reply = await api.request('GET', `/api/webhooks/${id}/deliveries/${deliveryId}`, {
    token: team.apiKey,
  });
  return expectBody(reply, 200, WebhookDeliveryDetails);
}

/** Asks until this holds: for what the worker does in its own time. */
export async function eventually<T>(ask: () => Promise<T>, holds: (value: T) => boolean): Promise<T> {
  let value = await ask();
  await expect
    .poll(
      async () => {
        value = await ask();
        return holds(value);
      },
      { timeout: 20_000, interval: 30 },
    )
    .toBe(true);
  return value;
}

/** A task of the team, claimed and completed by a new agent of it. */
export async function completeTask(api: TestApi, team: TestTeam, result = 'Done'): Promise<string> {
  const agent = await api.createAgent(team);
  const taskId = await api.createTask(team);
  const reply = await api.request('POST', `/api/tasks/${taskId}/complete`, {
    token: agent.token,
    body: { result },
  });
  expect(reply.status, reply.text).toBe(200);
  return taskId;
}
