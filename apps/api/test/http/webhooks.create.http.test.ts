import { maxWebhooks, Webhook, WebhookWithSecret } from '@crewboard/contracts';
import { describe, expect, it } from 'vitest';
import { expectBody, expectProblem, type TestTeam, useApi } from '../harness.ts';
import { settle } from '../log/support/settle.ts';
import { checkEach, checkEachInvalid, checkEachRejected } from '../support/check-each.ts';
import { byKey, eventRow, expectInvalid, record } from '../support/log.ts';
import {
  closedPortUrl,
  eventually,
  everythingKept,
  formsOf,
  getWebhook,
  insertWebhook,
  webhookSnapshot,
} from '../support/webhooks.ts';
import { createWorld, unknownId } from '../support/world.ts';
import { acceptedUrls, rejectedUrls } from './support/webhook-urls.ts';

const api = useApi();

const create = (team: TestTeam, body: unknown) =>
  api().request('POST', `/api/teams/${team.teamId}/webhooks`, { token: team.apiKey, body });
const created = async (team: TestTeam, body: unknown) =>
  expectBody(await create(team, body), 201, WebhookWithSecret);

describe('POST /api/teams/:teamId/webhooks', () => {
  it.each<[string, Record<string, unknown>]>([
    ['the URL alone', {}],
    ['a description', { description: 'For the chat 🚀' }],
    ['an empty description', { description: '' }],
    ['types of its own', { eventTypes: ['task.created', 'agent.updated'] }],
    ['all types', { eventTypes: ['*'] }],
    ['true for enabled', { enabled: true }],
    [
      'null for everything else, as if it were absent',
      { description: null, eventTypes: null, enabled: null },
    ],
  ])('201: with %s, Location names it and writes one event', async (_, fields) => {
    const world = await createWorld(api());
    const { team } = world;
    const start = Date.now();
    const { reply, events } = await record(api(), () => create(team, { url: closedPortUrl, ...fields }));
    const { secret, ...webhook } = expectBody(reply, 201, WebhookWithSecret);
    expect(webhook).toEqual({
      id: expect.stringMatching(/^c[a-z0-9]{24}$/),
      teamId: team.teamId,
      url: closedPortUrl,
      description: fields.description ?? null,
      eventTypes: fields.eventTypes ?? ['task.completed'],
      enabled: true,
      disabledReason: null,
      disabledAt: null,
      lastSuccessAt: null,
      lastFailureAt: null,
      failuresInRow: 0,
      failingSince: null,
      previousSecretUntil: null,
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      updatedAt: webhook.createdAt,
    });
    expect(Date.parse(webhook.createdAt)).toBeGreaterThanOrEqual(start);
    const location = new URL(reply.headers.get('location') ?? '', api().url);
    const read = await api().request('GET', location.pathname, { token: team.apiKey });
    expect(expectBody(read, 200, Webhook)).toEqual(webhook);
    expect(events).toEqual([
      eventRow({
        reply,
        world,
        actor: byKey(world),
        type: 'webhook.created',
        snapshot: webhookSnapshot(webhook),
        changes: null,
      }),
    ]);
    expect(JSON.stringify(events)).not.toContain(secret);
  });

  it('201: creates a disabled webhook on request', async () => {
    const { team } = await createWorld(api());
    const { secret: _, ...webhook } = await created(team, { url: closedPortUrl, enabled: false });
    expect(webhook).toMatchObject({ enabled: false, disabledReason: 'switched_off' });
    expect(webhook.disabledAt).not.toBeNull();
    expect(await getWebhook(api(), team, webhook.id)).toEqual(webhook);
  });

  it('201: returns a new secret of whsec_ and 24 to 64 bytes in base64, with no-store', async () => {
    const { team } = await createWorld(api());
    const secrets = new Set<string>();
    for (let count = 0; count < 10; count += 1) {
      const reply = await create(team, { url: closedPortUrl });
      const { secret } = expectBody(reply, 201, WebhookWithSecret);
      expect(reply.headers.get('cache-control')).toBe('no-store');
      expect(secret).toMatch(/^whsec_[0-9A-Za-z+/]+={0,2}$/);
      const bytes = Buffer.from(secret.slice('whsec_'.length), 'base64');
      expect(`whsec_${bytes.toString('base64')}`).toBe(secret);
      expect(bytes.length).toBeGreaterThanOrEqual(24);
      expect(bytes.length).toBeLessThanOrEqual(64);
      secrets.add(secret);
    }
    expect(secrets.size).toBe(10);
  });

  it('201: the secret is in no other response, not in the database, the event log or the app log', async () => {
    const { team } = await createWorld(api());
    const { secret, id } = await created(team, { url: closedPortUrl });
    const token = team.apiKey;
    await settle(api());
    let kept = await everythingKept(api());
    for (const path of [
      `/api/webhooks/${id}`,
      `/api/teams/${team.teamId}/webhooks`,
      `/api/teams/${team.teamId}/events`,
      `/api/webhooks/${id}/deliveries`,
    ]) {
      const reply = await api().request('GET', path, { token });
      expect(reply.status).toBe(200);
      expect(reply.text).not.toMatch(/whsec_|"secret"/);
      kept += reply.text;
    }
    for (const form of formsOf(secret)) expect(kept.includes(form)).toBe(false);
  });

  it('201: agents cannot read its event', async () => {
    const { team, ada } = await createWorld(api());
    await created(team, { url: closedPortUrl });
    const path = `/api/teams/${team.teamId}/events`;
    await settle(api());
    const log = await api().request('GET', path, { token: ada.token });
    expect(log.status).toBe(200);
    const filtered = await api().request('GET', `${path}?type=webhook.created`, { token: ada.token });
    for (const { text } of [log, filtered]) expect(text).not.toContain(closedPortUrl);
    expect(log.text).not.toContain('webhook.');
  });

  it('201: the same URL twice makes two webhooks, with secrets of their own', async () => {
    const { team } = await createWorld(api());
    const [first, second] = [
      await created(team, { url: closedPortUrl }),
      await created(team, { url: closedPortUrl }),
    ];
    expect(first.id).not.toBe(second.id);
    expect(first.secret).not.toBe(second.secret);
  });

  it('201: keeps every valid URL as sent', async () => {
    const { team } = await createWorld(api());
    await checkEach(Object.fromEntries(acceptedUrls), async (url) =>
      expect((await created(team, { url })).url).toBe(url),
    );
  });

  it('400: rejects every invalid or private URL and names the field', async () => {
    const { team } = await createWorld(api());
    await checkEach(Object.fromEntries(rejectedUrls), async (url) => {
      await expectInvalid(api(), ['url'], () => create(team, { url }));
    });
  });

  it.each([
    ['description', '🚀'.repeat(1_000)],
    ['description', ' '],
  ])('201: %s at its bound, stored as sent (row %$)', async (field, value) => {
    const { team } = await createWorld(api());
    expect(await created(team, { url: closedPortUrl, [field]: value })).toMatchObject({ [field]: value });
  });

  it('400: each invalid field', async () => {
    const { team } = await createWorld(api());
    const rows = [
      ['url', undefined],
      ['url', null],
      ['url', ''],
      ['url', ' '],
      ['url', 1],
      ['url', [closedPortUrl]],
      ['description', 'x'.repeat(1_001)],
      ['description', '🚀'.repeat(1_001)],
      ['description', '\0'],
      ['description', '\ud800'],
      ['description', 1],
      ['eventTypes', []],
      ['eventTypes', 'task.completed'],
      ['eventTypes', '*'],
      ['eventTypes', {}],
      ['eventTypes', ['*', 'task.completed']],
      ['eventTypes', ['*', '*']],
      ['eventTypes', ['task.completed', 'task.completed']],
      ['enabled', 'true'],
      ['enabled', 1],
      ['enabled', {}],
    ] as const;
    await checkEachInvalid(api(), rows, (field, value) =>
      create(team, { url: closedPortUrl, [field]: value }),
    );
  });

  it('400: rejects each unknown event type', async () => {
    const { team } = await createWorld(api());
    const types = [
      'task.done',
      'TASK.COMPLETED',
      'task.*',
      '',
      ' task.completed',
      'toString',
      null,
      1,
      ['*'],
    ];
    const cases = Object.fromEntries(types.map((type) => [JSON.stringify(type), type]));
    await checkEachRejected(api(), cases, async (type) => {
      const reply = await create(team, { url: closedPortUrl, eventTypes: ['task.created', type] });
      const { errors } = expectProblem(reply, 400, 'VALIDATION_ERROR');
      expect(errors).toMatchObject([{ path: expect.stringMatching(/^eventTypes\b/) }]);
    });
  });

  it('400: names read-only fields, and without a body the missing url is named', async () => {
    const { team } = await createWorld(api());
    const readOnly = {
      id: unknownId,
      secret: 'whsec_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=',
      disabledReason: null,
      createdAt: null,
      updatedAt: null,
    };
    await expectInvalid(api(), Object.keys(readOnly), () =>
      create(team, { url: closedPortUrl, ...readOnly }),
    );
    await expectInvalid(api(), ['url'], () => create(team, undefined));
  });

  it('400: a team has at most 50, also with concurrent requests', async () => {
    const { team } = await createWorld(api());
    for (let count = 1; count < maxWebhooks; count += 1) await insertWebhook(api(), team);
    const before = await api().countEvents();
    // Several requests wait in the database before the first one continues.
    const waitsForLock = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    const holder = await api().db.pool.connect();
    await holder.query('begin');
    await holder.query('select from teams where id = $1 for update', [team.teamId]);
    const creations = Array.from({ length: 25 }, () => create(team, { url: closedPortUrl }));
    await eventually(
      async () => (await api().owner.query(waitsForLock)).rowCount ?? 0,
      (waiting) => waiting > 2,
    ).finally(() => holder.query('commit').finally(() => holder.release()));
    const replies = await Promise.all(creations);
    expect(replies.map(({ status }) => status).sort()).toEqual([201, ...Array(24).fill(400)]);
    expect(await api().countEvents()).toBe(before + 1);
    const rejected = await create(team, { url: closedPortUrl });
    expect(rejected.body).toMatchObject({ status: 400, code: 'VALIDATION_ERROR' });
    expect(rejected.text).toContain(`${maxWebhooks} webhooks`);
  });
});
