import { expect, it } from 'vitest';
import { createApiKey } from '../../src/features/api-keys/create-api-key.ts';
import { expectProblem, type TestTeam, useApi } from '../harness.ts';
import { call, createPerson, sessionOf } from '../support/people.ts';
import { useReceivers } from '../support/receiver.ts';
import {
  createWebhook,
  createWebhookAsOwner,
  eventually,
  listDeliveries,
  updateWebhook,
  useWorkers,
} from '../support/webhooks.ts';

const api = useApi();
const startReceiver = useReceivers();
const startWorker = useWorkers(api);

const asKey = (team: TestTeam, method: string, path: string, body?: object) =>
  api().request(method, path, { token: team.apiKey, body });

/** Writes two events that only owners and admins may read, then one for everybody. */
async function writeEvents(team: TestTeam): Promise<void> {
  await createPerson(api(), team.teamId, 'viewer');
  const actor = { kind: 'system', id: null, teamId: team.teamId } as const;
  await createApiKey({ ctx: { db: api().db, actor, requestId: null }, input: { name: 'Another' } });
  await api().createTask(team);
}

it('"*" selects all types that a team API key may read, and all types for an owner', async () => {
  startWorker();
  const team = await api().createTeam();
  const [ofKey, ofOwner] = [await startReceiver(), await startReceiver()];
  const { id } = await createWebhook(api(), team, ofKey.url, { eventTypes: ['*'] });
  await createWebhookAsOwner(api(), team, ofOwner.url, { eventTypes: ['*'] });
  await writeEvents(team);
  const all = ['member.added', 'api_key.created', 'task.created'];
  await ofOwner.until((received) => all.every((type) => received.some(({ json }) => json.type === type)));
  await ofKey.until((received) => received.some(({ json }) => json.type === 'task.created'));
  // Made in the order of the log.
  const { rows } = await api().db.pool.query<{ type: string }>(
    'select event_type as type from webhook_deliveries where webhook_id = $1',
    [id],
  );
  expect(rows.filter(({ type }) => /^(member|api_key)\./.test(type))).toEqual([]);
});

it('rejects a team API key that selects events of members and API keys, or changes the URL of a webhook of an owner', async () => {
  const team = await api().createTeam();
  const path = `/api/teams/${team.teamId}/webhooks`;
  const types = { eventTypes: ['task.completed', 'member.added'] };
  const own = await createWebhook(api(), team, 'http://127.0.0.1:9/');
  const url = 'http://127.0.0.1:9/';
  expectProblem(await asKey(team, 'POST', path, { url, ...types }), 403, 'FORBIDDEN');
  expectProblem(await asKey(team, 'PATCH', `/api/webhooks/${own.id}`, types), 403, 'FORBIDDEN');
  const ofOwner = await createWebhookAsOwner(api(), team, url, { eventTypes: ['*'] });
  for (const patch of [{ url: 'http://127.0.0.1:9/elsewhere' }, { eventTypes: ['task.created'] }]) {
    expectProblem(await asKey(team, 'PATCH', `/api/webhooks/${ofOwner.id}`, patch), 403, 'FORBIDDEN');
  }
  expect(await updateWebhook(api(), team, ofOwner.id, { enabled: false })).toMatchObject({
    url,
    enabled: false,
  });
});

it('keeps the selection "*" of a team API key when an admin saves it unchanged, and widens it when the admin selects "*" again', async () => {
  const team = await api().createTeam();
  const { id } = await createWebhook(api(), team, 'http://127.0.0.1:9/', { eventTypes: ['*'] });
  const { email } = await createPerson(api(), team.teamId, 'admin');
  const admin = { session: await sessionOf(api(), email), team: team.teamId };
  const save = async (patch: object) => {
    const input = { webhookId: id, ...patch };
    const { problem } = await call(api(), ['mutation', 'webhooks.update'], input, admin);
    expect(problem).toBeUndefined();
  };
  /** A key may change the URL only of webhooks whose events it may read. */
  const pointElsewhere = () => asKey(team, 'PATCH', `/api/webhooks/${id}`, { url: 'http://127.0.0.1:9/key' });
  await save({ description: 'New words', eventTypes: ['*'] });
  expect((await pointElsewhere()).status).toBe(200);
  await save({ eventTypes: ['task.created', 'task.moved'] });
  await save({ eventTypes: ['task.moved', 'task.created'] });
  expect((await pointElsewhere()).status).toBe(200);
  await save({ eventTypes: ['*'] });
  expectProblem(await pointElsewhere(), 403, 'FORBIDDEN');
});

it('hides deliveries of such events from a team API key', async () => {
  startWorker();
  const team = await api().createTeam();
  const receiver = await startReceiver();
  const { id } = await createWebhookAsOwner(api(), team, receiver.url, { eventTypes: ['*'] });
  await writeEvents(team);
  await receiver.until((all) => all.some(({ json }) => json.type === 'task.created'));
  const ids = async () =>
    (
      await api().db.pool.query<{ id: string; event_type: string }>(
        'select id, event_type from webhook_deliveries where webhook_id = $1',
        [id],
      )
    ).rows;
  const hidden = (await eventually(ids, (rows) => rows.length >= 4)).find(
    ({ event_type: type }) => type === 'member.added',
  );
  const path = `/api/webhooks/${id}/deliveries/${hidden?.id}`;
  expectProblem(await asKey(team, 'GET', path), 404, 'NOT_FOUND');
  expectProblem(await asKey(team, 'POST', `${path}/redeliver`), 404, 'NOT_FOUND');
  const shown = await listDeliveries(api(), team, id);
  expect(shown.length).toBeGreaterThan(0);
  expect(shown.filter(({ eventType }) => /^(member|api_key)\./.test(eventType))).toEqual([]);
});

it('limits a team to fifty webhooks, without deleted ones', async () => {
  const team = await api().createTeam();
  const path = `/api/teams/${team.teamId}/webhooks`;
  const made = await Promise.all(
    Array.from({ length: 50 }, () => createWebhook(api(), team, 'http://127.0.0.1:9/')),
  );
  const body = { url: 'http://127.0.0.1:9/' };
  expectProblem(await asKey(team, 'POST', path, body), 400, 'VALIDATION_ERROR');
  expect((await asKey(team, 'DELETE', `/api/webhooks/${made[0]?.id}`)).status).toBe(204);
  expect((await asKey(team, 'POST', path, body)).status).toBe(201);
});
