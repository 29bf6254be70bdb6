import { Task } from '@crewboard/contracts';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { expectBody, expectProblem, type Reply, useApi } from '../harness.ts';
import { checkEachRejected } from '../support/check-each.ts';
import { calls } from '../support/tasks.ts';
import { createProject, createWorld, unknownId, type World } from '../support/world.ts';

const api = useApi();
const Tasks = z.array(Task);

const list = (world: World, query = '', token = world.team.apiKey) =>
  api().request('GET', `/api/teams/${world.team.teamId}/tasks${query}`, { token });

const idsOf = (reply: Reply) => expectBody(reply, 200, Tasks).map((task) => task.id);

/** Tasks in the project, three at a time with the same createdAt, and their ids, newest first. */
async function seed({ team }: World, count: number): Promise<string[]> {
  const { rows } = await api().db.pool.query<{ id: string }>(
    `with seeded as (
       insert into tasks (id, team_id, project_id, title, created_at, updated_at)
       select 'c' || substr(md5($1 || n), 1, 24), $1, $2, 'Task ' || n, at, at
       from generate_series(1, $3::int) n, lateral (select now() - '1 day'::interval + n / 3 * '1 s'::interval) t (at)
       returning id, created_at
     )
     select id from seeded order by created_at desc, id collate "C" desc`,
    [team.teamId, team.projectId, count],
  );
  return rows.map((row) => row.id);
}

/** The target of the link to the next page. */
function nextLink(reply: Reply): string | undefined {
  const link = reply.headers.get('link');
  if (link === null) return undefined;
  const target = /^<([^>]+)>; rel="next"$/.exec(link)?.[1];
  expect(target, link).toBeTruthy();
  return target;
}

/** Both headers name the last item of the page, or, on the last page, both are absent. */
function expectCursor(reply: Reply, cursor: string | null): void {
  expect(reply.headers.get('x-next-cursor')).toBe(cursor);
  const link = nextLink(reply);
  expect(link && new URL(link, api().url).searchParams.get('cursor')).toBe(cursor ?? undefined);
}

/** All ids in the order of the pages, from page to page by the cursor in the header. */
async function walk(world: World, query: string): Promise<string[]> {
  const ids: string[] = [];
  let cursor: string | null = '';
  while (cursor !== null) {
    const reply: Reply = await list(world, `?${query}${cursor && `&cursor=${cursor}`}`);
    ids.push(...idsOf(reply));
    cursor = reply.headers.get('x-next-cursor');
  }
  return ids;
}

