import { Task } from '@crewboard/contracts';
import { expect, it } from 'vitest';
import { expectBody, useApi } from '../harness.ts';
import { expectInvalid } from '../support/log.ts';
import { calls, claimNext, done } from '../support/tasks.ts';
import { createWorld } from '../support/world.ts';

const api = useApi();

it('the links of a task have 8 KiB at most, of which each event has a copy', async () => {
  const world = await createWorld(api());
  const links = (bytes: number) =>
    Array.from({ length: 10 }, () => ({ url: `https://e.com/${'l'.repeat(bytes / 10)}`, title: null }));
  const create = (bytes: number) =>
    api().request('POST', `/api/teams/${world.team.teamId}/tasks`, {
      token: world.team.apiKey,
      body: { title: 'T', projectId: world.team.projectId, links: links(bytes) },
    });
  await expectInvalid(api(), ['links'], () => create(8_000));
  const { id } = expectBody(await create(7_500), 201, Task);
  await api().createComment(world.team, id, 'x');
  const { rows } = await api().db.pool.query<{ bytes: number }>(
    `select octet_length(snapshot::text) as bytes from events where subject_id = $1 order by id`,
    [id],
  );
  expect(rows).toHaveLength(2);
  for (const { bytes } of rows) expect(bytes).toBeLessThan(10_000);
});

it('the holder of a task writes its links; another agent does not', async () => {
  const world = await createWorld(api());
  const taskId = await api().createTask(world.team);
  await done(calls(api()).claim(world.ada.token, taskId));
  const links = [{ url: 'https://example.com/pr/1' }];
  expect((await calls(api()).update(world.ada.token, taskId, { links })).status).toBe(200);
  expect((await calls(api()).update(world.bob.token, taskId, { links: [] })).status).toBe(409);
  expect((await calls(api()).update(world.team.apiKey, taskId, { links: null })).status).toBe(400);
});

it('a keyed claim-next that failed after its claim is answered when it is sent again', async () => {
  const world = await createWorld(api());
  await api().createTask(world.team);
  const { pool } = api().db;
  const send = pool.query.bind(pool) as (...args: unknown[]) => unknown;
  let failures = 0;
  Object.assign(pool, {
    query(...args: unknown[]) {
      const [query] = args as [string | { text: string }];
      if (
        /select instructions from projects/.test(typeof query === 'string' ? query : query.text) &&
        failures < 1
      ) {
        failures += 1;
        return Promise.reject(Object.assign(new Error('gone'), { code: '57P01' }));
      }
      return send(...args);
    },
  });
  const claim = () =>
    api().request('POST', `/api/teams/${world.team.teamId}/tasks/claim-next`, {
      token: world.ada.token,
      body: { include: 'instructions' },
      headers: { 'idempotency-key': 'j4' },
    });
  await claim();
  const second = await claim();
  Reflect.deleteProperty(pool, 'query');
  expect(second.status).toBe(200);
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
