import { Webhook, type WebhookPatch } from '@crewboard/contracts';
import { describe, expect, it } from 'vitest';
import { expectBody, useApi } from '../harness.ts';
import { checkEachInvalid } from '../support/check-each.ts';
import { byKey, eventRow, expectInvalid, expectRejected, record } from '../support/log.ts';
import { getWebhook, updateWebhook, webhookSnapshot, worldWithWebhook } from '../support/webhooks.ts';
import { acceptedUrls } from './support/webhook-urls.ts';

const api = useApi();

/** A webhook that is an hour old, and a change of it. */
async function oldWebhook(fields: object = {}) {
  const { world, team, webhook } = await worldWithWebhook(api(), fields);
  await api().db.pool.query(
    `update webhooks set created_at = created_at - interval '1 hour', updated_at = updated_at - interval '1 hour'
     where id = $1`,
    [webhook.id],
  );
  const update = (body: unknown) =>
    api().request('PATCH', `/api/webhooks/${webhook.id}`, { token: team.apiKey, body });
  const read = () => getWebhook(api(), team, webhook.id);
  return { world, team, update, read, before: await read() };
}

describe('PATCH /api/webhooks/:webhookId', () => {
  it.each<[string, WebhookPatch]>([
    ['url', { url: 'http://127.0.0.1:10/other' }],
    ['description', { description: 'Text' }],
    ['description to an empty text', { description: '' }],
    ['eventTypes', { eventTypes: ['task.created', 'webhook.deleted'] }],
    ['eventTypes to all', { eventTypes: ['*'] }],
    ['several fields', { url: 'http://127.0.0.1:10/', description: 'Text', eventTypes: ['agent.created'] }],
  ])('200: %s and writes one event with the changes', async (_, patch) => {
    const { world, update, read, before } = await oldWebhook();
    const { reply, events } = await record(api(), () => update(patch));
    const webhook = expectBody(reply, 200, Webhook);
    expect(webhook).toEqual({ ...before, ...patch, updatedAt: webhook.updatedAt });
    expect(webhook.updatedAt > before.updatedAt).toBe(true);
    expect(await read()).toEqual(webhook);
    const changes = Object.fromEntries(
      Object.entries(patch).map(([field, after]) => [
        field,
        { before: before[field as keyof Webhook], after },
      ]),
    );
    const snapshot = webhookSnapshot(webhook);
    expect(events).toEqual([
      eventRow({ reply, world, actor: byKey(world), type: 'webhook.updated', snapshot, changes }),
    ]);
  });

  it('200: shows who disabled it and when, not after enabling, each with one event', async () => {
    const { world, update, read, before } = await oldWebhook();
    const start = Date.now();
    for (const enabled of [false, true]) {
      const { reply, events } = await record(api(), () => update({ enabled }));
      const webhook = expectBody(reply, 200, Webhook);
      const disabledReason = enabled ? null : 'switched_off';
      const { disabledAt, updatedAt } = webhook;
      expect(webhook).toEqual({ ...before, enabled, disabledReason, disabledAt, updatedAt });
      if (enabled) expect(disabledAt).toBeNull();
      else expect(Date.parse(disabledAt ?? '')).toBeGreaterThanOrEqual(start);
      expect(Date.parse(updatedAt)).toBeGreaterThanOrEqual(start);
      expect(await read()).toEqual(webhook);
      expect(events).toHaveLength(1);
      const [event] = events;
      expect(event).toMatchObject({
        ...byKey(world),
        type: 'webhook.updated',
        subjectId: webhook.id,
        requestId: reply.headers.get('x-request-id'),
        snapshot: webhookSnapshot(webhook),
        changes: { enabled: { before: !enabled, after: enabled } },
      });
    }
  });

  it('200: the snapshot of the event shows the webhook as its own resource does, disabledAt included', async () => {
    const { update } = await oldWebhook();
    const { reply, events } = await record(api(), () => update({ enabled: false }));
    const { disabledAt } = expectBody(reply, 200, Webhook);
    expect(events[0]?.snapshot).toMatchObject({ disabledAt });
  });

  it('200: a description can be reset to null', async () => {
    const { update, before } = await oldWebhook();
    expect(expectBody(await update({ description: 'Text' }), 200, Webhook).description).toBe('Text');
    const webhook = expectBody(await update({ description: null }), 200, Webhook);
    expect(webhook).toEqual({ ...before, updatedAt: webhook.updatedAt });
  });

  it.each([true, false])(
    '200: a change without a difference keeps updatedAt and writes no event (enabled: %s)',
    async (enabled) => {
      const { update, before } = await oldWebhook({ enabled, description: 'Text' });
      const { url, description, eventTypes } = before;
      const stored = await api().stored();
      const all = { url, description, eventTypes, enabled };
      for (const patch of [{ url }, { description }, { eventTypes }, { enabled }, all]) {
        expect(expectBody(await update(patch), 200, Webhook)).toEqual(before);
      }
      expect(await api().stored()).toEqual(stored);
    },
  );

  it('200: the event names the fields that changed only, not all that were sent', async () => {
    const { update, before } = await oldWebhook({ description: 'Text' });
    const patch = { url: before.url, description: 'Other', eventTypes: before.eventTypes, enabled: true };
    const { events } = await record(api(), () => update(patch));
    expect(events.map(({ changes }) => changes)).toEqual([
      { description: { before: 'Text', after: 'Other' } },
    ]);
  });

  it('200: no response and no event shows the secret', async () => {
    const { update } = await oldWebhook();
    const { reply, events } = await record(api(), () => update({ description: 'Text' }));
    expect(reply.text + JSON.stringify(events)).not.toMatch(/whsec_|secret"/);
  });

  it('200: 20 concurrent changes write 20 events, each beginning with the result of the previous one', async () => {
    const { update, read, before } = await oldWebhook();
    const count = Array.from({ length: 20 }, (_, index) => index);
    await Promise.all(count.map((index) => update({ description: `Text ${index}` })));
    const events = (await api().events(before.id)).filter(({ type }) => type === 'webhook.updated');
    const sides = (side: 'before' | 'after') => events.map(({ changes }) => changes?.description?.[side]);
    const texts = count.map((index) => `Text ${index}`);
    expect(sides('after').sort()).toEqual(texts.toSorted());
    const { description } = await read();
    expect(new Set([...sides('before'), description])).toEqual(new Set([before.description, ...texts]));
  });

  it('400: an empty object, and no body', async () => {
    const { update } = await oldWebhook();
    await expectRejected(api(), 400, 'VALIDATION_ERROR', () => update({}));
    await expectRejected(api(), 400, 'VALIDATION_ERROR', () => update(undefined));
  });

  // The tests of creation cover every URL: both operations use the same schema and checks.
  it('200: keeps a valid URL as sent; 400: rejects invalid, private and too long ones', async () => {
    const { update } = await oldWebhook();
    const [, url] = acceptedUrls[1] ?? [];
    expect(expectBody(await update({ url }), 200, Webhook).url).toBe(url);
    for (const invalid of [
      '/hook',
      'http://name@127.0.0.1/',
      'http://10.0.0.1/',
      `http://127.0.0.1/${'x'.repeat(2_032)}`,
    ])
      await expectInvalid(api(), ['url'], () => update({ url: invalid }));
  });

  it('400: each invalid field', async () => {
    const { update } = await oldWebhook();
    const rows = [
      ['url', null],
      ['url', ''],
      ['url', ' '],
      ['url', 1],
      ['description', 'x'.repeat(1_001)],
      ['description', '\0'],
      ['description', 1],
      ['eventTypes', null],
      ['eventTypes', []],
      ['eventTypes', '*'],
      ['eventTypes', ['*', 'task.completed']],
      ['eventTypes', ['task.completed', 'task.completed']],
      ['enabled', null],
      ['enabled', 'false'],
      ['enabled', 0],
    ] as const;
    await checkEachInvalid(api(), rows, (field, value) => update({ [field]: value }));
  });

  it('400: names read-only fields, also with the values they have', async () => {
    const { update, before } = await oldWebhook();
    const { url: _, description: __, eventTypes: ___, enabled: ____, teamId, ...readOnly } = before;
    await expectInvalid(api(), Object.keys(readOnly), () => update({ description: 'After', ...readOnly }));
    await expectInvalid(api(), ['teamId'], () => update({ description: 'After', teamId }));
    const secret = 'whsec_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=';
    await expectInvalid(api(), ['secret'], () => update({ description: 'After', secret }));
  });

  it('400: one invalid field leaves all others unchanged', async () => {
    const { team, update, read, before } = await oldWebhook();
    await expectInvalid(api(), ['url'], () => update({ description: 'After', url: 'http://10.0.0.1/' }));
    expect(await read()).toEqual(before);
    await updateWebhook(api(), team, before.id, { description: 'After' });
  });
});
