import { afterEach, describe, expect, it, vi } from 'vitest';
import { expectProblem, useApi } from '../harness.ts';
import { closeStreams, openStream } from '../log/support/event-stream.ts';
import { callQuery, signedIn } from '../log/support/people.ts';
import { settle } from '../log/support/settle.ts';
import { calls, done, readTask } from '../support/tasks.ts';
import { everythingKept } from '../support/webhooks.ts';
import { createWorld, type World } from '../support/world.ts';
import { adminOf, deleteTask, outcomeOf, untilErased } from './support/deletions.ts';

const api = useApi();
afterEach(closeStreams);
const get = (world: World, path: string) => api().request('GET', path, { token: world.team.apiKey });
const post = (world: World, path: string, body?: object, headers = {}) =>
  api().request('POST', path, { token: world.team.apiKey, headers, body });
const closed = async (world: World, fields = {}, status: 'done' | 'cancelled' = 'done') => {
  const taskId = await api().createTask(world.team, fields);
  await done(calls(api()).move(world.team.apiKey, taskId, status));
  return taskId;
};

describe('tasks.delete', () => {
  it('deletes what has ended: 404 from then on, and an event with the id alone', async () => {
    const world = await createWorld(api());
    const admin = await adminOf(api(), world.team);
    const taskId = await closed(world);
    const commentId = await api().createComment(world.team, taskId);
    expect(outcomeOf(await deleteTask(api(), admin, taskId))).toBe('deleted');
    for (const path of [`/api/tasks/${taskId}`, `/api/tasks/${taskId}/events`, `/api/comments/${commentId}`])
      expectProblem(await get(world, path), 404, 'NOT_FOUND');
    expectProblem(await calls(api()).move(world.team.apiKey, taskId, 'todo'), 404, 'NOT_FOUND');
    expect((await api().events(taskId)).at(-1)).toMatchObject({
      ...{ type: 'task.deleted', actorKind: 'member', actorId: admin.userId, snapshot: { id: taskId } },
      changes: {
        projectId: { before: world.team.projectId, after: null },
        status: { before: 'done', after: null },
      },
    });
    expect(await deleteTask(api(), admin, taskId)).toMatchObject({ status: 404 });
  });

  it('rejects an open task, until it is archived', async () => {
    const world = await createWorld(api());
    const admin = await adminOf(api(), world.team);
    const taskId = await api().createTask(world.team);
    expect(outcomeOf(await deleteTask(api(), admin, taskId))).toEqual({
      ...{ status: 409, code: 'NOT_DELETABLE' },
      detail: 'The task is todo. Cancel or archive it first.',
    });
    await post(world, `/api/tasks/${taskId}/archive`);
    expect(outcomeOf(await deleteTask(api(), admin, taskId))).toBe('deleted');
    expect((await api().events(taskId)).at(-1)).toMatchObject({ type: 'task.deleted', changes: null });
  });

  it('rejects what is not done while open tasks wait for it, and says how many', async () => {
    const world = await createWorld(api());
    const admin = await adminOf(api(), world.team);
    const taskId = await closed(world, {}, 'cancelled');
    const waiting = await Promise.all(
      [1, 2].map(() => api().createTask(world.team, { blockedBy: [taskId] })),
    );
    expect(outcomeOf(await deleteTask(api(), admin, taskId))).toMatchObject({
      detail: '2 open tasks wait for this task, which is not done. Change what they wait for first.',
    });
    const [first, second] = waiting as [string, string];
    await api().request('PATCH', `/api/tasks/${first}`, {
      ...{ token: world.team.apiKey, body: { blockedBy: [] } },
    });
    // What is archived is not open.
    await post(world, `/api/tasks/${second}/archive`);
    expect(outcomeOf(await deleteTask(api(), admin, taskId))).toBe('deleted');
  });

  it('leaves those that waited for it, its sub-tasks and what it waited for, as if it had never been there', async () => {
    const world = await createWorld(api());
    const admin = await adminOf(api(), world.team);
    const blocker = await api().createTask(world.team);
    const taskId = await closed(world, { blockedBy: [blocker] }, 'cancelled');
    await done(calls(api()).move(world.team.apiKey, blocker, 'done'));
    await done(calls(api()).move(world.team.apiKey, taskId, 'done'));
    const both = await api().createTask(world.team, { blockedBy: [taskId], parentId: taskId });
    const archived = await api().createTask(world.team, { parentId: taskId });
    await post(world, `/api/tasks/${archived}/archive`);
    expect(outcomeOf(await deleteTask(api(), admin, taskId))).toBe('deleted');
    expect(await readTask(api(), world, both)).toMatchObject({
      blockedBy: [],
      parentId: null,
      isBlocked: false,
    });
    expect(await readTask(api(), world, archived)).toMatchObject({ parentId: null });
    expect((await api().events(both)).at(-1)).toMatchObject({
      ...{ type: 'task.updated', actorKind: 'system' },
      changes: { blockedBy: { before: [taskId], after: [] }, parentId: { before: taskId, after: null } },
    });
    const { rows } = await api().db.pool.query(
      `select dependants from tasks where id = $1 union all select count(*)::int from task_dependencies where $2 in (blocker_id, task_id)`,
      [blocker, taskId],
    );
    expect(rows).toEqual([{ dependants: 0 }, { dependants: 0 }]);
  });

  it.each([500, 1_100])(
    'counts each dependency once where it deletes a task with %i sub-tasks',
    async (count) => {
      const world = await createWorld(api());
      const admin = await adminOf(api(), world.team);
      const [blocker, open] = [await api().createTask(world.team), await api().createTask(world.team)];
      const alsoBlocked = await api().createTask(world.team, { blockedBy: [blocker] });
      const taskId = await closed(world, { blockedBy: [blocker] }, 'cancelled');
      const dependant = await api().createTask(world.team, { blockedBy: [open, taskId] });
      await done(calls(api()).move(world.team.apiKey, dependant, 'cancelled'));
      await api().db.pool.query(
        `insert into tasks (id, team_id, project_id, title, parent_id)
       select 'child-' || n || $3, $1, $2, 'T', $3 from generate_series(1, $4) as n`,
        [world.team.teamId, world.team.projectId, taskId, count],
      );
      // A loaded machine may need longer than the 5 s of one call.
      const outcome = await vi.waitFor(
        async () => {
          const result = outcomeOf(await deleteTask(api(), admin, taskId));
          if (result !== 'deleted' && result.status === 503) throw new Error(result.detail);
          return result;
        },
        { timeout: 60_000 },
      );
      expect(outcome).toBe('deleted');
      const { rows: children } = await api().db.pool.query('select 1 from tasks where parent_id = $1', [
        taskId,
      ]);
      expect(children).toEqual([]);
      const { rows } = await api().db.pool.query(
        'select open_blockers, cancelled_blockers, dependants from tasks where id = any($1) order by array_position($1, id)',
        [[blocker, alsoBlocked, dependant]],
      );
      expect(rows).toEqual([
        { open_blockers: 0, cancelled_blockers: 0, dependants: 1 },
        { open_blockers: 1, cancelled_blockers: 0, dependants: 0 },
        { open_blockers: 1, cancelled_blockers: 0, dependants: 0 },
      ]);
      await done(calls(api()).move(world.team.apiKey, blocker, 'done'));
      expect(await readTask(api(), world, alsoBlocked)).toMatchObject({ isBlocked: false });
    },
  );

  it('is for owners and admins alone', async () => {
    const world = await createWorld(api());
    const taskId = await closed(world);
    for (const role of ['member', 'viewer'] as const) {
      const person = await signedIn(api(), world.team.teamId, role);
      expect(outcomeOf(await deleteTask(api(), person, taskId))).toMatchObject({ status: 403 });
    }
    const stranger = await adminOf(api(), (await createWorld(api())).team);
    expect(outcomeOf(await deleteTask(api(), stranger, taskId))).toMatchObject({ status: 404 });
    const reply = await api().request('DELETE', `/api/tasks/${taskId}`, { token: world.team.apiKey });
    expectProblem(reply, 405, 'METHOD_NOT_ALLOWED');
  });

  it('lets lists go on after a cursor that names it', async () => {
    const world = await createWorld(api());
    const admin = await adminOf(api(), world.team);
    const ids: string[] = [];
    for (let index = 0; index < 5; index += 1) ids.push(await closed(world));
    const [e1, e2, middle, ...older] = ids.toReversed();
    const list = (query: string) => get(world, `/api/teams/${world.team.teamId}/tasks?limit=3&${query}`);
    const first = await list('');
    expect(first.headers.get('x-next-cursor')).toBe(middle);
    expect((first.body as { id: string }[]).map(({ id }) => id)).toEqual([e1, e2, middle]);
    await deleteTask(api(), admin, middle as string);
    for (const query of [`cursor=${middle}`, `cursor=${middle}&status=done`]) {
      const next = await list(query);
      expect((next.body as { id: string }[]).map(({ id }) => id)).toEqual(older);
    }
    await untilErased(api(), 'last');
    expect((await list(`cursor=${middle}`)).status).toBe(200);
    const other = await createWorld(api());
    const theirs = await get(other, `/api/teams/${other.team.teamId}/tasks?cursor=${middle}`);
    expectProblem(theirs, 400, 'INVALID_CURSOR');
  });

  it('keeps the counts right, at once and once they are stored', async () => {
    const world = await createWorld(api());
    const admin = await adminOf(api(), world.team);
    const [one, two] = [await closed(world), await closed(world)];
    await post(world, `/api/tasks/${two}/archive`);
    const counts = async () =>
      (await callQuery(api(), admin, 'board.counts', { teamId: world.team.teamId })).data;
    expect(await counts()).toMatchObject({ done: { count: 1 } });
    await deleteTask(api(), admin, one);
    await deleteTask(api(), admin, two);
    expect(await counts()).toMatchObject({ done: { count: 0 } });
    await api().owner.query('select recount()');
    expect(await counts()).toMatchObject({ done: { count: 0 } });
  });
});

