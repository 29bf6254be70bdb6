import { Task } from '@crewboard/contracts';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { expectBody, useApi } from '../harness.ts';
import { callQuery, signedIn } from '../log/support/people.ts';
import { waitUntilIdle } from '../support/claim-next.ts';
import { expectInvalid, expectRejected } from '../support/log.ts';
import { calls, claimNext, done, readTask } from '../support/tasks.ts';
import { createProject, createWorld, type World } from '../support/world.ts';

const api = useApi();

const post = (token: string, path: string, headers = {}) => api().request('POST', path, { token, headers });
const archive = (world: World, taskId: string, headers = {}) =>
  post(world.team.apiKey, `/api/tasks/${taskId}/archive`, headers);
const restore = (world: World, taskId: string, headers = {}) =>
  post(world.team.apiKey, `/api/tasks/${taskId}/restore`, headers);
const list = async (world: World, query = '') => {
  const path = `/api/teams/${world.team.teamId}/tasks${query}`;
  const reply = await api().request('GET', path, { token: world.team.apiKey });
  return {
    ids: expectBody(reply, 200, z.array(Task)).map(({ id }) => id),
    next: reply.headers.get('x-next-cursor'),
  };
};

describe('an archived task', () => {
  it('is in no queue and no list but that of the archive, and is read by its id', async () => {
    const world = await createWorld(api());
    const taskId = await api().createTask(world.team, { title: 'Put away' });
    const archived = expectBody(await archive(world, taskId), 200, Task);
    expect(archived).toMatchObject({
      id: taskId,
      status: 'todo',
      version: 2,
      archivedAt: archived.updatedAt,
    });
    expect((await claimNext(api(), world.ada.token, world.team)).status).toBe(204);
    expect(await list(world)).toEqual({ ids: [], next: null });
    expect(await list(world, '?archived=false')).toEqual({ ids: [], next: null });
    expect(await list(world, '?archived=true')).toEqual({ ids: [taskId], next: null });
    expect(await readTask(api(), world, taskId)).toEqual(archived);
    const [, event] = await api().events(taskId);
    expect(event).toMatchObject({
      type: 'task.archived',
      changes: { archivedAt: { before: null, after: archived.archivedAt } },
    });
  });

  it('cannot be changed: 409 for every change, and nothing is stored', async () => {
    const world = await createWorld(api());
    const taskId = await api().createTask(world.team);
    expectBody(await archive(world, taskId), 200, Task);
    const before = await readTask(api(), world, taskId);
    const { claim, complete, move, update, release } = calls(api());
    const { team, ada } = world;
    for (const request of [
      () => claim(ada.token, taskId),
      () => complete(ada.token, taskId),
      () => move(team.apiKey, taskId, 'done'),
      () => update(team.apiKey, taskId, { title: 'Other' }),
      () => release(team.apiKey, taskId),
      () =>
        api().request('POST', `/api/tasks/${taskId}/comments`, { token: ada.token, body: { body: 'Why?' } }),
    ]) {
      const problem = await expectRejected(api(), 409, 'TASK_ARCHIVED', request);
      expect(problem.detail).toContain('The task is archived since');
    }
    expect(await readTask(api(), world, taskId)).toEqual(before);
  });

  it('is restored as it was, and handed out again', async () => {
    const world = await createWorld(api());
    const taskId = await api().createTask(world.team);
    const before = await readTask(api(), world, taskId);
    await archive(world, taskId);
    const restored = expectBody(await restore(world, taskId), 200, Task);
    expect(restored).toEqual({ ...before, version: 3, updatedAt: restored.updatedAt });
    expect(await list(world, '?archived=true')).toEqual({ ids: [], next: null });
    const claimed = await claimNext(api(), world.ada.token, world.team);
    expect(claimed.body).toMatchObject({ id: taskId });
  });

  it('wakes an agent that waits when it is restored', async () => {
    const world = await createWorld(api());
    const taskId = await api().createTask(world.team);
    await archive(world, taskId);
    const waiting = claimNext(api(), world.ada.token, world.team, { wait: 30 });
    await waitUntilIdle(api(), 1);
    await restore(world, taskId);
    expect((await waiting).body).toMatchObject({ id: taskId });
  });

  it('archiving and restoring again changes nothing', async () => {
    const world = await createWorld(api());
    const taskId = await api().createTask(world.team);
    await archive(world, taskId);
    expect((await archive(world, taskId)).status).toBe(200);
    await restore(world, taskId);
    expect((await restore(world, taskId)).status).toBe(200);
    const types = (await api().events(taskId)).map(({ type }) => type);
    expect(types).toEqual(['task.created', 'task.archived', 'task.restored']);
  });
});

it('what is in progress is not archived', async () => {
  const world = await createWorld(api());
  const taskId = await api().createTask(world.team);
  await done(calls(api()).claim(world.ada.token, taskId));
  const problem = await expectRejected(api(), 409, 'TASK_ALREADY_CLAIMED', () => archive(world, taskId));
  expect(problem).toMatchObject({ assignedAgentId: world.ada.id });
});

