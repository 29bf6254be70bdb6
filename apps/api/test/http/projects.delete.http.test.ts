import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { eraseDeleted } from '../../src/features/erasure/erase-deleted.ts';
import { seeds } from '../../src/features/events/lock-subject.ts';
import { ResponseErasure } from '../../src/features/idempotency/erase-responses.ts';
import { expectProblem, useApi } from '../harness.ts';
import { callQuery, signedIn } from '../log/support/people.ts';
import { untilOneWaitsForLock } from '../support/lock-waiters.ts';
import { calls, done, readTask } from '../support/tasks.ts';
import { everythingKept } from '../support/webhooks.ts';
import { createProject, createWorld, type World } from '../support/world.ts';
import { adminOf, deleteProject, outcomeOf, untilErased } from './support/deletions.ts';

const api = useApi();
const get = (world: World, path: string) => api().request('GET', path, { token: world.team.apiKey });
const patch = (world: World, path: string, body: object) =>
  api().request('PATCH', path, { token: world.team.apiKey, body });
const archive = (world: World, projectId: string) =>
  api().request('POST', `/api/projects/${projectId}/archive`, { token: world.team.apiKey });

const tasksOf = async (projectId: string) =>
  (await api().db.pool.query<{ id: string }>('select id from tasks where project_id = $1', [projectId])).rows;
const untilEmpty = (projectId: string) =>
  vi.waitFor(async () => expect(await tasksOf(projectId)).toEqual([]), { timeout: 60_000, interval: 20 });

