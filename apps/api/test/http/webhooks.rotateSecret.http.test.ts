import { WebhookWithSecret } from '@crewboard/contracts';
import { describe, expect, it } from 'vitest';
import { expectBody, useApi } from '../harness.ts';
import { settle } from '../log/support/settle.ts';
import { byKey, expectInvalid, record } from '../support/log.ts';
import {
  closedPortUrl,
  createWebhook,
  everythingKept,
  formsOf,
  getWebhook,
  webhookSnapshot,
  worldWithWebhook,
} from '../support/webhooks.ts';
import type { World } from '../support/world.ts';

const api = useApi();

type Extra = { body?: unknown; rawBody?: string; headers?: Record<string, string> };
const rotate = (world: World, id: string, extra: Extra = {}) =>
  api().request('POST', `/api/webhooks/${id}/rotate-secret`, { token: world.team.apiKey, ...extra });
const rotated = async (world: World, id: string) =>
  expectBody(await rotate(world, id), 200, WebhookWithSecret);

const hour = 3_600_000;

describe('POST /api/webhooks/:webhookId/rotate-secret', () => {
  it('200: returns the webhook with its new secret, keeps the old one for 24 hours, and writes one event', async () => {
    const { world, team, webhook, secret } = await worldWithWebhook(api());
    const { reply, events } = await record(api(), () => rotate(world, webhook.id));
    const { secret: fresh, ...after } = expectBody(reply, 200, WebhookWithSecret);
    const { previousSecretUntil, updatedAt } = after;
    expect(after).toEqual({ ...webhook, previousSecretUntil, updatedAt });
    expect(await getWebhook(api(), team, webhook.id)).toEqual(after);
    const overlap = Date.parse(previousSecretUntil ?? '') - Date.now();
    expect(overlap).toBeGreaterThan(24 * hour - 60_000);
    expect(overlap).toBeLessThanOrEqual(24 * hour + 1_000);
    expect(fresh).not.toBe(secret);
    expect(fresh).toMatch(/^whsec_[0-9A-Za-z+/]+={0,2}$/);
    const bytes = Buffer.from(fresh.slice('whsec_'.length), 'base64').length;
    expect(bytes).toBeGreaterThanOrEqual(24);
    expect(bytes).toBeLessThanOrEqual(64);
    expect(events).toHaveLength(1);
    expect(events[0]).toMatchObject({
      ...byKey(world),
      type: 'webhook.secret_rotated',
      subjectType: 'webhook',
      subjectId: webhook.id,
      requestId: reply.headers.get('x-request-id'),
      snapshot: webhookSnapshot(after),
    });
  });

  it('200: the response with the secret has Cache-Control: no-store', async () => {
    const { world, webhook } = await worldWithWebhook(api());
    const reply = await rotate(world, webhook.id);
    expectBody(reply, 200, WebhookWithSecret);
    expect(reply.headers.get('cache-control')).toBe('no-store');
  });

  it('200: neither secret is in another response, in the database or in a log', async () => {
    const { world, team, webhook, secret } = await worldWithWebhook(api());
    const fresh = (await rotated(world, webhook.id)).secret;
    await settle(api());
    let kept = await everythingKept(api());
    for (const path of [
      `/api/webhooks/${webhook.id}`,
      `/api/teams/${team.teamId}/webhooks`,
      `/api/teams/${team.teamId}/events`,
    ]) {
      const reply = await api().request('GET', path, { token: team.apiKey });
      expect(reply.status).toBe(200);
      expect(reply.text).not.toMatch(/whsec_|"secret"/);
      kept += reply.text;
    }
    for (const form of [...formsOf(secret), ...formsOf(fresh)]) expect(kept.includes(form)).toBe(false);
  });

  it('200: a disabled webhook gets a new secret too, and stays disabled', async () => {
    const { world, webhook } = await worldWithWebhook(api(), { enabled: false });
    const { enabled, disabledReason, disabledAt } = await rotated(world, webhook.id);
    expect({ enabled, disabledReason, disabledAt }).toEqual({
      enabled: false,
      disabledReason: 'switched_off',
      disabledAt: webhook.disabledAt,
    });
  });

  it('200: a second rotation restarts the 24 hours', async () => {
    const { world, webhook } = await worldWithWebhook(api());
    const first = await rotated(world, webhook.id);
    await api().db.pool.query(
      `update webhooks set previous_secret_until = previous_secret_until - interval '20 hours' where id = $1`,
      [webhook.id],
    );
    const second = await rotated(world, webhook.id);
    expect(second.secret).not.toBe(first.secret);
    const overlap = Date.parse(second.previousSecretUntil ?? '') - Date.now();
    expect(overlap).toBeGreaterThan(24 * hour - 60_000);
  });

  it('200: does not change other webhooks', async () => {
    const { world, team, webhook } = await worldWithWebhook(api());
    const { secret: _, ...other } = await createWebhook(api(), team, closedPortUrl);
    await rotate(world, webhook.id);
    expect(await getWebhook(api(), team, other.id)).toEqual(other);
  });

  it('200: each of 10 concurrent rotations returns its own secret and writes an event', async () => {
    const { world, webhook } = await worldWithWebhook(api());
    const all = await Promise.all(Array.from({ length: 10 }, () => rotated(world, webhook.id)));
    expect(new Set(all.map(({ secret }) => secret)).size).toBe(10);
    const events = await api().events(webhook.id);
    expect(events.filter(({ type }) => type === 'webhook.secret_rotated')).toHaveLength(10);
  });

  it('200: accepts an absent body, an empty one with Content-Type, and an empty object', async () => {
    const { world, webhook } = await worldWithWebhook(api());
    const headers = { 'Content-Type': 'application/json' };
    for (const extra of [{}, { headers }, { headers, rawBody: '' }, { body: {} }]) {
      expectBody(await rotate(world, webhook.id, extra), 200, WebhookWithSecret);
    }
  });

  it('400: names a field in the body, a secret of the caller’s own too', async () => {
    const { world, webhook } = await worldWithWebhook(api());
    const secret = 'whsec_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=';
    await expectInvalid(api(), ['secret'], () => rotate(world, webhook.id, { body: { secret } }));
  });
});