it('another version is a 412, and another team’s task does not exist', async () => {
  const [world, other] = [await createWorld(api()), await createWorld(api())];
  const taskId = await api().createTask(world.team);
  await expectRejected(api(), 412, 'PRECONDITION_FAILED', () =>
    archive(world, taskId, { 'if-match': '"7"' }),
  );
  await expectRejected(api(), 404, 'NOT_FOUND', () => archive(other, taskId));
  await expectRejected(api(), 404, 'NOT_FOUND', () => restore(other, taskId));
});

it('agents do not archive, and the flag is true or false', async () => {
  const world = await createWorld(api());
  const taskId = await api().createTask(world.team);
  await expectRejected(api(), 403, 'TEAM_API_KEY_REQUIRED', () =>
    post(world.ada.token, `/api/tasks/${taskId}/archive`),
  );
  await expectInvalid(api(), ['archived'], () =>
    api().request('GET', `/api/teams/${world.team.teamId}/tasks?archived=1`, { token: world.team.apiKey }),
  );
});

it('the list of the archive has filters and pages, and goes on behind what was restored', async () => {
  const world = await createWorld(api());
  const second = await createProject(api(), world.team);
  const ids: string[] = [];
  for (let index = 0; index < 7; index += 1) {
    const fields = index % 2 === 0 ? {} : { projectId: second };
    const taskId = await api().createTask(world.team, fields);
    if (index === 5) await done(calls(api()).move(world.team.apiKey, taskId, 'done'));
    expectBody(await archive(world, taskId), 200, Task);
    ids.unshift(taskId);
  }
  expect((await list(world, '?archived=true')).ids).toEqual(ids);
  expect((await list(world, `?archived=true&projectId=${second}`)).ids).toEqual([ids[1], ids[3], ids[5]]);
  expect((await list(world, '?archived=true&status=done')).ids).toEqual([ids[1]]);
  const first = await list(world, '?archived=true&limit=3');
  expect(first).toEqual({ ids: ids.slice(0, 3), next: ids[2] });
  await restore(world, ids[2] as string);
  const rest = await list(world, `?archived=true&limit=10&cursor=${first.next}`);
  expect(rest).toEqual({ ids: ids.slice(3), next: null });
});

it('a page of the archive that finds nothing in 1,000 tasks has a next one', async () => {
  const world = await createWorld(api());
  const { teamId, projectId } = world.team;
  await api().db.pool.query(
    `insert into tasks (id, team_id, project_id, title, status, in_queue, archived_at, created_at)
     select 'archived-' || n || '-' || $1, $1, $2, 'T', 'done', false, now(), now() - interval '1 day' + n * interval '1 ms'
     from generate_series(1, 1500) as n`,
    [teamId, projectId],
  );
  await api().db.pool.query(`update tasks set status = 'cancelled' where id = 'archived-1-' || $1`, [teamId]);
  const first = await list(world, '?archived=true&status=cancelled');
  expect(first).toEqual({ ids: [], next: `archived-501-${teamId}` });
  const second = await list(world, `?archived=true&status=cancelled&cursor=${first.next}`);
  expect(second).toEqual({ ids: [`archived-1-${teamId}`], next: null });
});

it('the counts of the board and of projects leave it out, before and after the log is counted', async () => {
  const world = await createWorld(api());
  const { team } = world;
  const person = await signedIn(api(), team.teamId, 'member');
  const counts = async () => {
    const reply = await callQuery(api(), person, 'board.counts', { teamId: team.teamId });
    const project = await api().request('GET', `/api/projects/${team.projectId}`, { token: team.apiKey });
    return {
      todo: (reply.data as { todo: { count: number } }).todo.count,
      project: (project.body as { taskCount: number }).taskCount,
    };
  };
  const taskId = await api().createTask(team);
  await api().createTask(team);
  expect(await counts()).toEqual({ todo: 2, project: 2 });
  await archive(world, taskId);
  expect(await counts()).toEqual({ todo: 1, project: 1 });
  await api().db.pool.query('select recount()');
  expect(await counts()).toEqual({ todo: 1, project: 1 });
  await restore(world, taskId);
  expect(await counts()).toEqual({ todo: 2, project: 2 });
});

it('eight agents claim while it is archived: one has it, or nobody', async () => {
  const world = await createWorld(api());
  const agents = await Promise.all(Array.from({ length: 8 }, () => api().createAgent(world.team)));
  for (let round = 0; round < 10; round += 1) {
    const taskId = await api().createTask(world.team);
    const claims = agents.map(({ token }) => calls(api()).claim(token, taskId));
    const [archived, ...claimed] = await Promise.all([archive(world, taskId), ...claims]);
    const winners = claimed.filter(({ status }) => status === 200);
    expect(winners).toHaveLength(archived?.status === 200 ? 0 : 1);
    const { status, archivedAt } = await readTask(api(), world, taskId);
    expect(archivedAt === null).toBe(status === 'in_progress');
  }
});
