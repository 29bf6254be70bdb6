import { Event, WebhookDelivery } from '@crewboard/contracts';
import { queryMany, sql } from '@crewboard/db';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { subjectLock } from '../../src/features/events/lock-subject.ts';
import { expectBody, useApi } from '../harness.ts';
import { OpenWriter } from '../log/support/open-writer.ts';
import { settle } from '../log/support/settle.ts';
import { untilOneWaitsForLock } from '../support/lock-waiters.ts';
import { byKey, expectInvalid, expectRejected, record } from '../support/log.ts';
import {
  closedPortUrl,
  createWebhook,
  getDelivery,
  getWebhook,
  listDeliveries,
  updateWebhook,
  webhookSnapshot,
  worldWithWebhook,
} from '../support/webhooks.ts';
import type { World } from '../support/world.ts';

const api = useApi();

type Extra = { body?: unknown; rawBody?: string; headers?: Record<string, string> };
const sendTest = (world: World, id: string, extra: Extra = {}) =>
  api().request('POST', `/api/webhooks/${id}/test`, { token: world.team.apiKey, ...extra });

describe('POST /api/webhooks/:webhookId/test', () => {
  it('202: returns the pending delivery of one event, with any selection of types', async () => {
    const { world, team, webhook } = await worldWithWebhook(api(), { eventTypes: ['agent.created'] });
    const start = Date.now();
    const { reply, events } = await record(api(), () => sendTest(world, webhook.id));
    const delivery = expectBody(reply, 202, WebhookDelivery);
    expect(delivery).toEqual({
      id: expect.any(String),
      webhookId: webhook.id,
      eventId: expect.any(String),
      eventType: 'webhook.tested',
      status: 'pending',
      attempts: [],
      nextAttemptAt: expect.any(String),
      createdAt: expect.any(String),
    });
    expect(Date.parse(delivery.createdAt)).toBeGreaterThanOrEqual(start);
    expect(Date.parse(delivery.nextAttemptAt ?? '')).toBeLessThanOrEqual(Date.now());
    expect(await listDeliveries(api(), team, webhook.id)).toEqual([delivery]);
    expect(await getDelivery(api(), team, webhook.id, delivery.id)).toMatchObject(delivery);
    expect(events).toHaveLength(1);
    expect(events[0]).toMatchObject({
      ...byKey(world),
      type: 'webhook.tested',
      subjectType: 'webhook',
      subjectId: webhook.id,
      requestId: reply.headers.get('x-request-id'),
      snapshot: webhookSnapshot(webhook),
    });
    await settle(api());
    const log = await api().request('GET', `/api/teams/${team.teamId}/events?type=webhook.tested`, {
      token: team.apiKey,
    });
    expect(expectBody(log, 200, z.array(Event)).map(({ id }) => id)).toEqual([delivery.eventId]);
  });

  it('202: does not change the webhook', async () => {
    const { world, team, webhook } = await worldWithWebhook(api());
    await sendTest(world, webhook.id);
    expect(await getWebhook(api(), team, webhook.id)).toEqual(webhook);
  });

  it('202: each test is a separate delivery, and other webhooks without the type get none', async () => {
    const { world, team, webhook } = await worldWithWebhook(api());
    const other = await createWebhook(api(), team, closedPortUrl);
    const replies = [await sendTest(world, webhook.id), await sendTest(world, webhook.id)];
    const ids = replies.map((reply) => expectBody(reply, 202, WebhookDelivery).id);
    expect((await listDeliveries(api(), team, webhook.id)).map(({ id }) => id)).toEqual(ids.toReversed());
    expect(await listDeliveries(api(), team, other.id)).toEqual([]);
  });

  it('202: accepts an absent body, an empty one with Content-Type, and an empty object', async () => {
    const { world, webhook } = await worldWithWebhook(api());
    const headers = { 'Content-Type': 'application/json' };
    for (const extra of [{}, { headers }, { headers, rawBody: '' }, { body: {} }]) {
      expectBody(await sendTest(world, webhook.id, extra), 202, WebhookDelivery);
    }
  });

  it('409: rejects a disabled webhook until it is enabled again', async () => {
    const { world, team, webhook } = await worldWithWebhook(api(), { enabled: false });
    await expectRejected(api(), 409, 'WEBHOOK_DISABLED', () => sendTest(world, webhook.id));
    await updateWebhook(api(), team, webhook.id, { enabled: true });
    expectBody(await sendTest(world, webhook.id), 202, WebhookDelivery);
    await updateWebhook(api(), team, webhook.id, { enabled: false });
    await expectRejected(api(), 409, 'WEBHOOK_DISABLED', () => sendTest(world, webhook.id));
  });

  it('202: waits for a change under way, which enables the webhook', async () => {
    const { world, webhook } = await worldWithWebhook(api(), { enabled: false });
    const change = await OpenWriter.begin(api().db.pool);
    await queryMany(change.client, sql`select ${subjectLock('webhooks', sql`${webhook.id}::text`)}`);
    await change.client.query(
      `update webhooks set enabled = true, disabled_reason = null, disabled_at = null,
         subscribed_since = pg_current_snapshot() where id = $1`,
      [webhook.id],
    );
    const tested = sendTest(world, webhook.id);
    await untilOneWaitsForLock(api().db.pool);
    await change.commit();
    expectBody(await tested, 202, WebhookDelivery);
  });

  it('404 before 409: a disabled webhook of another team is unknown', async () => {
    const [{ world }, theirs] = [
      await worldWithWebhook(api()),
      await worldWithWebhook(api(), { enabled: false }),
    ];
    await expectRejected(api(), 404, 'NOT_FOUND', () => sendTest(world, theirs.webhook.id));
  });

  it('400 before 409: names a field in the body', async () => {
    const { world, webhook } = await worldWithWebhook(api(), { enabled: false });
    await expectInvalid(api(), ['type'], () =>
      sendTest(world, webhook.id, { body: { type: 'task.created' } }),
    );
  });
});
