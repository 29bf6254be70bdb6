import { deliveryRetentionDays, WebhookRecovery } from '@crewboard/contracts';
import { describe, expect, it } from 'vitest';
import { expectBody, expectProblem, type TestTeam, useApi } from '../harness.ts';
import { checkEachRejected } from '../support/check-each.ts';
import { byKey, expectFields, expectInvalid, expectRejected, record } from '../support/log.ts';
import { getWebhook, updateWebhook, webhookSnapshot, worldWithWebhook } from '../support/webhooks.ts';

const api = useApi();

const recover = (team: TestTeam, id: string, body: unknown) =>
  api().request('POST', `/api/webhooks/${id}/recover`, { token: team.apiKey, body });
/** The time this many milliseconds ago. */
const ago = (milliseconds: number) => new Date(Date.now() - milliseconds).toISOString();
const day = 86_400_000;

describe('POST /api/webhooks/:webhookId/recover', () => {
  it('202: returns the recovery and writes one event', async () => {
    const { world, team, webhook } = await worldWithWebhook(api());
    const since = ago(3_600_000);
    const { reply, events } = await record(api(), () => recover(team, webhook.id, { since }));
    expect(expectBody(reply, 202, WebhookRecovery)).toEqual({ webhookId: webhook.id, since });
    expect(events).toHaveLength(1);
    expect(events[0]).toMatchObject({
      ...byKey(world),
      type: 'webhook.recovered',
      subjectType: 'webhook',
      subjectId: webhook.id,
      requestId: reply.headers.get('x-request-id'),
      snapshot: webhookSnapshot(webhook),
    });
    expect(await getWebhook(api(), team, webhook.id)).toEqual(webhook);
  });

  it('202: accepts times from the retention limit of the deliveries until now', async () => {
    const { team, webhook } = await worldWithWebhook(api());
    for (const since of [ago(0), ago(deliveryRetentionDays * day - 60_000)]) {
      const recovery = expectBody(await recover(team, webhook.id, { since }), 202, WebhookRecovery);
      expect(recovery.since).toBe(since);
    }
  });

  it('202: returns times with milliseconds, for any precision of the input', async () => {
    const { team, webhook } = await worldWithWebhook(api());
    const second = ago(60_000).slice(0, 19);
    for (const [given, expected] of [
      [`${second}.5Z`, `${second}.500Z`],
      [`${second}.123Z`, `${second}.123Z`],
      [`${second}Z`, `${second}.000Z`],
    ]) {
      const recovery = expectBody(await recover(team, webhook.id, { since: given }), 202, WebhookRecovery);
      expect(recovery.since).toBe(expected);
    }
    expectBody(await recover(team, webhook.id, { since: `${second}.123456Z` }), 202, WebhookRecovery);
  });

  it('202: returns the earlier time while a recovery from that time is running', async () => {
    const { team, webhook } = await worldWithWebhook(api());
    const [earliest, early, late] = [ago(3 * day), ago(2 * day), ago(day)];
    for (const [since, expected] of [
      [early, early],
      [late, early],
      [earliest, earliest],
    ]) {
      const recovery = expectBody(await recover(team, webhook.id, { since }), 202, WebhookRecovery);
      expect(recovery.since).toBe(expected);
    }
  });

  it('400: since is absent, no time, in the future, or before the log of deliveries', async () => {
    const { team, webhook } = await worldWithWebhook(api());
    const rows = [
      ['absent', undefined],
      ['null', null],
      ['empty', ''],
      ['a number', Date.now()],
      ['a word', 'yesterday'],
      ['a date', ago(day).slice(0, 10)],
      ['without a zone', ago(day).slice(0, 19)],
      ['of another zone', `${ago(day).slice(0, 19)}+02:00`],
      ['of no calendar', '2026-02-30T00:00:00.000Z'],
      ['no hour of the day', '2026-11-20T25:00:00.000Z'],
      ['tomorrow', ago(-day)],
      ['in the year 9999', '9999-12-31T23:59:59.999Z'],
      ['before the log of deliveries', ago(deliveryRetentionDays * day + 60_000)],
      ['in the year 1', '0001-01-01T00:00:00.000Z'],
      ['in the year 0', '0000-01-01T00:00:00.000Z'],
      ['a NUL', `${ago(day)}\0`],
      ['a list', [ago(day)]],
    ] as const;
    await checkEachRejected(api(), Object.fromEntries(rows), async (since) => {
      const reply = await recover(team, webhook.id, { since });
      expectFields(expectProblem(reply, 400, 'VALIDATION_ERROR'), ['since']);
    });
  });

  it('400: an absent body, and the unknown field until', async () => {
    const { team, webhook } = await worldWithWebhook(api());
    await expectInvalid(api(), ['since'], () => recover(team, webhook.id, undefined));
    const body = { since: ago(day), until: ago(0) };
    await expectInvalid(api(), ['until'], () => recover(team, webhook.id, body));
  });

  it('409: rejects a disabled webhook until it is enabled', async () => {
    const { team, webhook } = await worldWithWebhook(api(), { enabled: false });
    const body = { since: ago(60_000) };
    await expectRejected(api(), 409, 'WEBHOOK_DISABLED', () => recover(team, webhook.id, body));
    await updateWebhook(api(), team, webhook.id, { enabled: true });
    expectBody(await recover(team, webhook.id, body), 202, WebhookRecovery);
  });

  it('400 before 409, and 404 before 409', async () => {
    const { team, webhook } = await worldWithWebhook(api(), { enabled: false });
    const theirs = await worldWithWebhook(api(), { enabled: false });
    await expectInvalid(api(), ['since'], () => recover(team, webhook.id, { since: ago(-day) }));
    const body = { since: ago(60_000) };
    await expectRejected(api(), 404, 'NOT_FOUND', () => recover(team, theirs.webhook.id, body));
  });
});
