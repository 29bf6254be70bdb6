import { describe, expect, it } from 'vitest';
import { expectProblem, useApi } from '../harness.ts';
import { byKey, expectInvalid, record } from '../support/log.ts';
import { closedPortUrl, createWebhook, getWebhook, sendTest, worldWithWebhook } from '../support/webhooks.ts';
import { unknownId, type World } from '../support/world.ts';

const api = useApi();

const remove = (world: World, id: string, extra: { body?: unknown; headers?: Record<string, string> } = {}) =>
  api().request('DELETE', `/api/webhooks/${id}`, { token: world.team.apiKey, ...extra });

describe('DELETE /api/webhooks/:webhookId', () => {
  it.each([true, false])(
    '204: without a body and without a content type and writes one event with the former webhook (enabled: %s)',
    async (enabled) => {
      const { world, webhook, secret } = await worldWithWebhook(api(), { enabled });
      const { reply, events } = await record(api(), () => remove(world, webhook.id));
      expect(reply.status).toBe(204);
      expect(reply.text).toBe('');
      expect(reply.headers.get('content-type')).toBeNull();
      expect(Number(reply.headers.get('content-length') ?? 0)).toBe(0);
      expect(reply.headers.get('x-request-id')).toBeTruthy();
      expect(events).toHaveLength(1);
      expect(events[0]).toMatchObject({
        ...byKey(world),
        type: 'webhook.deleted',
        subjectType: 'webhook',
        subjectId: webhook.id,
        teamId: world.team.teamId,
        requestId: reply.headers.get('x-request-id'),
        snapshot: { id: webhook.id, url: webhook.url, eventTypes: webhook.eventTypes },
      });
      expect(JSON.stringify(events)).not.toContain(secret);
    },
  );

  it('404: afterwards every request gets the response of an unknown id', async () => {
    const { world, team, webhook } = await worldWithWebhook(api());
    const delivery = await sendTest(api(), team, webhook.id);
    expect((await remove(world, webhook.id)).status).toBe(204);
    const before = await api().stored();
    const calls: [string, string, unknown?][] = [
      ['GET', ''],
      ['PATCH', '', { description: 'After' }],
      ['PATCH', '', { enabled: true }],
      ['DELETE', ''],
      ['POST', '/rotate-secret'],
      ['POST', '/test'],
      ['POST', '/recover', { since: new Date().toISOString() }],
      ['GET', '/deliveries'],
      ['GET', `/deliveries?cursor=${delivery.id}`],
      ['GET', `/deliveries/${delivery.id}`],
      ['POST', `/deliveries/${delivery.id}/redeliver`],
    ];
    for (const [method, path, body] of calls) {
      const send = (id: string) =>
        api().request(method, `/api/webhooks/${id}${path}`, { token: team.apiKey, body });
      const [gone, unknown] = [await send(webhook.id), await send(unknownId)];
      const { requestId: _, ...problem } = expectProblem(gone, 404, 'NOT_FOUND');
      expect(unknown.body).toMatchObject(problem);
    }
    expect(await api().stored()).toEqual(before);
  });

  it('204: does not change other webhooks', async () => {
    const { world, team, webhook } = await worldWithWebhook(api());
    const { secret: _, ...other } = await createWebhook(api(), team, closedPortUrl);
    const delivery = await sendTest(api(), team, other.id);
    await remove(world, webhook.id);
    expect(await getWebhook(api(), team, other.id)).toEqual(other);
    const path = `/api/webhooks/${other.id}/deliveries/${delivery.id}`;
    expect((await api().request('GET', path, { token: team.apiKey })).status).toBe(200);
  });

  it('204: keeps its events in the log', async () => {
    const { world, webhook } = await worldWithWebhook(api());
    await remove(world, webhook.id);
    const types = (await api().events(webhook.id)).map(({ type }) => type);
    expect(types).toEqual(['webhook.created', 'webhook.deleted']);
  });

  it('204 once: of 10 deletions at once the others get the 404, and one event is written', async () => {
    const { world, webhook } = await worldWithWebhook(api());
    const replies = await Promise.all(Array.from({ length: 10 }, () => remove(world, webhook.id)));
    expect(replies.map(({ status }) => status).sort()).toEqual([204, ...Array(9).fill(404)]);
    const events = await api().events(webhook.id);
    expect(events.filter(({ type }) => type === 'webhook.deleted')).toHaveLength(1);
  });

  it('204: accepts an empty body with Content-Type, and an empty object', async () => {
    for (const extra of [{ headers: { 'Content-Type': 'application/json' } }, { body: {} }]) {
      const { world, webhook } = await worldWithWebhook(api());
      expect((await remove(world, webhook.id, extra)).status).toBe(204);
    }
  });

  it('400: names a field in the body, and the webhook remains', async () => {
    const { world, team, webhook } = await worldWithWebhook(api());
    await expectInvalid(api(), ['x'], () => remove(world, webhook.id, { body: { x: 1 } }));
    expect(await getWebhook(api(), team, webhook.id)).toEqual(webhook);
  });
});
