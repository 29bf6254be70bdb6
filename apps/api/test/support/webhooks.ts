import { Webhook, WebhookDelivery, WebhookDeliveryDetails, WebhookWithSecret } from '@crewboard/contracts';
import { newId } from '@crewboard/db';
import { pino } from 'pino';
import { afterEach, expect } from 'vitest';
import { z } from 'zod';
import type { InstallationId } from '../../src/features/webhooks/installation.ts';
import type { Metrics } from '../../src/metrics/metrics.ts';
import { startWebhookWorkers } from '../../src/workers/index.ts';
import { type DeliveryTiming, deliveryTiming } from '../../src/workers/webhooks/timing.ts';
import { appSecret, expectBody, receivers, type TestApi, type TestTeam } from '../harness.ts';
import { call, createPerson, sessionOf } from './people.ts';
import type { Received, Receiver } from './receiver.ts';
import { createProject, createWorld } from './world.ts';

/** A permitted URL at which no server listens. */
export const closedPortUrl = 'http://127.0.0.1:9/hook';

/**
 * Much shorter delays. Leases have their whole time, and no request ends by itself, however slow the machine is: a
 * worker that loses one sends again, and an endpoint that fails often gets one request at a time.
 */
const fastTiming: DeliveryTiming = {
  ...deliveryTiming,
  connectTimeoutMs: 600_000,
  responseTimeoutMs: 600_000,
  retryDelaysMs: deliveryTiming.retryDelaysMs.map(() => 20),
  readIntervalMs: 50,
  sendIntervalMs: 50,
  // No test waits for it: retries are found while they are pending.
  idleIntervalMs: 60_000,
  recoveryIntervalMs: 50,
  sweepIntervalMs: 50,
};

/** Workers that are stopped after each test, unless the test stops them. */
export function useWorkers(api: () => TestApi, allow = receivers, metrics?: Metrics) {
  const workers = new Set<{ stop(): Promise<void> }>();
  const stop = async (worker: { stop(): Promise<void> }) => {
    if (workers.delete(worker)) await worker.stop();
  };
  afterEach(async () => {
    await Promise.all([...workers].map(stop));
  });
  return (timing: Partial<DeliveryTiming> = {}, installationId: InstallationId = null) => {
    const { db, logLines } = api();
    const log = pino({ level: 'warn' }, { write: (line: string) => void logLines.push(line) });
    const worker = startWebhookWorkers({
      databaseUrl: db.url,
      appSecrets: [appSecret],
      installationId,
      allow,
      log,
      metrics,
      timing: { ...fastTiming, ...timing },
    });
    workers.add(worker);
    return { stop: () => stop(worker) };
  };
}

export async function createWebhook(api: TestApi, team: TestTeam, url: string, fields: object = {}) {
  const reply = await api.request('POST', `/api/teams/${team.teamId}/webhooks`, {
    token: team.apiKey,
    body: { url, ...fields },
  });
  return expectBody(reply, 201, WebhookWithSecret);
}

/** A webhook as its events keep it: the state of its deliveries is no field of the webhook. */
export function webhookSnapshot(webhook: Webhook) {
  const { lastSuccessAt, lastFailureAt, failuresInRow, failingSince, ...snapshot } = webhook;
  return snapshot;
}

/** A world whose team has a webhook at a URL without a server. */
export async function worldWithWebhook(api: TestApi, fields: object = {}) {
  const world = await createWorld(api);
  const { secret, ...webhook } = await createWebhook(api, world.team, closedPortUrl, fields);
  return { world, team: world.team, webhook, secret };
}

/** Inserts an endpoint without a server, beyond the limit of a team. Its secret cannot be read. */
export async function insertWebhook(api: TestApi, team: TestTeam): Promise<string> {
  const { rows } = await api.db.pool.query<{ id: string }>(
    `insert into webhooks (id, team_id, url, event_types, secret)
     values ($1, $2, $3, '{task.completed}', 'not sealed') returning id`,
    [newId(), team.teamId, closedPortUrl],
  );
  return rows[0]?.id ?? '';
}

