import { Task } from '@crewboard/contracts';
import { describe, expect, it } from 'vitest';
import { expectBody, expectProblem, type Reply, useApi } from '../harness.ts';
import { OpenWriter } from '../log/support/open-writer.ts';
import { checkEachInvalid } from '../support/check-each.ts';
import { cancelled, interceptQuery, writeQuery } from '../support/intercept-query.ts';
import { exhaustedTask, leaseSeconds, leaseTo, onlyNotifiedSweeps, passLeaseEnd } from '../support/leases.ts';
import { byAgent, eventRow, record } from '../support/log.ts';
import { calls, claimNext, done, readTask, situations, taskIn } from '../support/tasks.ts';
import { createProject, createWorld, unknownId, type World } from '../support/world.ts';

const api = useApi(onlyNotifiedSweeps);

const next = ({ team, ada }: World, body: unknown = {}) => claimNext(api(), ada.token, team, body);

function expectNothing(reply: Reply): void {
  expect(reply.status, reply.text).toBe(204);
  expect(reply.text).toBe('');
}

/** The titles in the order in which Ada gets the tasks. */
async function drain(world: World, body: unknown = {}): Promise<string[]> {
  const titles: string[] = [];
  for (;;) {
    const reply = await next(world, body);
    if (reply.status === 204) return titles;
    titles.push(expectBody(reply, 200, Task).title);
  }
}

