import { type Task, TaskInContext } from '@crewboard/contracts';
import { expect, it, vi } from 'vitest';
import { expectBody, useApi } from '../harness.ts';
import { callQuery, signedIn } from '../log/support/people.ts';
import { interceptQuery } from '../support/intercept-query.ts';
import { calls, claimNext, readTask } from '../support/tasks.ts';
import { createProject, createWorld, type World } from '../support/world.ts';

const api = useApi();
const post = (world: World, path: string, extra = {}) =>
  api().request('POST', path, { token: world.team.apiKey, ...extra });
const project = (world: World, id: string, verb: string, extra = {}) =>
  post(world, `/api/projects/${id}/${verb}`, extra);
const waitUntil = (check: () => Promise<void>) => vi.waitFor(check, { timeout: 60_000, interval: 50 });

it('takes a claim back whose agent is not told of it because the instructions cannot be read', async () => {
  const world = await createWorld(api());
  const taskId = await api().createTask(world.team);
  interceptQuery(api().db, /select instructions from projects/, async () => {
    throw Object.assign(new Error('too many connections'), { code: '53300' });
  });
  const reply = await claimNext(api(), world.ada.token, world.team, { include: 'instructions' });
  expect(reply.status).toBe(503);
  expect(await readTask(api(), world, taskId)).toMatchObject({ status: 'todo', attempt: 1 });
});

it('replays archives and restorations of projects and tasks under their keys', async () => {
  const world = await createWorld(api());
  const projectId = await createProject(api(), world.team);
  const taskId = await api().createTask(world.team);
  const send = (path: string, key: string) => post(world, path, { headers: { 'idempotency-key': key } });
  for (const [path, name] of [
    [`/api/projects/${projectId}`, 'p'],
    [`/api/tasks/${taskId}`, 't'],
  ] as const) {
    const first = await send(`${path}/archive`, `${name}1`);
    const kept = await send(`${path}/archive`, `${name}2`);
    expect(kept.body).toEqual(first.body);
    await send(`${path}/restore`, `${name}3`);
    const replayed = await send(`${path}/archive`, `${name}1`);
    expect(replayed.headers.get('idempotency-replayed')).toBe('true');
    expect(replayed.body).toEqual(first.body);
    expect((await send(`${path}/restore`, `${name}1`)).status).toBe(422);
    const now = await api().request('GET', path, { token: world.team.apiKey });
    expect((now.body as Task).archivedAt).toBeNull();
  }
});

it('replays a claim-next with the instructions as they are now', async () => {
  const world = await createWorld(api());
  await api().createTask(world.team);
  const send = () =>
    api().request('POST', `/api/teams/${world.team.teamId}/tasks/claim-next`, {
      token: world.ada.token,
      body: { include: 'instructions' },
      headers: { 'idempotency-key': 'g6' },
    });
  const first = await send();
  await api().request('PATCH', `/api/projects/${world.team.projectId}`, {
    token: world.team.apiKey,
    body: { instructions: 'Later' },
  });
  const again = await send();
  expect([first.status, again.status]).toEqual([200, 200]);
  expect(again.body).toEqual({ ...(first.body as object), instructions: 'Later' });
  const { rows } = await api().db.pool.query<{ response: object }>(
    `select response from idempotency_keys order by created_at desc limit 1`,
  );
  expect(rows[0]?.response).not.toHaveProperty('instructions');
});

it('eight writers beside archive and restore of a project: nothing open is left in it, counts do not drift', async () => {
  const world = await createWorld(api());
  const { team } = world;
  const projectId = await createProject(api(), team);
  const agents = await Promise.all(Array.from({ length: 8 }, () => api().createAgent(team)));
  const made: string[] = [];
  const odd = new Map<string, number>();
  const note = (verb: string, status: number, code?: string) => {
    const name = `${verb} ${status} ${code ?? ''}`;
    odd.set(name, (odd.get(name) ?? 0) + 1);
  };
  let isOver = false;
  let rounds = 0;
  const writers = agents.map(async ({ token }, index) => {
    for (let round = 0; !isOver; round += 1) {
      rounds += 1;
      const created = await post(world, `/api/teams/${team.teamId}/tasks`, {
        body: { title: 'T', projectId },
      });
      note('create', created.status, (created.body as { code?: string }).code);
      if (created.status === 201) made.push((created.body as Task).id);
      const got = await claimNext(api(), token, team);
      note('next', got.status, (got.body as { code?: string }).code);
      if (got.status === 200) {
        const { id } = got.body as Task;
        const ended =
          (index + round) % 3 === 0
            ? await calls(api()).release(token, id)
            : (index + round) % 3 === 1
              ? await calls(api()).complete(token, id)
              : await calls(api()).move(token, id, 'done');
        note('end', ended.status, (ended.body as { code?: string }).code);
      }
      const any = made[(7 * index + 13 * round) % Math.max(made.length, 1)];
      if (any) {
        const verb = ['archive', 'restore'][round % 2];
        const reply = await post(world, `/api/tasks/${any}/${verb}`);
        note(`${verb}`, reply.status, (reply.body as { code?: string }).code);
      }
    }
  });
  try {
    for (const verb of ['archive', 'restore', 'archive']) {
      const until = rounds + 24;
      await waitUntil(async () => expect(rounds).toBeGreaterThan(until));
      expect((await project(world, projectId, verb)).status).toBe(200);
    }
  } finally {
    isOver = true;
    await Promise.allSettled(writers);
  }
  await Promise.all(writers);
  expect([...odd.keys()].filter((name) => / 5\d\d /.test(name))).toEqual([]);
  await waitUntil(async () => {
    const { rows } = await api().db.pool.query(
      `select status, count(*)::int from tasks where project_id = $1 and archived_at is null group by 1`,
      [projectId],
    );
    expect(rows).toEqual([]);
  });
  const counts = async () => {
    const { body } = await api().request('GET', `/api/projects/${projectId}`, { token: team.apiKey });
    return (body as { taskCount: number }).taskCount;
  };
  const before = await counts();
  await api().db.pool.query('select recount()');
  expect([before, await counts()]).toEqual([0, 0]);
  await project(world, projectId, 'restore');
  const open = async () =>
    (
      await api().db.pool.query<{ count: number }>(
        'select count(*)::int from tasks where project_id = $1 and archived_at is null',
        [projectId],
      )
    ).rows[0]?.count;
  await waitUntil(async () => expect(await counts()).toBe(await open()));
  await waitUntil(async () => {
    const { rows } = await api().db.pool.query('select from tasks where archived_with_project');
    expect(rows).toEqual([]);
  });
  const real = await open();
  await waitUntil(async () => expect(await counts()).toBe(real));
  await api().db.pool.query('select recount()');
  expect(await counts()).toBe(real);
  const { rows } = await api().db.pool.query(
    `select subject_id from (select subject_id, (snapshot->>'version')::int as version,
       lag((snapshot->>'version')::int) over (partition by subject_id order by xid, id) as before
      from events where subject_type = 'task' and team_id = $1) as e where version < before`,
    [team.teamId],
  );
  expect(rows).toEqual([]);
});