describe('what is left of a deleted task', () => {
  const secrets = [
    'sekrit-title',
    'sekrit-text',
    'sekrit-comment',
    'sekrit-result',
    'sekrit-link',
    'sekrit-external',
    'sekrit-reason',
  ];

  it('is its id, in no column of any table anything else', async () => {
    const world = await createWorld(api());
    const admin = await adminOf(api(), world.team);
    const keyed = { 'Idempotency-Key': crypto.randomUUID() };
    const body = {
      ...{
        projectId: world.team.projectId,
        title: 'sekrit-title',
        description: `sekrit-text ${'x'.repeat(5_000)}`,
      },
      ...{ links: [{ url: 'https://example.com/sekrit-link' }], externalId: 'sekrit-external' },
    };
    const path = `/api/teams/${world.team.teamId}/tasks`;
    const { id: taskId } = (await post(world, path, body, keyed)).body as { id: string };
    await done(calls(api()).claim(world.ada.token, taskId));
    await calls(api()).release(world.ada.token, taskId, { body: { reason: 'sekrit-reason' } });
    const { attempt } = await done(calls(api()).claim(world.ada.token, taskId));
    await post(
      world,
      `/api/tasks/${taskId}/comments`,
      { body: `sekrit-comment ${'y'.repeat(5_000)}` },
      { 'Idempotency-Key': crypto.randomUUID() },
    );
    const result = `sekrit-result ${'z'.repeat(5_000)}`;
    await done(calls(api()).complete(world.ada.token, taskId, { body: { result, attempt } }));
    const before = await everythingKept(api());
    for (const secret of secrets) expect(before).toContain(secret);
    const ids = async () => {
      await settle(api());
      const reply = await get(world, `/api/teams/${world.team.teamId}/events?taskId=${taskId}`);
      return (reply.body as { id: string }[]).map(({ id }) => id);
    };
    const idsBefore = await ids();
    await deleteTask(api(), admin, taskId);
    await untilErased(api(), 'first');
    await untilErased(api(), 'last');
    const after = await everythingKept(api());
    for (const secret of secrets) expect(after).not.toContain(secret);
    expect(after).toContain(taskId);
    expect((await ids()).slice(0, -1)).toEqual(idsBefore);
    const [created] = await api().events(taskId);
    expect(created).toMatchObject({
      ...{ type: 'task.created', actorKind: 'key' },
      snapshot: {
        id: taskId,
        title: '[deleted]',
        description: null,
        links: [],
        status: 'todo',
        externalId: null,
      },
    });
    expectProblem(await post(world, path, body, keyed), 404, 'NOT_FOUND');
    expect((await post(world, path, body)).status).toBe(201);
  });

  it('is not sent again by a stream that sends its events a second time', async () => {
    const { team } = await createWorld(api());
    const admin = await adminOf(api(), team);
    const start = (await openStream(api(), team.teamId, { token: team.apiKey })).headers['x-next-cursor'];
    const taskId = await api().createTask(team, { title: 'sekrit-title' });
    await done(calls(api()).move(team.apiKey, taskId, 'cancelled'));
    const replay = async () => {
      const stream = await openStream(api(), team.teamId, { token: team.apiKey, lastEventId: String(start) });
      await vi.waitFor(() => expect(stream.text).toContain('task.moved'), { timeout: 60_000, interval: 10 });
      return stream.text;
    };
    expect(await replay()).toContain('sekrit-title');
    await deleteTask(api(), admin, taskId);
    await untilErased(api(), 'first');
    expect(await replay()).not.toContain('sekrit-title');
  });

  it('is erased also where a request that had read the task writes late', async () => {
    const world = await createWorld(api());
    const taskId = await closed(world);
    await deleteTask(api(), await adminOf(api(), world.team), taskId);
    await untilErased(api(), 'first');
    await api().owner.query(
      `insert into comments (id, team_id, task_id, author_kind, author_id, body, created_at)
       values ($1 || '-late', $2, $1, 'agent', $3, 'said too late', now())`,
      [taskId, world.team.teamId, world.ada.id],
    );
    await untilErased(api(), 'last');
    expect(await everythingKept(api())).not.toContain('said too late');
  });
});