describe('POST /api/teams/:teamId/tasks/claim-next', () => {
  it.each([undefined, 60])('200: claims a task in one event (leaseSeconds %s)', async (seconds) => {
    const world = await createWorld(api());
    const taskId = await api().createTask(world.team);
    const before = await readTask(api(), world, taskId);
    const { reply, events } = await record(api(), () =>
      next(world, { ...(seconds && { leaseSeconds: seconds }) }),
    );
    const task = expectBody(reply, 200, Task);
    expect(task).toEqual({
      ...before,
      status: 'in_progress',
      assignedAgentId: world.ada.id,
      attempt: 1,
      leaseExpiresAt: seconds ? expect.any(String) : null,
      version: 2,
      statusChangedAt: task.updatedAt,
      updatedAt: task.updatedAt,
    });
    if (seconds) {
      const leaseMs = Date.parse(task.leaseExpiresAt ?? '') - Date.parse(task.updatedAt);
      expect(Math.abs(leaseMs - seconds * 1_000)).toBeLessThan(2_000);
    }
    expect(await readTask(api(), world, taskId)).toEqual(task);
    const changes = {
      status: { before: 'todo', after: 'in_progress' },
      assignedAgentId: { before: null, after: world.ada.id },
    };
    expect(events).toEqual([
      eventRow({ reply, world, actor: byAgent(world.ada), type: 'task.claimed', snapshot: task, changes }),
    ]);
  });

  it('503: after a claim that failed, the next request gets the task', async () => {
    const world = await createWorld(api());
    const taskId = await api().createTask(world.team);
    interceptQuery(api().db, writeQuery, () => Promise.reject(cancelled()));
    expectProblem(await next(world), 503, 'UNAVAILABLE');
    expect(expectBody(await next(world), 200, Task).id).toBe(taskId);
  });

  it('200: without a body too', async () => {
    const { team, ada } = await createWorld(api());
    for (const extra of [{}, { headers: { 'Content-Type': 'application/json' } }]) {
      const taskId = await api().createTask(team);
      const path = `/api/teams/${team.teamId}/tasks/claim-next`;
      const reply = await api().request('POST', path, { token: ada.token, ...extra });
      expect(expectBody(reply, 200, Task).id).toBe(taskId);
    }
  });

  it('204: nothing to claim, and nothing changes', async () => {
    const world = await createWorld(api());
    const before = await api().stored();
    expectNothing(await next(world));
    expectNothing(await next(world, { wait: 0, leaseSeconds }));
    expect(await api().stored()).toEqual(before);
  });

  it('hands out by priority, then the own tasks, then rank, then the oldest', async () => {
    const world = await createWorld(api());
    const { team, ada } = world;
    const mine = { assignedAgentId: ada.id };
    const create = (title: string, fields = {}) => api().createTask(team, { title, ...fields });
    await create('low, oldest', { priority: 'low' });
    await create('low, mine', { priority: 'low', ...mine });
    await create('normal, 1');
    const ranked = await create('normal, first by rank');
    await create('normal, 2');
    await create('normal, mine', mine);
    await create('high, 1', { priority: 'high' });
    await create('high, 2', { priority: 'high' });
    await create('high, mine', { priority: 'high', ...mine });
    await api().owner.query(`update tasks set rank = '0' where id = $1`, [ranked]);
    expect(await drain(world)).toEqual([
      'high, mine',
      'high, 1',
      'high, 2',
      'normal, mine',
      'normal, first by rank',
      'normal, 1',
      'normal, 2',
      'low, mine',
      'low, oldest',
    ]);
  });

  it('hands out the own tasks of all projects by rank and age, or those of one project', async () => {
    const world = await createWorld(api());
    const { team, ada, bob } = world;
    const [second, third] = [await createProject(api(), team, 'B'), await createProject(api(), team, 'C')];
    const mine = { assignedAgentId: ada.id };
    const create = (title: string, fields = {}) => api().createTask(team, { title, ...mine, ...fields });
    await create('third 1', { projectId: third });
    await create('first 1');
    await create('second 1', { projectId: second });
    const ranked = await create('third 2', { projectId: third });
    await create('first, high', { priority: 'high' });
    await create('of another', { projectId: second, assignedAgentId: bob.id });
    await create('third 3', { projectId: third });
    await create('second 2', { projectId: second });
    await api().owner.query(`update tasks set rank = '0' where id = $1`, [ranked]);
    expect(await drain(world, { projectId: second })).toEqual(['second 1', 'second 2']);
    expect(await drain(world)).toEqual(['first, high', 'third 2', 'third 1', 'first 1', 'third 3']);
  });

  it('hands out what is to do and the agent could claim, and nothing else', async () => {
    const world = await createWorld(api());
    for (const situation of situations) await taskIn(api(), world, situation);
    await exhaustedTask(api(), world);
    await passLeaseEnd(api(), (await leaseTo(api(), world.bob, await api().createTask(world.team))).id);
    const byBob = await claimNext(api(), world.bob.token, world.team);
    expect(expectBody(byBob, 200, Task).title).toBe('todo');
    expect(await drain({ ...world, ada: world.bob })).toEqual([]);
    expect(await drain(world)).toEqual(['todo for Ada']);
  });

  it('filters by project and priority', async () => {
    const world = await createWorld(api());
    const { team } = world;
    const projectId = await createProject(api(), team);
    await api().createTask(team, { title: 'here', priority: 'high' });
    await api().createTask(team, { title: 'there, low', priority: 'low', projectId });
    await api().createTask(team, { title: 'there, normal', projectId });
    await api().createTask(team, { title: 'there, mine', assignedAgentId: world.ada.id, projectId });
    expect(await drain(world, { projectId, priority: 'high' })).toEqual([]);
    expect(await drain(world, { projectId, priority: 'low' })).toEqual(['there, low']);
    expect(await drain(world, { priority: 'normal' })).toEqual(['there, mine', 'there, normal']);
    expect(await drain(world, { projectId })).toEqual([]);
    expect(await drain(world, { projectId: team.projectId })).toEqual(['here']);
  });

  it('204: a project that is unknown or of another team', async () => {
    const world = await createWorld(api());
    const other = await createWorld(api());
    await api().createTask(world.team);
    await api().createTask(other.team);
    for (const projectId of [unknownId, other.team.projectId, 'x'])
      expectNothing(await next(world, { projectId }));
  });

  it('200: skips a task that another transaction is changing', async () => {
    const world = await createWorld(api());
    const first = await api().createTask(world.team, { priority: 'high' });
    const second = await api().createTask(world.team);
    const writer = await OpenWriter.begin(api().owner);
    await writer.client.query('select from tasks where id = $1 for no key update', [first]);
    expect(expectBody(await next(world), 200, Task).id).toBe(second);
    expectNothing(await next(world));
    await writer.rollback();
    expect(expectBody(await next(world), 200, Task).id).toBe(first);
  });

  it('400: invalid values of each field', async () => {
    const world = await createWorld(api());
    await api().createTask(world.team);
    await checkEachInvalid(
      api(),
      [
        ['leaseSeconds', 29],
        ['leaseSeconds', 86_401],
        ['leaseSeconds', 1.5],
        ['leaseSeconds', '60'],
        ['leaseSeconds', null],
        ['wait', -1],
        ['wait', 31],
        ['wait', 0.5],
        ['wait', '1'],
        ['wait', null],
        ['priority', 'urgent'],
        ['priority', null],
        ['priority', ['high']],
        ['projectId', 5],
        ['projectId', null],
        ['projectId', 'a\0b'],
        ['projectId', 'x'.repeat(10_000)],
        ['status', 'todo'],
        ['attempt', 1],
        ['complete', 'x'],
        ['complete', []],
        ['complete', null],
      ],
      (field, value) => next(world, { [field]: value }),
    );
  });

  it('403 for a key, 404 for another team', async () => {
    const world = await createWorld(api());
    const other = await createWorld(api());
    await api().createTask(other.team);
    expectProblem(await claimNext(api(), world.team.apiKey, world.team), 403, 'AGENT_TOKEN_REQUIRED');
    expectProblem(await claimNext(api(), world.ada.token, other.team), 404, 'NOT_FOUND');
    expectProblem(
      await claimNext(api(), world.ada.token, { ...world.team, teamId: unknownId }),
      404,
      'NOT_FOUND',
    );
  });

  it('200: a task from the queue can be released, and completed by another agent', async () => {
    const world = await createWorld(api());
    const taskId = await api().createTask(world.team);
    const first = expectBody(await next(world, { leaseSeconds }), 200, Task);
    await done(calls(api()).release(world.ada.token, taskId, { body: { attempt: first.attempt } }));
    const second = expectBody(
      await claimNext(api(), world.bob.token, world.team, { leaseSeconds }),
      200,
      Task,
    );
    expect(second.attempt).toBe(2);
    const task = await done(calls(api()).complete(world.bob.token, taskId, { body: { attempt: 2 } }));
    expect(task).toMatchObject({ status: 'done', attempt: 2, leaseExpiresAt: null });
  });
});
