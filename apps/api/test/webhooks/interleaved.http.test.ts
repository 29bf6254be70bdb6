import { afterEach, expect, it } from 'vitest';
import { disableWebhook } from '../../src/features/webhooks/disable-webhook.ts';
import { recordAttempt } from '../../src/workers/webhooks/record-attempt.ts';
import { recoverFromLog } from '../../src/workers/webhooks/recover-from-log.ts';
import type { DueDelivery } from '../../src/workers/webhooks/take-deliveries.ts';
import { deliveryTiming } from '../../src/workers/webhooks/timing.ts';
import { useApi } from '../harness.ts';
import { useReceivers } from '../support/receiver.ts';
import {
  closedPortUrl,
  completeTask,
  createWebhook,
  eventually,
  getDelivery,
  getWebhook,
  listDeliveries,
  sendTest,
  updateWebhook,
  useWorkers,
} from '../support/webhooks.ts';

const api = useApi();
const startReceiver = useReceivers();
const startWorker = useWorkers(api);

const waitsForLock = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;

let open: { end(): Promise<void> } | undefined;
afterEach(async () => {
  await open?.end();
  open = undefined;
});

/** A transaction that has an id and stays open: readers of the log wait for it. */
async function openTransaction() {
  const client = await api().db.pool.connect();
  await client.query('begin');
  await client.query('select pg_current_xact_id()');
  open = {
    async end() {
      open = undefined;
      await client.query('commit');
      client.release();
    },
  };
  return open;
}

it('does not end a recovery before the log is readable up to its end', async () => {
  const team = await api().createTeam();
  const receiver = await startReceiver();
  const { id } = await createWebhook(api(), team, receiver.url);
  await updateWebhook(api(), team, id, { enabled: false });
  const transaction = await openTransaction();
  await completeTask(api(), team);
  await updateWebhook(api(), team, id, { enabled: true });
  const since = new Date(Date.now() - 60_000).toISOString();
  const path = `/api/webhooks/${id}/recover`;
  const reply = await api().request('POST', path, { token: team.apiKey, body: { since } });
  expect(reply.status, reply.text).toBe(202);
  expect(await recoverFromLog(api().db)).not.toHaveProperty('hasMore');
  await transaction.end();
  startWorker();
  const [received] = await receiver.until(({ length }) => length > 0);
  expect(received?.json.type).toBe('task.completed');
  await eventually(
    async () => (await api().db.pool.query('select from webhook_recoveries')).rowCount,
    (count) => count === 0,
  );
});

it('makes deliveries of a page for many endpoints in several steps, and omits none', async () => {
  const team = await api().createTeam();
  const receivers = await Promise.all(Array.from({ length: 20 }, () => startReceiver()));
  const hooks = await Promise.all(
    receivers.map(({ url }) => createWebhook(api(), team, url, { eventTypes: ['task.moved'] })),
  );
  const events = 300;
  await api().db.pool.query(
    `insert into events (team_id, type, subject_type, subject_id, actor_kind, snapshot)
     select $1, 'task.moved', 'task', 'task' || n, 'system', '{}' from generate_series(1, $2::int) as n`,
    [team.teamId, events],
  );
  await Promise.all(hooks.slice(1).map(({ id }) => updateWebhook(api(), team, id, { enabled: false })));
  startWorker();
  const count = async () =>
    (
      await api().db.pool.query<{ deliveries: number; events: number }>(
        `select count(*)::int as deliveries, count(distinct event_id)::int as events from webhook_deliveries
         where webhook_id = any($1)`,
        [hooks.map(({ id }) => id)],
      )
    ).rows[0];
  const made = await eventually(count, (now) => now?.deliveries === events * hooks.length);
  expect(made?.events).toBe(events);
});

it('does not disable the endpoint for a 410 of its previous URL, and retries the delivery', async () => {
  const [former, present] = [await startReceiver(), await startReceiver()];
  const team = await api().createTeam();
  const { id } = await createWebhook(api(), team, former.url);
  const requested = Promise.withResolvers<() => void>();
  former.respond = (response) => requested.resolve(() => response.writeHead(410).end());
  startWorker();
  await sendTest(api(), team, id);
  const respond = await requested.promise;
  await updateWebhook(api(), team, id, { url: present.url });
  respond();
  await present.until(({ length }) => length > 0);
  const [delivery] = await eventually(
    () => listDeliveries(api(), team, id),
    (all) => all[0]?.status === 'succeeded',
  );
  expect(delivery?.attempts.map(({ statusCode }) => statusCode)).toEqual([410, 204]);
  expect(await getWebhook(api(), team, id)).toMatchObject({ enabled: true, disabledReason: null });
});

