import { WebhookDelivery } from '@crewboard/contracts';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { expectBody, expectProblem, type Reply, type TestTeam, useApi } from '../harness.ts';
import { checkEachInvalid, checkEachRejected } from '../support/check-each.ts';
import { expectRejected } from '../support/log.ts';
import {
  closedPortUrl,
  createWebhook,
  eventually,
  sendTest,
  setStatus,
  useWorkers,
  worldWithWebhook,
} from '../support/webhooks.ts';
import { createWorld, unknownId } from '../support/world.ts';

const api = useApi();
const startWorker = useWorkers(api);
const Deliveries = z.array(WebhookDelivery);

const list = (team: TestTeam, id: string, query = '') =>
  api().request('GET', `/api/webhooks/${id}/deliveries${query}`, { token: team.apiKey });
const idsOf = (reply: Reply) => expectBody(reply, 200, Deliveries).map(({ id }) => id);

/** Pending test deliveries of a webhook without a worker, the newest first. */
async function testsOf(team: TestTeam, webhookId: string, count: number): Promise<string[]> {
  const ids: string[] = [];
  for (let index = 0; index < count; index += 1) ids.unshift((await sendTest(api(), team, webhookId)).id);
  return ids;
}

/** Follows the links from the first page to the last one. */
async function pagesFrom(team: TestTeam, path: string): Promise<string[][]> {
  const pages: string[][] = [];
  let next: string | undefined = path;
  while (next) {
    const reply: Reply = await api().request('GET', next, { token: team.apiKey });
    const ids = idsOf(reply);
    pages.push(ids);
    const link = /^<([^>]+)>; rel="next"$/.exec(reply.headers.get('link') ?? '')?.[1];
    expect(reply.headers.get('x-next-cursor')).toBe(link ? (ids.at(-1) ?? '') : null);
    next = link;
  }
  return pages;
}

