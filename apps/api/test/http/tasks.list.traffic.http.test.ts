import { Task } from '@crewboard/contracts';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { expectBody, type Reply, useApi } from '../harness.ts';
import { calls } from '../support/tasks.ts';
import { createWorld, type World } from '../support/world.ts';

const api = useApi();
const Tasks = z.array(Task);
const total = 800;

/** 800 open tasks, with their ids in random order. */
async function seed({ team }: World): Promise<string[]> {
  const { rows } = await api().db.pool.query<{ id: string }>(
    `insert into tasks (id, team_id, project_id, title, created_at, updated_at)
     select 'c' || substr(md5($1 || n), 1, 24), $1, $2, 'Task ' || n, at, at
     from generate_series(1, $3::int) n, lateral (select now() - '1 day'::interval + n / 4 * '1 s'::interval) t (at)
     returning id`,
    [team.teamId, team.projectId, total],
  );
  return rows.map((row) => row.id);
}

/** Reads all pages. During each page, other requests create, complete, move, update and claim tasks. */
async function readPagesUnderTraffic(world: World, query: string, touched: string[]): Promise<Task[]> {
  const { team, ada, bob } = world;
  const { update, move, complete, claim } = calls(api());
  const actions: ((id: string) => Promise<Reply>)[] = [
    (id) => complete(ada.token, id, { body: { result: 'Done' } }),
    (id) => move(team.apiKey, id, 'cancelled'),
    (id) => move(team.apiKey, id, 'todo'),
    (id) => update(team.apiKey, id, { title: `Changed ${crypto.randomUUID()}`, priority: 'high' }),
    (id) => claim(bob.token, id),
  ];
  let next = 0;
  const change = async (action: (id: string) => Promise<Reply>) => {
    next += 7;
    const reply = await action(touched[next % touched.length] as string);
    expect([200, 409], reply.text).toContain(reply.status);
  };
  const seen: Task[] = [];
  let cursor: string | null = '';
  while (cursor !== null) {
    const path: string = `/api/teams/${team.teamId}/tasks?${query}${cursor && `&cursor=${cursor}`}`;
    const [reply]: [Reply, ...unknown[]] = await Promise.all([
      api().request('GET', path, { token: ada.token }),
      api().createTask(team),
      ...actions.map(change),
    ]);
    seen.push(...expectBody(reply, 200, Tasks));
    cursor = reply.headers.get('x-next-cursor');
  }
  return seen;
}

/** The number of tasks of each status, to check that there was traffic. */
async function countByStatus({ team }: World): Promise<Record<string, number>> {
  const { rows } = await api().db.pool.query<{ status: string; count: number }>(
    'select status::text, count(*)::int from tasks where team_id = $1 group by status',
    [team.teamId],
  );
  return Object.fromEntries(rows.map(({ status, count }) => [status, count]));
}

function expectOnceEach(seen: Task[], ids: string[]): void {
  const wanted = new Set(ids);
  const found = seen.map((task) => task.id).filter((id) => wanted.has(id));
  expect(found.sort()).toEqual(ids.toSorted());
  expect(new Set(seen.map((task) => task.id)).size).toBe(seen.length);
}

describe('GET /api/teams/:teamId/tasks during concurrent changes', () => {
  it('200: returns each of 800 tasks that existed throughout exactly once', async () => {
    const world = await createWorld(api());
    const ids = await seed(world);
    const seen = await readPagesUnderTraffic(world, 'limit=37', ids);
    expectOnceEach(seen, ids);
    const count = await countByStatus(world);
    for (const status of ['in_progress', 'done', 'cancelled']) expect(count[status]).toBeGreaterThan(8);
  });

  it('200: with a status, returns each task that has it throughout exactly once, and none twice', async () => {
    const world = await createWorld(api());
    const ids = await seed(world);
    const [touched, stable] = [ids.filter((_, i) => i % 2 === 0), ids.filter((_, i) => i % 2 === 1)];
    const seen = await readPagesUnderTraffic(world, 'status=todo&limit=25', touched);
    const untouched = new Set(stable);
    expectOnceEach(
      seen.filter((task) => untouched.has(task.id)),
      stable,
    );
    expect(new Set(seen.map((task) => task.id)).size).toBe(seen.length);
    expect(seen.every((task) => task.status === 'todo')).toBe(true);
    const count = await countByStatus(world);
    for (const status of ['in_progress', 'done', 'cancelled']) expect(count[status]).toBeGreaterThan(8);
  });
});
