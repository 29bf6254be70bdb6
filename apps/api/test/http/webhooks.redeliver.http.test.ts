import { WebhookDelivery } from '@crewboard/contracts';
import { describe, expect, it } from 'vitest';
import { expectBody, type TestTeam, useApi } from '../harness.ts';
import { OpenWriter } from '../log/support/open-writer.ts';
import { byKey, expectInvalid, expectRejected, record } from '../support/log.ts';
import {
  closedPortUrl,
  createDelivery,
  deliveryPath,
  getWebhook,
  listDeliveries,
  sendTest,
  setStatus,
  updateWebhook,
  webhookSnapshot,
  worldWithWebhook,
} from '../support/webhooks.ts';
import { unknownId } from '../support/world.ts';

const api = useApi();

type Extra = { body?: unknown; rawBody?: string; headers?: Record<string, string> };
const redeliver = (team: TestTeam, webhookId: string, id: string, extra: Extra = {}) =>
  api().request('POST', `${deliveryPath(`${webhookId}/${id}`)}/redeliver`, { token: team.apiKey, ...extra });

describe('POST /api/webhooks/:webhookId/deliveries/:deliveryId/redeliver', () => {
  it.each(['succeeded', 'failed', 'pending'])(
    '202: a delivery that is %s is due at once, with its id and its attempts and writes one event',
    async (status) => {
      const { world, team, webhook } = await worldWithWebhook(api());
      const { id } = await sendTest(api(), team, webhook.id);
      await setStatus(api(), [id], status);
      const attempts = [
        { at: '2026-11-20T10:00:00.000Z', statusCode: 500, error: 'It responded with 500', latencyMs: 12 },
      ];
      await api().db.pool.query(
        `update webhook_deliveries set attempts = $2, failed_attempts = 1,
           next_attempt_at = next_attempt_at + interval '1 hour' where id = $1`,
        [id, JSON.stringify(attempts)],
      );
      const [before] = await listDeliveries(api(), team, webhook.id);
      const { reply, events } = await record(api(), () => redeliver(team, webhook.id, id));
      const delivery = expectBody(reply, 202, WebhookDelivery);
      const { nextAttemptAt } = delivery;
      expect(delivery).toEqual({ ...before, status: 'pending', attempts, nextAttemptAt });
      expect(Date.parse(nextAttemptAt ?? '')).toBeLessThanOrEqual(Date.now());
      expect(await listDeliveries(api(), team, webhook.id)).toEqual([delivery]);
      expect(events).toHaveLength(1);
      expect(events[0]).toMatchObject({
        ...byKey(world),
        type: 'webhook.redelivered',
        subjectType: 'webhook',
        subjectId: webhook.id,
        requestId: reply.headers.get('x-request-id'),
        snapshot: webhookSnapshot(webhook),
      });
    },
  );

  it('202: changes neither the webhook nor another delivery', async () => {
    const { team, webhook } = await worldWithWebhook(api());
    const [first, second] = [
      await sendTest(api(), team, webhook.id),
      await sendTest(api(), team, webhook.id),
    ];
    await setStatus(api(), [first.id, second.id], 'failed');
    await redeliver(team, webhook.id, second.id);
    expect(await getWebhook(api(), team, webhook.id)).toEqual(webhook);
    expect((await listDeliveries(api(), team, webhook.id, '?status=failed')).map(({ id }) => id)).toEqual([
      first.id,
    ]);
  });

  it('202: accepts an absent body, an empty one with Content-Type, and an empty object', async () => {
    const { team, webhook } = await worldWithWebhook(api());
    const { id } = await sendTest(api(), team, webhook.id);
    const headers = { 'Content-Type': 'application/json' };
    for (const extra of [{}, { headers }, { headers, rawBody: '' }, { body: {} }]) {
      expectBody(await redeliver(team, webhook.id, id, extra), 202, WebhookDelivery);
    }
  });

  it('202: waits for its delivery before it locks the webhook, so that an attempt that is recorded meanwhile cannot deadlock', async () => {
    const { team, webhook } = await worldWithWebhook(api());
    const { id } = await sendTest(api(), team, webhook.id);
    const attempt = await OpenWriter.begin(api().db.pool);
    await attempt.client.query('select from webhook_deliveries where id = $1 for no key update', [id]);
    const redelivered = redeliver(team, webhook.id, id);
    const waitsForLock = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    await expect.poll(async () => (await api().db.pool.query(waitsForLock)).rowCount).toBe(1);
    await attempt.client.query('select from webhooks where id = $1 for no key update nowait', [webhook.id]);
    await attempt.commit();
    expectBody(await redelivered, 202, WebhookDelivery);
  });

  it('404: an unknown delivery, and one of another webhook or team, also where the webhook is disabled', async () => {
    const { team, webhook } = await worldWithWebhook(api());
    const theirs = await worldWithWebhook(api());
    const own = await sendTest(api(), team, webhook.id);
    const other = await createDelivery(api(), team);
    const foreign = await sendTest(api(), theirs.team, theirs.webhook.id);
    const expectRejectedRedelivery = async () => {
      for (const [webhookId, id] of [
        [webhook.id, unknownId],
        [webhook.id, other.id],
        [webhook.id, foreign.id],
        [other.webhookId, own.id],
        [theirs.webhook.id, foreign.id],
      ] as const) {
        await expectRejected(api(), 404, 'NOT_FOUND', () => redeliver(team, webhookId, id));
      }
    };
    await expectRejectedRedelivery();
    await updateWebhook(api(), team, webhook.id, { enabled: false });
    await expectRejectedRedelivery();
  });

  it('409: rejects deliveries of a disabled webhook until it is enabled', async () => {
    const { team, webhook } = await worldWithWebhook(api());
    const { id } = await sendTest(api(), team, webhook.id);
    await setStatus(api(), [id], 'failed');
    await updateWebhook(api(), team, webhook.id, { enabled: false });
    await expectRejected(api(), 409, 'WEBHOOK_DISABLED', () => redeliver(team, webhook.id, id));
    await updateWebhook(api(), team, webhook.id, { enabled: true });
    expectBody(await redeliver(team, webhook.id, id), 202, WebhookDelivery);
  });

  it('400 before 409: names a field in the body', async () => {
    const { team, webhook } = await worldWithWebhook(api());
    const { id } = await sendTest(api(), team, webhook.id);
    await updateWebhook(api(), team, webhook.id, { enabled: false });
    await expectInvalid(api(), ['url'], () =>
      redeliver(team, webhook.id, id, { body: { url: closedPortUrl } }),
    );
  });
});