it('shows nothing of another team through filters and cursors of the archive', async () => {
  const [world, other] = [await createWorld(api()), await createWorld(api())];
  const theirs = await api().createTask(other.team, { title: 'Theirs' });
  await post(other, `/api/tasks/${theirs}/archive`);
  const mine = await api().createTask(world.team);
  await post(world, `/api/tasks/${mine}/archive`);
  const list = (query: string) =>
    api().request('GET', `/api/teams/${world.team.teamId}/tasks?archived=true${query}`, {
      token: world.team.apiKey,
    });
  expect((await list(`&projectId=${other.team.projectId}`)).body).toEqual([]);
  expect((await list(`&agentId=${other.ada.id}`)).body).toEqual([]);
  const foreign = await list(`&cursor=${theirs}`);
  const unknown = await list('&cursor=nothing');
  expect([foreign.status, unknown.status]).toEqual([400, 400]);
  expect((foreign.body as { code: string }).code).toBe('INVALID_CURSOR');
  expect((foreign.body as { detail: string }).detail).toBe((unknown.body as { detail: string }).detail);
  const person = await signedIn(api(), world.team.teamId, 'viewer');
  for (const input of [
    { teamId: world.team.teamId, search: 'Theirs' },
    { teamId: world.team.teamId, projectId: other.team.projectId },
  ])
    expect((await callQuery(api(), person, 'tasks.archived', input)).data).toMatchObject({ tasks: [] });
  expect((await callQuery(api(), person, 'tasks.archived', { teamId: other.team.teamId })).status).toBe(404);
  const moved = await calls(api()).update(world.team.apiKey, await api().createTask(world.team), {
    projectId: other.team.projectId,
  });
  expect(moved.status).toBe(400);
});

it('gets the claim of a request that failed after it when it is sent again under its key', async () => {
  const world = await createWorld(api());
  await api().createTask(world.team);
  interceptQuery(api().db, /select instructions from projects/, () =>
    Promise.reject(Object.assign(new Error('gone'), { code: '57P01' })),
  );
  const claim = () =>
    api().request('POST', `/api/teams/${world.team.teamId}/tasks/claim-next`, {
      token: world.ada.token,
      body: { include: 'instructions' },
      headers: { 'idempotency-key': 'again' },
    });
  expect((await claim()).status).toBe(503);
  expectBody(await claim(), 200, TaskInContext);
});

it('tasks that come into a project while it is archived are rejected or archived with it', async () => {
  const world = await createWorld(api());
  const project = await api().request('POST', `/api/teams/${world.team.teamId}/projects`, {
    token: world.team.apiKey,
    body: { name: 'P' },
  });
  const projectId = (project.body as { id: string }).id;
  const creations = Array.from({ length: 40 }, () =>
    api().request('POST', `/api/teams/${world.team.teamId}/tasks`, {
      token: world.team.apiKey,
      body: { title: 'T', projectId },
    }),
  );
  const moved = Array.from({ length: 5 }, async () => {
    const id = await api().createTask(world.team);
    return calls(api()).update(world.team.apiKey, id, { projectId });
  });
  await api().request('POST', `/api/projects/${projectId}/archive`, { token: world.team.apiKey });
  const statuses = (await Promise.all([...creations, ...moved])).map(({ status }) => status);
  expect(statuses.every((status) => [200, 201, 400].includes(status))).toBe(true);
  await expect
    .poll(
      async () => {
        const text = 'select id from tasks where project_id = $1 and archived_at is null';
        return (await api().db.pool.query(text, [projectId])).rows;
      },
      { timeout: 60_000 },
    )
    .toEqual([]);
  expect((await claimNext(api(), world.ada.token, world.team, { projectId })).status).toBe(204);
});
