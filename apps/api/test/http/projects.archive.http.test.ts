import { ListedProject, Project } from '@crewboard/contracts';
import { describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { Batches } from '../../src/batching/batches.ts';
import { archiveClosed } from '../../src/features/tasks/background/archive-tasks.ts';
import { createSystemContextOf } from '../../src/features/tasks/background/system-context.ts';
import { expectBody, useApi } from '../harness.ts';
import { expectInvalid, expectRejected } from '../support/log.ts';
import { calls, claimNext, done, readTask } from '../support/tasks.ts';
import { createProject, createWorld, type World } from '../support/world.ts';

const api = useApi();

const post = (world: World, projectId: string, verb: 'archive' | 'restore') =>
  api().request('POST', `/api/projects/${projectId}/${verb}`, { token: world.team.apiKey });
const archive = (world: World, projectId: string) => post(world, projectId, 'archive');
const restore = (world: World, projectId: string) => post(world, projectId, 'restore');
const update = (world: World, projectId: string, body: unknown) =>
  api().request('PATCH', `/api/projects/${projectId}`, { token: world.team.apiKey, body });
const list = async (world: World, query = '') => {
  const path = `/api/teams/${world.team.teamId}/projects${query}`;
  const reply = await api().request('GET', path, { token: world.team.apiKey });
  return expectBody(reply, 200, z.array(ListedProject)).map(({ id }) => id);
};

const waitUntil = (check: () => Promise<void>) => vi.waitFor(check, { timeout: 60_000, interval: 50 });

describe('an archived project', () => {
  it('takes its tasks along soon, and those in progress once they are done', async () => {
    const world = await createWorld(api());
    const projectId = await createProject(api(), world.team);
    const fields = { projectId };
    const todo = await api().createTask(world.team, fields);
    const closed = await api().createTask(world.team, fields);
    const held = await api().createTask(world.team, fields);
    const elsewhere = await api().createTask(world.team);
    await done(calls(api()).move(world.team.apiKey, closed, 'done'));
    await done(calls(api()).claim(world.ada.token, held));
    const archived = expectBody(await archive(world, projectId), 200, Project);
    expect(archived.archivedAt).toBe(archived.updatedAt);
    for (const id of [todo, closed])
      await waitUntil(async () => expect((await readTask(api(), world, id)).archivedAt).not.toBeNull());
    expect((await readTask(api(), world, held)).archivedAt).toBeNull();
    await done(calls(api()).complete(world.ada.token, held, { body: { result: 'Done' } }));
    await waitUntil(async () => expect((await readTask(api(), world, held)).archivedAt).not.toBeNull());
    const last = (await api().events(held)).at(-1);
    expect(last).toMatchObject({ type: 'task.archived', actorKind: 'system' });
    expect(last?.changes?.reason?.after).toBe('Archived with its project.');
    expect((await claimNext(api(), world.bob.token, world.team)).body).toMatchObject({ id: elsewhere });
    expect((await claimNext(api(), world.bob.token, world.team)).status).toBe(204);
  });

  it('is in no list but that of the archive, and is read by its id', async () => {
    const world = await createWorld(api());
    const projectId = await createProject(api(), world.team);
    await archive(world, projectId);
    expect(await list(world)).toEqual([world.team.projectId]);
    expect(await list(world, '?archived=true')).toEqual([projectId]);
    const reply = await api().request('GET', `/api/projects/${projectId}`, { token: world.ada.token });
    expect(expectBody(reply, 200, Project).archivedAt).not.toBeNull();
  });

  it('takes no task and no change: 400 where it is named, 409 where it is changed', async () => {
    const world = await createWorld(api());
    const projectId = await createProject(api(), world.team);
    const taskId = await api().createTask(world.team);
    await archive(world, projectId);
    const { team } = world;
    await expectInvalid(api(), ['projectId'], () =>
      api().request('POST', `/api/teams/${team.teamId}/tasks`, {
        token: team.apiKey,
        body: { title: 'T', projectId },
      }),
    );
    await expectInvalid(api(), ['projectId'], () => calls(api()).update(team.apiKey, taskId, { projectId }));
    const path = `/api/projects/${projectId}/pause`;
    for (const request of [
      () => update(world, projectId, { name: 'Renamed' }),
      () => api().request('POST', path, { token: team.apiKey, body: { reason: 'Why' } }),
    ])
      await expectRejected(api(), 409, 'TASK_ARCHIVED', request);
  });

  it('is restored with the tasks that were archived with it, and not those before', async () => {
    const world = await createWorld(api());
    const projectId = await createProject(api(), world.team);
    const [before, withIt] = [
      await api().createTask(world.team, { projectId }),
      await api().createTask(world.team, { projectId }),
    ];
    await done(api().request('POST', `/api/tasks/${before}/archive`, { token: world.team.apiKey }));
    await archive(world, projectId);
    await waitUntil(async () => expect((await readTask(api(), world, withIt)).archivedAt).not.toBeNull());
    const rejected = () =>
      api().request('POST', `/api/tasks/${withIt}/restore`, { token: world.team.apiKey });
    const problem = await expectRejected(api(), 409, 'TASK_ARCHIVED', rejected);
    expect(problem.detail).toContain('or its project if that is archived');
    const restored = expectBody(await restore(world, projectId), 200, Project);
    expect(restored.archivedAt).toBeNull();
    await waitUntil(async () => expect((await readTask(api(), world, withIt)).archivedAt).toBeNull());
    expect((await readTask(api(), world, before)).archivedAt).not.toBeNull();
    const types = (await api().events(projectId)).map(({ type }) => type);
    expect(types).toEqual(['project.created', 'project.archived', 'project.restored']);
  });

  it('archiving and restoring again changes nothing; another team’s project does not exist', async () => {
    const [world, other] = [await createWorld(api()), await createWorld(api())];
    const projectId = await createProject(api(), world.team);
    const first = expectBody(await archive(world, projectId), 200, Project);
    expect(expectBody(await archive(world, projectId), 200, Project)).toEqual(first);
    await restore(world, projectId);
    expect((await restore(world, projectId)).status).toBe(200);
    expect(await api().events(projectId)).toHaveLength(3);
    for (const verb of ['archive', 'restore'] as const)
      await expectRejected(api(), 404, 'NOT_FOUND', () => post(other, projectId, verb));
  });

  it('hands out none of 300 tasks to eight agents after the response', async () => {
    const world = await createWorld(api());
    const projectId = await createProject(api(), world.team);
    await Promise.all(Array.from({ length: 300 }, () => api().createTask(world.team, { projectId })));
    const agents = await Promise.all(Array.from({ length: 8 }, () => api().createAgent(world.team)));
    let isOver = false;
    const late: number[] = [];
    const claimed = agents.map(async ({ token }) => {
      while (!isOver) await claimNext(api(), token, world.team);
      late.push((await claimNext(api(), token, world.team)).status);
    });
    expectBody(await archive(world, projectId), 200, Project);
    isOver = true;
    await Promise.all(claimed);
    expect(late).toEqual(agents.map(() => 204));
  });
});

it('a project archives its closed tasks after as many days as it says', async () => {
  const world = await createWorld(api());
  const { projectId } = world.team;
  await expectInvalid(api(), ['archiveAfterDays'], () => update(world, projectId, { archiveAfterDays: 0 }));
  await expectInvalid(api(), ['archiveAfterDays'], () =>
    update(world, projectId, { archiveAfterDays: 3_651 }),
  );
  expectBody(await update(world, projectId, { archiveAfterDays: 7 }), 200, Project);
  const ids = await Promise.all(Array.from({ length: 4 }, () => api().createTask(world.team)));
  const [old, recent, cancelled, open] = ids as [string, string, string, string];
  for (const [taskId, status] of [
    [old, 'done'],
    [recent, 'done'],
    [cancelled, 'cancelled'],
  ] as const)
    await done(calls(api()).move(world.team.apiKey, taskId, status));
  const days = (taskId: string, count: number) =>
    api().db.pool.query(
      `update tasks set status_changed_at = now() - make_interval(days => $2) - interval '1 minute' where id = $1`,
      [taskId, count],
    );
  for (const [taskId, count] of [
    [old, 7],
    [recent, 6],
    [cancelled, 8],
    [open, 30],
  ] as const)
    await days(taskId, count);
  const { db } = api();
  await archiveClosed({ db, systemContextOf: createSystemContextOf({ of: () => db }, new Batches(db)) });
  const archived = await Promise.all(ids.map((taskId) => readTask(api(), world, taskId)));
  expect(archived.map(({ archivedAt }) => archivedAt !== null)).toEqual([true, false, true, false]);
  const event = (await api().events(old)).at(-1);
  expect(event?.changes?.reason?.after).toBe('Archived 7 days after it was closed.');
});
