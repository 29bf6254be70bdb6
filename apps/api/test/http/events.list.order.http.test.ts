import { Event } from '@crewboard/contracts';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { expectBody, expectProblem, type Reply, useApi } from '../harness.ts';
import { OpenWriter } from '../log/support/open-writer.ts';
import { allEvents, page } from '../log/support/page-poller.ts';
import { settle } from '../log/support/settle.ts';
import { post, toolCall } from '../mcp/support/messages.ts';
import { expectInvalid } from '../support/log.ts';
import { calls, done, situations, taskIn } from '../support/tasks.ts';
import { createWorld, type World } from '../support/world.ts';

const api = useApi();

const idsOf = (reply: Reply) => expectBody(reply, 200, z.array(Event)).map(({ id }) => id);
const ids = (events: Event[]) => events.map(({ id }) => id);

async function busyWorld(): Promise<World & { taskId: string }> {
  const world = await createWorld(api());
  let taskId = '';
  for (const situation of situations) taskId = await taskIn(api(), world, situation);
  for (const status of ['done', 'todo', 'done', 'todo'] as const)
    await done(calls(api()).move(world.team.apiKey, taskId, status));
  return { ...world, taskId };
}

describe('GET /api/teams/:teamId/events?order=desc', () => {
  it('200: the newest first, page by page, under each filter and for each caller', async () => {
    const { team, ada, taskId } = await busyWorld();
    for (const token of [team.apiKey, ada.token]) {
      const moved = { type: 'task.moved' };
      const filters: Record<string, string>[] = [{}, moved, { taskId }, { taskId, ...moved }];
      for (const filter of filters) {
        const ascending = await allEvents(api(), team.teamId, token, filter);
        expect(ascending.length).toBeGreaterThan(3);
        for (const limit of ['1', '3', '100']) {
          const descending = await allEvents(api(), team.teamId, token, { ...filter, order: 'desc', limit });
          expect(descending).toEqual(ascending.toReversed());
        }
        expect(await allEvents(api(), team.teamId, token, { ...filter, order: 'asc' })).toEqual(ascending);
      }
    }
  });

  it('200: over MCP as well', async () => {
    const { team, ada } = await busyWorld();
    const [last, beforeLast] = ids(await allEvents(api(), team.teamId, ada.token)).toReversed();
    const body = toolCall('list_events', { order: 'desc', limit: 2 });
    const { text } = await post(api(), { token: ada.token, body });
    const placeOf = (id: string | undefined) => text.indexOf(String(id));
    expect(placeOf(last)).toBeGreaterThan(0);
    expect(placeOf(beforeLast)).toBeGreaterThan(placeOf(last));
  });

  it('200: of one task as well', async () => {
    const { team, taskId } = await busyWorld();
    const list = async (query: string) =>
      idsOf(await api().request('GET', `/api/tasks/${taskId}/events${query}`, { token: team.apiKey }));
    await settle(api());
    const ascending = await list('');
    expect(await list('?order=asc')).toEqual(ascending);
    expect(await list('?order=desc')).toEqual(ascending.toReversed());
    expect(await list(`?order=desc&cursor=${ascending[2]}`)).toEqual([ascending[1], ascending[0]]);
  });

  it('200: each event exactly once, while new ones come', async () => {
    const { team, taskId } = await busyWorld();
    const before = ids(await allEvents(api(), team.teamId, team.apiKey));
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const more: Record<string, string> = cursor === null ? {} : { cursor };
      const reply = await page(api(), team.teamId, team.apiKey, { order: 'desc', limit: '3', ...more });
      seen.push(...idsOf(reply));
      cursor = reply.headers.get('x-next-cursor');
      await done(calls(api()).move(team.apiKey, taskId, seen.length % 2 ? 'done' : 'cancelled'));
      await settle(api());
    } while (cursor !== null);
    expect(seen).toEqual(before.toReversed());
  });

  it('200: no next page after the first event, also when the page is full, and none before it', async () => {
    const { team } = await createWorld(api());
    const all = ids(await allEvents(api(), team.teamId, team.apiKey));
    for (const [more, expected] of [
      [{ limit: String(all.length) }, all.toReversed()],
      [{ cursor: all[0] ?? '' }, []],
    ] as const) {
      const reply = await page(api(), team.teamId, team.apiKey, { order: 'desc', ...more });
      expect(idsOf(reply)).toEqual(expected);
      expect(reply.headers.has('x-next-cursor')).toBe(false);
      expect(reply.headers.has('link')).toBe(false);
    }
  });

  it('200: an event that commits late is listed before those that were committed meanwhile', async () => {
    const { team, taskId } = await busyWorld();
    const before = ids(await allEvents(api(), team.teamId, team.apiKey)).toReversed();
    const writer = await OpenWriter.begin(api().db.pool);
    const late = await writer.write({ teamId: team.teamId, subjectId: taskId });
    await done(calls(api()).move(team.apiKey, taskId, 'done'));
    const newest = async () => idsOf(await page(api(), team.teamId, team.apiKey, { order: 'desc' }));
    // The move has committed, but the list ends below the oldest open transaction.
    expect(await newest()).toEqual(before.slice(0, 50));
    await writer.commit();
    await settle(api());
    expect((await newest()).slice(1, 3)).toEqual([late, before[0]]);
  });

  it('400: a cursor that is no position, and an order that is none', async () => {
    const world = await createWorld(api());
    const { teamId, apiKey } = world.team;
    for (const cursor of ['', 'x', '18446744073709551615-1']) {
      const reply = await page(api(), teamId, apiKey, { order: 'desc', cursor });
      expectProblem(reply, 400, 'INVALID_CURSOR');
    }
    for (const order of ['', 'DESC', 'newest', 'asc,desc'])
      await expectInvalid(api(), ['order'], () => page(api(), teamId, apiKey, { order }));
  });

  it('400: a stream, which says why', async () => {
    const { team } = await createWorld(api());
    const path = `/api/teams/${team.teamId}/events`;
    const headers = { Accept: 'text/event-stream' };
    const reply = await api().request('GET', `${path}?order=desc`, { token: team.apiKey, headers });
    const problem = expectProblem(reply, 400, 'VALIDATION_ERROR');
    expect(problem.errors).toEqual([{ path: 'order', message: expect.stringContaining('stream') }]);
    const controller = new AbortController();
    const stream = await fetch(`${api().url}${path}?order=asc`, {
      headers: { ...headers, Authorization: `Bearer ${team.apiKey}` },
      signal: controller.signal,
    });
    expect(stream.status).toBe(200);
    controller.abort();
  });
});