it.each([
  [500, 'pending'],
  [204, 'succeeded'],
])('counts a %i of the previous URL for the delivery, and not for the endpoint', async (status, becomes) => {
  const former = await startReceiver();
  const team = await api().createTeam();
  const { id } = await createWebhook(api(), team, former.url);
  const requested = Promise.withResolvers<() => void>();
  former.respond = (response) => requested.resolve(() => response.writeHead(status).end());
  startWorker({ retryDelaysMs: Array(9).fill(3_600_000) });
  await sendTest(api(), team, id);
  const respond = await requested.promise;
  await updateWebhook(api(), team, id, { url: `${former.url}new` });
  respond();
  const [delivery] = await eventually(
    () => listDeliveries(api(), team, id),
    (all) => all[0]?.attempts.length === 1,
  );
  expect(delivery).toMatchObject({ status: becomes, attempts: [{ statusCode: status }] });
  expect(await getWebhook(api(), team, id)).toMatchObject({
    failuresInRow: 0,
    failingSince: null,
    lastFailureAt: null,
    lastSuccessAt: null,
  });
});

it('does not retry a delivery that another process has delivered meanwhile', async () => {
  const receiver = await startReceiver();
  const team = await api().createTeam();
  const { id } = await createWebhook(api(), team, receiver.url);
  const requested = Promise.withResolvers<() => void>();
  receiver.respond = (response) => requested.resolve(() => response.writeHead(500).end());
  startWorker();
  await sendTest(api(), team, id);
  const respond = await requested.promise;
  await api().db.pool.query(
    `update webhook_deliveries set status = 'succeeded', next_attempt_at = null where webhook_id = $1`,
    [id],
  );
  respond();
  const [delivery] = await eventually(
    () => listDeliveries(api(), team, id),
    (all) => all[0]?.attempts.length === 1,
  );
  expect(delivery).toMatchObject({ status: 'succeeded', nextAttemptAt: null });
});

it('counts an attempt once whose record is repeated, because the response of the database was lost', async () => {
  const team = await api().createTeam();
  const { id: webhookId, url } = await createWebhook(api(), team, closedPortUrl);
  const { id } = await sendTest(api(), team, webhookId);
  const outcome = { statusCode: null, error: 'ECONNREFUSED', latencyMs: 1 };
  const sent = { id: 'attempt', startedAt: performance.now(), headers: {}, outcome };
  const delivery = { id, webhookId, url } as DueDelivery;
  await recordAttempt(api().db, deliveryTiming, delivery, sent);
  await recordAttempt(api().db, deliveryTiming, delivery, sent);
  expect(await getDelivery(api(), team, webhookId, id)).toMatchObject({
    ...{ status: 'pending', attempts: [{ error: 'ECONNREFUSED' }] },
  });
  expect(await getWebhook(api(), team, webhookId)).toMatchObject({ failuresInRow: 1 });
});

it('does not disable an endpoint that has succeeded since it was found failing', async () => {
  const team = await api().createTeam();
  const { id } = await createWebhook(api(), team, closedPortUrl);
  const found = { webhookId: id, teamId: team.teamId, reason: 'failing', durationMs: 1 } as const;
  await disableWebhook({ ctx: { db: api().db }, input: found });
  expect(await getWebhook(api(), team, id)).toMatchObject({ enabled: true });
});

it('resets the failures of an endpoint when its URL changes', async () => {
  const team = await api().createTeam();
  const { id } = await createWebhook(api(), team, 'http://127.0.0.1:9/');
  await api().db.pool.query(
    `update webhooks set failures_in_row = 10, failing_since = now() - interval '6 days' where id = $1`,
    [id],
  );
  expect(await updateWebhook(api(), team, id, { description: 'Still there' })).toMatchObject({
    failuresInRow: 10,
  });
  expect(await updateWebhook(api(), team, id, { url: 'http://127.0.0.1:9/new' })).toMatchObject({
    failuresInRow: 0,
    failingSince: null,
    enabled: true,
  });
});

it('applies the previous types to an event that commits before a waiting change of the types', async () => {
  const team = await api().createTeam();
  const receiver = await startReceiver();
  const { id } = await createWebhook(api(), team, receiver.url);
  const holder = await api().db.pool.connect();
  await holder.query('begin');
  await holder.query('select from webhooks where id = $1 for update', [id]);
  const change = updateWebhook(api(), team, id, { eventTypes: ['task.created'] });
  await eventually(
    async () => (await api().db.pool.query(waitsForLock)).rowCount ?? 0,
    (waiting) => waiting > 0,
  );
  await completeTask(api(), team);
  await holder.query('commit');
  holder.release();
  await change;
  startWorker();
  const [received] = await receiver.until(({ length }) => length > 0);
  expect(received?.json.type).toBe('task.completed');
});