describe('GET /api/teams/:teamId/tasks, page by page', () => {
  it('200: returns 50 without a limit; the next page begins after the last item', async () => {
    const world = await createWorld(api());
    const ids = await seed(world, 51);
    const first = await list(world);
    expect(idsOf(first)).toEqual(ids.slice(0, 50));
    expectCursor(first, ids[49] as string);
    const second = await list(world, `?cursor=${ids[49]}`);
    expect(idsOf(second)).toEqual(ids.slice(50));
    expectCursor(second, null);
  });

  it('200: limits of 1 and 100, and no next page when the last one is exactly full', async () => {
    const world = await createWorld(api());
    const ids = await seed(world, 101);
    for (const [limit, start, count, cursor] of [
      [1, 0, 1, ids[0]],
      [100, 0, 100, ids[99]],
      [100, 1, 100, null],
      [1, 100, 1, null],
    ] as const) {
      const reply = await list(world, `?limit=${limit}${start ? `&cursor=${ids[start - 1]}` : ''}`);
      expect(idsOf(reply)).toEqual(ids.slice(start, start + count));
      expectCursor(reply, cursor ?? null);
    }
  });

  it('200: exactly 50 tasks are one page', async () => {
    const world = await createWorld(api());
    const ids = await seed(world, 50);
    const reply = await list(world);
    expect(idsOf(reply)).toEqual(ids);
    expectCursor(reply, null);
  });

  it('200: the page after the last task is empty', async () => {
    const world = await createWorld(api());
    const ids = await seed(world, 3);
    const reply = await list(world, `?cursor=${ids[2]}`);
    expect(idsOf(reply)).toEqual([]);
    expectCursor(reply, null);
  });

  it('200: the link can be followed as it is: it keeps the filters and the limit', async () => {
    const world = await createWorld(api());
    const ids = await seed(world, 20);
    const { team, ada } = world;
    await createProject(api(), team);
    const query = `?status=todo&projectId=${team.projectId}&limit=7`;
    const seen: string[] = [];
    let next: string | undefined = `/api/teams/${team.teamId}/tasks${query}`;
    while (next) {
      const reply: Reply = await api().request('GET', next, { token: ada.token });
      seen.push(...idsOf(reply));
      expect(seen.length % 7 === 0 || nextLink(reply) === undefined).toBe(true);
      next = nextLink(reply);
    }
    expect(seen).toEqual(ids);
  });

  it('200: pages of any size show each task once, also among equal times', async () => {
    const world = await createWorld(api());
    const ids = await seed(world, 20);
    for (const limit of [1, 2, 3, 7, 19, 20]) {
      for (const filter of ['', '&status=todo', `&projectId=${world.team.projectId}`])
        expect(await walk(world, `limit=${limit}${filter}`), `${limit}${filter}`).toEqual(ids);
      expect(await walk(world, `limit=${limit}&agentId=${world.ada.id}`), `${limit}`).toEqual([]);
    }
  });

  it('200: accepts any task of the team as cursor, whether it matches the filter or not', async () => {
    const world = await createWorld(api());
    const { team, ada } = world;
    const other = await createProject(api(), team);
    const ids = await seed(world, 12);
    const even = ids.filter((_, index) => index % 2 === 0);
    for (const id of even) {
      await calls(api()).update(team.apiKey, id, { assignedAgentId: ada.id });
      await calls(api()).move(team.apiKey, id, 'done');
    }
    for (const [index, cursor] of ids.entries()) {
      const after = ids.slice(index + 1);
      const [evenAfter, oddAfter] = [
        even.filter((id) => after.includes(id)),
        after.filter((id) => !even.includes(id)),
      ];
      for (const [filter, expected] of [
        ['status=done', evenAfter],
        ['status=todo', oddAfter],
        ['status=cancelled', []],
        [`agentId=${ada.id}`, evenAfter],
        [`projectId=${other}`, []],
        [`projectId=${team.projectId}&status=todo`, oddAfter],
      ] as const) {
        expect(idsOf(await list(world, `?${filter}&cursor=${cursor}`)), filter).toEqual(expected);
      }
    }
  });

  it('200: the cursor of a page still works when its task has left the filter', async () => {
    const world = await createWorld(api());
    const ids = await seed(world, 9);
    const first = await list(world, '?status=todo&limit=4');
    const cursor = first.headers.get('x-next-cursor');
    await calls(api()).move(world.team.apiKey, cursor as string, 'cancelled');
    const second = await list(world, `?status=todo&limit=4&cursor=${cursor}`);
    expect([...idsOf(first), ...idsOf(second)]).toEqual(ids.slice(0, 8));
  });

  it('400: a cursor that is no task of the team, under any filter', async () => {
    const [world, theirs] = [await createWorld(api()), await createWorld(api())];
    await seed(world, 3);
    const [foreign = ''] = await seed(theirs, 1);
    const cursors = {
      'an unknown id': unknownId,
      'the id of the team': world.team.teamId,
      'the id of its project': world.team.projectId,
      'the id of an agent': world.ada.id,
      'an empty text': '',
      'a blank': ' ',
      'a number': '0',
      SQL: "' or true --",
      '5,000 characters': 'x'.repeat(5000),
      'a task of another team': foreign,
    };
    const filters = ['', '&status=done', '&status=todo', `&agentId=${unknownId}`, '&limit=1'];
    await checkEachRejected(api(), cursors, async (cursor) => {
      for (const filter of [...filters, `&projectId=${theirs.team.projectId}`]) {
        const reply = await list(world, `?cursor=${encodeURIComponent(cursor)}${filter}`);
        expectProblem(reply, 400, 'INVALID_CURSOR');
      }
    });
  });
});