describe('GET /api/webhooks/:webhookId/deliveries', () => {
  it('200: a bare array, the newest first, of this webhook alone', async () => {
    const { team, webhook } = await worldWithWebhook(api());
    expect(idsOf(await list(team, webhook.id))).toEqual([]);
    const other = await createWebhook(api(), team, closedPortUrl);
    const [ids, others] = [await testsOf(team, webhook.id, 4), await testsOf(team, other.id, 2)];
    expect(idsOf(await list(team, webhook.id))).toEqual(ids);
    expect(idsOf(await list(team, other.id))).toEqual(others);
  });

  it('200: returns 50 without a limit, and at most 100', async () => {
    const { team, webhook } = await worldWithWebhook(api());
    const ids = await testsOf(team, webhook.id, 101);
    const reply = await list(team, webhook.id);
    expect(idsOf(reply)).toEqual(ids.slice(0, 50));
    expect(reply.headers.get('x-next-cursor')).toBe(ids[49]);
    expect(idsOf(await list(team, webhook.id, '?limit=100'))).toEqual(ids.slice(0, 100));
    const last = await list(team, webhook.id, `?limit=100&cursor=${ids[49]}`);
    expect(idsOf(last)).toEqual(ids.slice(50));
    expect([last.headers.get('x-next-cursor'), last.headers.get('link')]).toEqual([null, null]);
  });

  it('200: pages of any size show each delivery once, of all statuses, also among equal times', async () => {
    const { team, webhook } = await worldWithWebhook(api());
    const ids = await testsOf(team, webhook.id, 12);
    await setStatus(api(), ids.slice(0, 4), 'succeeded');
    await setStatus(api(), ids.slice(6, 9), 'failed');
    await api().db.pool.query(
      `update webhook_deliveries set created_at = date_trunc('minute', created_at) where webhook_id = $1`,
      [webhook.id],
    );
    const all = idsOf(await list(team, webhook.id));
    expect(all.toSorted()).toEqual(ids.toSorted());
    for (const limit of [1, 2, 3, 7, 12]) {
      const pages = await pagesFrom(team, `/api/webhooks/${webhook.id}/deliveries?limit=${limit}`);
      expect(pages.flat(), `${limit}`).toEqual(all);
      for (const page of pages.slice(0, -1)) expect(page).toHaveLength(limit);
    }
  });

  it('200: filtered by status, by type and by both, the links keep the filter', async () => {
    const { team, webhook } = await worldWithWebhook(api());
    const ids = await testsOf(team, webhook.id, 9);
    const at = (...places: number[]) => places.map((place) => ids[place] ?? '');
    await setStatus(api(), at(0, 3, 6), 'succeeded');
    await setStatus(api(), at(1, 4, 7), 'failed');
    await api().db.pool.query(
      `update webhook_deliveries set event_type = 'task.completed' where id = any($1)`,
      [at(0, 1, 2, 6)],
    );
    const expected: [string, string[]][] = [
      ['status=succeeded', at(0, 3, 6)],
      ['status=failed', at(1, 4, 7)],
      ['status=pending', at(2, 5, 8)],
      ['type=task.completed', at(0, 1, 2, 6)],
      ['type=webhook.tested', at(3, 4, 5, 7, 8)],
      ['type=task.created', []],
      ['type=task.completed&status=succeeded', at(0, 6)],
      ['status=pending&type=webhook.tested', at(5, 8)],
      ['status=failed&type=task.created', []],
    ];
    for (const [query, ids] of expected) {
      expect(idsOf(await list(team, webhook.id, `?${query}`)), query).toEqual(ids);
      const path = `/api/webhooks/${webhook.id}/deliveries?limit=2&${query}`;
      const pages = await pagesFrom(team, path);
      expect(pages.flat(), query).toEqual(ids);
    }
  });

  it('200: accepts a cursor under any filter, also when its status has changed since', async () => {
    const { team, webhook } = await worldWithWebhook(api());
    const ids = await testsOf(team, webhook.id, 4);
    const [first] = idsOf(await list(team, webhook.id, '?limit=1&status=pending'));
    expect(first).toBe(ids[0]);
    await setStatus(api(), [ids[0] ?? ''], 'succeeded');
    const rest = await list(team, webhook.id, `?status=pending&cursor=${first}`);
    expect(idsOf(rest)).toEqual(ids.slice(1));
    expect(idsOf(await list(team, webhook.id, `?type=task.created&cursor=${first}`))).toEqual([]);
  });

  it('200: new deliveries and status changes hide no delivery that existed throughout', async () => {
    const { team, webhook } = await worldWithWebhook(api());
    const ids = await testsOf(team, webhook.id, 6);
    const seen = idsOf(await list(team, webhook.id, '?limit=2'));
    await testsOf(team, webhook.id, 2);
    await setStatus(api(), ids.slice(1, 5), 'failed');
    seen.push(...idsOf(await list(team, webhook.id, `?cursor=${seen.at(-1)}`)));
    expect(seen).toEqual(ids);
  });

  it('200: the page after the last delivery is empty', async () => {
    const { team, webhook } = await worldWithWebhook(api());
    const ids = await testsOf(team, webhook.id, 2);
    const reply = await list(team, webhook.id, `?cursor=${ids[1]}`);
    expect(idsOf(reply)).toEqual([]);
    expect(reply.headers.get('x-next-cursor')).toBeNull();
  });

  it('200: a disabled webhook still shows them', async () => {
    const { team, webhook } = await worldWithWebhook(api());
    const ids = await testsOf(team, webhook.id, 1);
    await api().request('PATCH', `/api/webhooks/${webhook.id}`, {
      token: team.apiKey,
      body: { enabled: false },
    });
    expect(idsOf(await list(team, webhook.id))).toEqual(ids);
  });

  it('200: deliveries older than 30 days are absent after the sweep of the worker', async () => {
    const { team, webhook } = await worldWithWebhook(api());
    const ids = await testsOf(team, webhook.id, 3);
    await setStatus(api(), ids, 'succeeded');
    await api().db.pool.query(
      `update webhook_deliveries set created_at = created_at - interval '31 days' where id = $1`,
      [ids[2]],
    );
    startWorker();
    const read = async () => idsOf(await list(team, webhook.id));
    const left = await eventually(read, ({ length }) => length < 3);
    expect(left).toEqual(ids.slice(0, 2));
  });

  it('400: a cursor that is no delivery of the webhook, such as one of another webhook or team', async () => {
    const { team, webhook } = await worldWithWebhook(api());
    await testsOf(team, webhook.id, 2);
    const other = await createWebhook(api(), team, closedPortUrl);
    const theirs = await worldWithWebhook(api());
    const cursors = {
      'an unknown id': unknownId,
      'an empty text': '',
      'a blank': ' ',
      SQL: "' or true --",
      '5,000 characters': 'x'.repeat(5_000),
      'the webhook': webhook.id,
      'a delivery of another webhook': (await sendTest(api(), team, other.id)).id,
      'a delivery of another team': (await sendTest(api(), theirs.team, theirs.webhook.id)).id,
    };
    await checkEachRejected(api(), cursors, async (cursor) => {
      const reply = await list(team, webhook.id, `?cursor=${encodeURIComponent(cursor)}`);
      expectProblem(reply, 400, 'INVALID_CURSOR');
    });
  });

  it('404: checks the webhook before the cursor', async () => {
    const { team } = await createWorld(api());
    await expectRejected(api(), 404, 'NOT_FOUND', () => list(team, unknownId, `?cursor=${unknownId}`));
  });

  it('400: each invalid parameter', async () => {
    const { team, webhook } = await worldWithWebhook(api());
    const rows = [
      ['limit', 'limit=0'],
      ['limit', 'limit=-1'],
      ['limit', 'limit=101'],
      ['limit', 'limit=1.0'],
      ['limit', 'limit=1e1'],
      ['limit', 'limit='],
      ['limit', 'limit=5&limit=5'],
      ['status', 'status=PENDING'],
      ['status', 'status='],
      ['status', 'status=done'],
      ['status', 'status=pending&status=failed'],
      ['type', 'type=task.done'],
      ['type', 'type=*'],
      ['type', 'type='],
      ['cursor', 'cursor=a&cursor=b'],
      ['cursor', 'cursor=%00'],
      ['webhookId', 'webhookId=x'],
      ['eventType', 'eventType=task.created'],
      ['since', 'since=2026-11-21T00:00:00Z'],
    ] as const;
    await checkEachInvalid(api(), rows, (_, query) => list(team, webhook.id, `?${query}`));
    const { errors } = expectProblem(await list(team, webhook.id, '?limit=0'), 400, 'VALIDATION_ERROR');
    expect(errors?.[0]?.message).toMatch(/\b1\b.*\b100\b/);
  });
});