/** A pending test delivery of a new endpoint. */
export async function createDelivery(api: TestApi, team: TestTeam) {
  return sendTest(api, team, await insertWebhook(api, team));
}

export async function sendTest(api: TestApi, team: TestTeam, id: string) {
  const reply = await api.request('POST', `/api/webhooks/${id}/test`, { token: team.apiKey });
  return expectBody(reply, 202, WebhookDelivery);
}

/** The same by an owner in the dashboard, who may select all types. */
export async function createWebhookAsOwner(api: TestApi, team: TestTeam, url: string, fields: object = {}) {
  const { teamId } = team;
  const { email } = await createPerson(api, teamId, 'owner');
  const caller = { session: await sessionOf(api, email), team: teamId };
  const { data, problem } = await call(
    api,
    ['mutation', 'webhooks.create'],
    { teamId, url, ...fields },
    caller,
  );
  expect(problem).toBeUndefined();
  return WebhookWithSecret.parse(data);
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

/** Polls until the condition is true, for background work of the worker. */
export async function eventually<T>(ask: () => Promise<T>, holds: (value: T) => boolean): Promise<T> {
  let value = await ask();
  await expect
    .poll(
      async () => {
        value = await ask();
        return holds(value);
      },
      { timeout: 60_000, interval: 30 },
    )
    .toBe(true);
  return value;
}

/** A task of the team, claimed and completed by a new agent. */
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

/** The path of a delivery: `webhookId/deliveryId`, or one id that is used for both. */
export function deliveryPath(id: string): string {
  const [webhookId, deliveryId = id] = id.split('/');
  return `/api/webhooks/${webhookId}/deliveries/${deliveryId}`;
}

/** Sets the status of deliveries without a worker. */
export async function setStatus(api: TestApi, ids: string[], status: string): Promise<void> {
  await api.db.pool.query(
    `update webhook_deliveries set status = $2::delivery_status,
       next_attempt_at = case when $2 = 'pending' then now() end
     where id = any($1)`,
    [ids, status],
  );
}

/** Everything in the database, the event log and the log of the app, to search it for secrets. */
export async function everythingKept(api: TestApi): Promise<string> {
  const { rows: tables } = await api.db.pool.query<{ name: string }>(
    `select table_name as name from information_schema.tables where table_schema = 'public'`,
  );
  const texts = [...api.logLines];
  for (const { name } of tables) {
    const { rows } = await api.db.pool.query<{ row: string }>(
      `select to_jsonb(t)::text as row from "${name}" t`,
    );
    texts.push(...rows.map(({ row }) => row));
  }
  return texts.join('\n');
}

/** A secret in every encoding from which it could be read. */
export function formsOf(secret: string): string[] {
  const text = secret.slice('whsec_'.length);
  const bytes = Buffer.from(text, 'base64');
  const forms = [text, bytes.toString('hex'), bytes.toString('base64url')];
  return [...forms, Buffer.from(secret).toString('hex'), Buffer.from(secret).toString('base64')];
}

/** The received deliveries of the type. */
export const ofType = (received: Received[], type: string): Received[] =>
  received.filter(({ json }) => json.type === type);

/** Waits until a delivery of the webhook has this status, and returns the newest one. */
export async function untilDelivery(
  api: TestApi,
  team: TestTeam,
  id: string,
  status: WebhookDelivery['status'],
): Promise<WebhookDelivery> {
  const [delivery] = await eventually(
    () => listDeliveries(api, team, id, `?status=${status}`),
    ({ length }) => length > 0,
  );
  if (!delivery) throw new Error(`No delivery is ${status}`);
  return delivery;
}

/** Waits until the worker has read all earlier commits: a marker event arrives at another endpoint. */
export async function waitForLogRead(api: TestApi, team: TestTeam, receiver: Receiver): Promise<void> {
  const marker = await createWebhook(api, team, receiver.url, { eventTypes: ['project.created'] });
  await createProject(api, team, 'Marker');
  await untilDelivery(api, team, marker.id, 'succeeded');
  await api.request('DELETE', `/api/webhooks/${marker.id}`, { token: team.apiKey });
}