describe('projects.delete', () => {
  it('deletes an archived project at once, with an event that has the id alone', async () => {
    const world = await createWorld(api());
    const admin = await adminOf(api(), world.team);
    const projectId = await createProject(api(), world.team);
    expect(outcomeOf(await deleteProject(api(), admin, projectId))).toEqual({
      ...{ status: 409, code: 'NOT_DELETABLE' },
      detail: 'The project is not archived. Archive it first.',
    });
    await archive(world, projectId);
    expect(outcomeOf(await deleteProject(api(), admin, projectId))).toBe('deleted');
    expectProblem(await get(world, `/api/projects/${projectId}`), 404, 'NOT_FOUND');
    const restored = await api().request('POST', `/api/projects/${projectId}/restore`, {
      token: world.team.apiKey,
    });
    expectProblem(restored, 404, 'NOT_FOUND');
    expect((await api().events(projectId)).at(-1)).toMatchObject({
      ...{ type: 'project.deleted', actorKind: 'member', actorId: admin.userId },
      ...{ snapshot: { id: projectId }, changes: null },
    });
    expect(await deleteProject(api(), admin, projectId)).toMatchObject({ status: 404 });
  });

  it('is for owners and admins alone', async () => {
    const world = await createWorld(api());
    const projectId = await createProject(api(), world.team);
    await archive(world, projectId);
    const person = await signedIn(api(), world.team.teamId, 'member');
    expect(outcomeOf(await deleteProject(api(), person, projectId))).toMatchObject({ status: 403 });
    const stranger = await adminOf(api(), (await createWorld(api())).team);
    expect(outcomeOf(await deleteProject(api(), stranger, projectId))).toMatchObject({ status: 404 });
  });

  it('deletes its tasks, also those in progress, and leaves nothing of them but ids', async () => {
    const world = await createWorld(api());
    const admin = await adminOf(api(), world.team);
    const projectId = await createProject(api(), world.team, 'sekrit-name');
    await patch(world, `/api/projects/${projectId}`, {
      ...{ description: `sekrit-description ${'x'.repeat(3_000)}`, instructions: 'sekrit-instructions' },
    });
    const held = await api().createTask(world.team, { projectId, title: 'sekrit-held' });
    await done(calls(api()).claim(world.ada.token, held));
    const open = await api().createTask(world.team, { projectId, title: 'sekrit-open', blockedBy: [held] });
    const inside = await api().createTask(world.team, { projectId, title: 'sekrit-part', parentId: open });
    const outside = await api().createTask(world.team, { blockedBy: [open], parentId: inside });
    const before = await callQuery(api(), admin, 'board.counts', { teamId: world.team.teamId });
    expect(before.data).toMatchObject({ in_progress: { count: 1 } });
    await archive(world, projectId);
    expect(outcomeOf(await deleteProject(api(), admin, projectId))).toBe('deleted');
    await untilEmpty(projectId);
    expectProblem(await calls(api()).heartbeat(world.ada.token, held), 404, 'NOT_FOUND');
    const outsider = await readTask(api(), world, outside);
    expect(outsider).toMatchObject({ blockedBy: [], isBlocked: false, parentId: null });
    expect((await api().events(outside)).map(({ type }) => type)).toContain('task.unblocked');
    await done(calls(api()).claim(world.ada.token, outside));
    await untilErased(api(), 'first');
    await untilErased(api(), 'last');
    expect(await everythingKept(api())).not.toContain('sekrit');
    const after = await callQuery(api(), admin, 'board.counts', { teamId: world.team.teamId });
    expect(after.data).toMatchObject({ todo: { count: 0 }, in_progress: { count: 1 }, done: { count: 0 } });
    expect((await api().events(held)).at(-1)).toMatchObject({ type: 'task.deleted', actorKind: 'system' });
  });

  it('deletes a task with 500 sub-tasks in another project, and what it waits for goes on', async () => {
    const world = await createWorld(api());
    const admin = await adminOf(api(), world.team);
    const projectId = await createProject(api(), world.team);
    const blocker = await api().createTask(world.team);
    const taskId = await api().createTask(world.team, { projectId, blockedBy: [blocker] });
    await api().db.pool.query(
      `insert into tasks (id, team_id, project_id, title, parent_id)
       select 'part-' || n || $3, $1, $2, 'T', $3 from generate_series(1, 500) as n`,
      [world.team.teamId, world.team.projectId, taskId],
    );
    await archive(world, projectId);
    expect(outcomeOf(await deleteProject(api(), admin, projectId))).toBe('deleted');
    await untilEmpty(projectId);
    const { rows } = await api().db.pool.query(
      'select (select dependants from tasks where id = $1), count(*)::int as parts from tasks where parent_id = $2',
      [blocker, taskId],
    );
    expect(rows).toEqual([{ dependants: 0, parts: 0 }]);
  });

  it('leaves a task that is moved to another project before it is deleted', async () => {
    const world = await createWorld(api());
    const { teamId } = world.team;
    const admin = await adminOf(api(), world.team);
    const projectId = await createProject(api(), world.team);
    const [moved, held] = [
      await api().createTask(world.team, { projectId }),
      await api().createTask(world.team, { projectId }),
    ];
    await done(calls(api()).claim(world.ada.token, moved));
    await done(calls(api()).claim(world.bob.token, held));
    await archive(world, projectId);
    const other = await api().db.pool.connect();
    onTestFinished(() => other.release(true));
    await other.query('begin');
    await other.query('select pg_advisory_xact_lock(hashtextextended($1, $2))', [
      ...[teamId, seeds.dependenciesOfTeam],
    ]);
    await deleteProject(api(), admin, projectId);
    await untilOneWaitsForLock(api().db.pool);
    const reply = await patch(world, `/api/tasks/${moved}`, { projectId: world.team.projectId });
    // Its tombstone, by which the tasks are found, stays until the last of them, also later than a minute.
    await api().db.pool.query(
      `update tombstones set deleted_at = now() - interval '2 minutes', erase_at = now() where id = $1`,
      [projectId],
    );
    const { signal } = new AbortController();
    await eraseDeleted({ db: api().db.pool, responses: new ResponseErasure(), signal });
    const isErased = 'select from tombstones where id = $1 and erase_at is null';
    expect((await api().db.pool.query(isErased, [projectId])).rows).toEqual([]);
    await other.query('commit');
    expect(reply.status, reply.text).toBe(200);
    await untilEmpty(projectId);
    expect(await readTask(api(), world, moved)).toMatchObject({ projectId: world.team.projectId });
  });

  it('lets the list of projects go on after a cursor that names it', async () => {
    const world = await createWorld(api());
    const admin = await adminOf(api(), world.team);
    const ids: string[] = [];
    for (const name of ['One', 'Two', 'Three']) ids.push(await createProject(api(), world.team, name));
    for (const id of ids) await archive(world, id);
    const list = (query: string) =>
      get(world, `/api/teams/${world.team.teamId}/projects?archived=true&${query}`);
    const first = await list('limit=2');
    const cursor = first.headers.get('x-next-cursor');
    expect(cursor).toBe(ids[1]);
    await deleteProject(api(), admin, ids[1] as string);
    const next = await list(`limit=2&cursor=${cursor}`);
    expect((next.body as { id: string }[]).map(({ id }) => id)).toEqual([ids[2]]);
  });

  it('hides its tasks from every list of the archive before they are deleted', async () => {
    const world = await createWorld(api());
    const parentId = await api().createTask(world.team);
    const [kept, gone] = [await createProject(api(), world.team), 'deleted'];
    // Without a tombstone, so that they stay as they are before the first round.
    for (const projectId of [kept, gone]) {
      await api().db.pool.query(
        `insert into tasks (id, team_id, project_id, title, archived_at, in_queue, blocked_by, parent_id, external_id)
         values ($1, $2, $3, 'T', now(), false, '{}', $4, $3)`,
        [`of-${projectId}`, world.team.teamId, projectId, parentId],
      );
    }
    const list = async (query: string) => {
      const { body } = await get(world, `/api/teams/${world.team.teamId}/tasks?archived=true&${query}`);
      return (body as { id: string }[]).map(({ id }) => id);
    };
    for (const query of ['', `parentId=${parentId}`]) expect(await list(query)).toEqual([`of-${kept}`]);
    expect(await list(`externalId=${kept}`)).toEqual([`of-${kept}`]);
    expect(await list(`externalId=${gone}`)).toEqual([]);
  });

  it('hides its tasks from `ids`, and frees their external ids, before they are deleted', async () => {
    const world = await createWorld(api());
    const tasks = `/api/teams/${world.team.teamId}/tasks`;
    // Without a tombstone, so that they stay as they are before the first round.
    for (const id of ['first', 'second', 'third'])
      await api().db.pool.query(
        `insert into tasks (id, team_id, project_id, title, blocked_by, external_id) values ($1, $2, 'deleted', 'T', '{}', $1)`,
        [id, world.team.teamId],
      );
    const here = await api().createTask(world.team, { externalId: 'here' });
    for (const query of [`ids=first,${here}`, `ids=first,${here}&wait=1`])
      expect(expectProblem(await get(world, `${tasks}?${query}`), 400, 'VALIDATION_ERROR').errors).toEqual([
        { path: 'ids', message: 'must be ids of tasks of this team: it has no first' },
      ]);
    expect((await get(world, `${tasks}?externalId=first`)).body).toEqual([]);
    const create = (path: string, body: object) =>
      api().request('POST', path, { token: world.team.apiKey, body });
    const fields = { projectId: world.team.projectId, title: 'T' };
    expect((await create(tasks, { ...fields, externalId: 'first' })).status).toBe(201);
    expect((await patch(world, `/api/tasks/${here}`, { externalId: 'second' })).status).toBe(200);
    const plan = {
      tasks: [
        { ...fields, externalId: 'third' },
        { ...fields, externalId: 'new' },
      ],
    };
    expect((await create(`${tasks}/bulk`, plan)).status).toBe(201);
    expectProblem(await create(tasks, { ...fields, externalId: 'second' }), 409, 'EXTERNAL_ID_TAKEN');
    expectProblem(await create(`${tasks}/bulk`, plan), 409, 'EXTERNAL_ID_TAKEN');
  });

  it('is carried out by several processes, of which one may end, while requests of others go on', async () => {
    const world = await createWorld(api());
    const admin = await adminOf(api(), world.team);
    const projectId = await createProject(api(), world.team);
    await api().db.pool.query(
      `insert into tasks (id, team_id, project_id, title, archived_at, in_queue, blocked_by)
       select 'bulk-' || n || $2, $1, $2, 'T', now(), false, '{}' from generate_series(1, 3000) as n`,
      [world.team.teamId, projectId],
    );
    await archive(world, projectId);
    const [staying, ending] = [await api().replica(), await api().replica()];
    try {
      expect(outcomeOf(await deleteProject(staying, admin, projectId))).toBe('deleted');
      await vi.waitFor(async () => expect((await tasksOf(projectId)).length).toBeLessThan(2_900), {
        timeout: 60_000,
        interval: 5,
      });
      await ending.close();
      const taskId = await api().createTask(world.team);
      await done(calls(staying).claim(world.ada.token, taskId));
      await untilEmpty(projectId);
      const types = await api().db.pool.query<{ count: number }>(
        `select count(*)::int from events where type = 'task.deleted' and team_id = $1`,
        [world.team.teamId],
      );
      expect(types.rows).toEqual([{ count: 3_000 }]);
    } finally {
      await staying.close();
    }
  });
});
