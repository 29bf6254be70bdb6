import { Task } from '@crewboard/contracts';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { expectBody, useApi } from '../harness.ts';
import { expectInvalid, expectRejected, record } from '../support/log.ts';
import { calls, claimNext, done } from '../support/tasks.ts';
import { createWorld, unknownId } from '../support/world.ts';

const api = useApi();

/** A world, and the creation of plans whose tasks are in its project. */
async function worldWithPlans() {
  const world = await createWorld(api());
  const { team } = world;
  const send = (tasks: object[], { token = team.apiKey, headers = {} } = {}) =>
    api().request('POST', `/api/teams/${team.teamId}/tasks/bulk`, {
      ...{ token, headers },
      body: { tasks: tasks.map((task) => ({ projectId: team.projectId, ...task })) },
    });
  const create = async (tasks: object[]) => expectBody(await send(tasks), 201, z.array(Task));
  return { ...world, send, create };
}

describe('a plan', () => {
  it('is created at once, in the order of the request, with what its tasks call each other', async () => {
    const { ada, team, send } = await worldWithPlans();
    const existing = await api().createTask(team, { title: 'existing' });
    const plan = [
      { title: 'ship', blockedBy: ['ref:test', 'ref:build'], parentId: 'ref:release' },
      { title: 'test', ref: 'test', blockedBy: ['ref:build', existing], parentId: 'ref:release' },
      { title: 'build', ref: 'build', priority: 'high', parentId: 'ref:release' },
      { title: 'release', ref: 'release' },
    ];
    const { reply, events } = await record(api(), () => send(plan, { token: ada.token }));
    const [ship, test, build, release] = expectBody(reply, 201, z.array(Task)) as [Task, Task, Task, Task];
    expect([ship, test, build, release].map(({ title }) => title)).toEqual(plan.map(({ title }) => title));
    expect(ship).toMatchObject({
      blockedBy: [test.id, build.id].sort(),
      isBlocked: true,
      parentId: release.id,
    });
    expect(test).toMatchObject({ blockedBy: [build.id, existing].sort(), isBlocked: true });
    expect(build).toMatchObject({ isBlocked: false, priority: 'high', parentId: release.id });
    // Blockers and parents first.
    expect(events.map(({ type, snapshot }) => [type, snapshot.title])).toEqual(
      ['release', 'build', 'test', 'ship'].map((title) => ['task.created', title]),
    );
    for (const task of [ship, test, build, release])
      expect(expectBody(await calls(api()).get(team.apiKey, task.id), 200, Task)).toEqual(task);
  });

  it('has names of up to 96 characters, as they are given', async () => {
    const { create } = await worldWithPlans();
    for (const ref of ['é'.repeat(96), 'a\tb', '__proto__', 'ref:x']) {
      const [first, second] = await create([
        { title: 'a', ref },
        { title: 'b', blockedBy: [`ref:${ref}`] },
      ]);
      expect(second?.blockedBy).toEqual([first?.id]);
    }
  });

  it('waits for tasks that others keep changing', async () => {
    const { ada, team, create } = await worldWithPlans();
    const blockedBy = await Promise.all(Array.from({ length: 20 }, () => api().createTask(team)));
    let isCreated = false;
    const writers = Array.from({ length: 8 }, async (_, writer) => {
      for (let turn = 0; !isCreated; turn += 1) {
        const id = blockedBy[(writer * 5 + turn) % blockedBy.length] as string;
        await done(calls(api()).update(ada.token, id, { priority: turn % 2 ? 'low' : 'high' }));
      }
    });
    const plans = [await create([{ title: 'a', blockedBy }]), await create([{ title: 'b', blockedBy }])];
    isCreated = true;
    await Promise.all(writers);
    for (const [task] of plans) expect(task?.isBlocked).toBe(true);
  });

  it('is worked off layer by layer', async () => {
    const { ada, team, create } = await worldWithPlans();
    await create([
      { title: 'c', blockedBy: ['ref:b'] },
      { title: 'b', ref: 'b', blockedBy: ['ref:a1', 'ref:a2'] },
      { title: 'a2', ref: 'a2' },
      { title: 'a1', ref: 'a1' },
    ]);
    const order: string[] = [];
    for (;;) {
      const reply = await claimNext(api(), ada.token, team);
      if (reply.status === 204) break;
      const { id, title } = expectBody(reply, 200, Task);
      order.push(title);
      await done(calls(api()).complete(ada.token, id));
    }
    expect(order).toEqual(['a2', 'a1', 'b', 'c']);
  });

  it('of 500 tasks is created, and one more is too many', async () => {
    const { send, create } = await worldWithPlans();
    const tasks = Array.from({ length: 500 }, (_, index) => ({
      title: `${index}`,
      ref: `${index}`,
      blockedBy: index % 100 === 0 ? [] : [`ref:${index - 1}`],
    }));
    const created = await create(tasks);
    expect(created.map(({ title }) => title)).toEqual(tasks.map(({ title }) => title));
    expect(created.filter(({ isBlocked }) => !isBlocked)).toHaveLength(5);
    await expectInvalid(api(), ['tasks'], () => send([...tasks, { title: 'one more' }]));
    await expectInvalid(api(), ['tasks'], () => send([]));
  });

  it('is kept under its key as a whole', async () => {
    const { send } = await worldWithPlans();
    const headers = { 'Idempotency-Key': 'plan' };
    const plan = [
      { title: 'a', ref: 'a' },
      { title: 'b', blockedBy: ['ref:a'] },
    ];
    const first = expectBody(await send(plan, { headers }), 201, z.array(Task));
    const { reply, events } = await record(api(), () => send(plan, { headers }));
    expect(expectBody(reply, 201, z.array(Task))).toEqual(first);
    expect(events).toEqual([]);
  });
});

type Plan = Record<string, unknown>[];

describe('nothing is created of a plan', () => {
  it.each<[string, string, Plan]>([
    [
      'with a reference to nobody',
      'tasks.1.blockedBy',
      [{ title: 'a' }, { title: 'b', blockedBy: ['ref:x'] }],
    ],
    ['with a task that names itself', 'tasks.0.blockedBy', [{ title: 'a', ref: 'a', blockedBy: ['ref:a'] }]],
    [
      'with a name that is given twice',
      'tasks.1.ref',
      [
        { title: 'a', ref: 'a' },
        { title: 'b', ref: 'a' },
      ],
    ],
    [
      'with a cycle',
      'tasks.1.blockedBy',
      [
        { title: 'a' },
        { title: 'b', ref: 'b', blockedBy: ['ref:c'] },
        { title: 'c', ref: 'c', blockedBy: ['ref:b'] },
      ],
    ],
    [
      'with a task that waits for a cycle, which is not named',
      'tasks.1.blockedBy',
      [
        { title: 'a', blockedBy: ['ref:b'] },
        { title: 'b', ref: 'b', blockedBy: ['ref:c'] },
        { title: 'c', ref: 'c', blockedBy: ['ref:b'] },
      ],
    ],
    [
      'with an unknown blocker',
      'tasks.1.blockedBy',
      [{ title: 'a' }, { title: 'b', blockedBy: [unknownId] }],
    ],
    ['with an unknown parent', 'tasks.0.parentId', [{ title: 'a', parentId: unknownId }]],
    ['with an unknown project', 'tasks.1.projectId', [{ title: 'a' }, { title: 'b', projectId: unknownId }]],
    ['with an unknown agent', 'tasks.0.assignedAgentId', [{ title: 'a', assignedAgentId: unknownId }]],
    ['with an invalid title', 'tasks.1.title', [{ title: 'a' }, { title: '' }]],
    ['with a field that does not exist', 'tasks.0.labels', [{ title: 'a', labels: [] }]],
    [
      'with an external id that is given twice',
      'tasks.1.externalId',
      [
        { title: 'a', externalId: 'x' },
        { title: 'b', externalId: 'x' },
      ],
    ],
    [
      'with six levels',
      'tasks.5.parentId',
      Array.from({ length: 6 }, (_, index) => ({
        title: `${index}`,
        ref: `${index}`,
        ...(index > 0 && { parentId: `ref:${index - 1}` }),
      })),
    ],
  ])('%s', async (_, path, plan) => {
    const { send } = await worldWithPlans();
    await expectInvalid(api(), [path], () => send(plan));
  });

  it('with an item that is no object', async () => {
    const { team } = await createWorld(api());
    const path = `/api/teams/${team.teamId}/tasks/bulk`;
    const send = () => api().request('POST', path, { token: team.apiKey, body: { tasks: [null] } });
    const problem = await expectInvalid(api(), ['tasks.0'], send);
    expect(problem.detail).toBe('tasks.0 must be a JSON object.');
  });

  it('with a task that is too low below one that exists, which alone is named', async () => {
    const { team, send, create } = await worldWithPlans();
    let parentId = await api().createTask(team);
    for (let level = 2; level <= 4; level += 1) parentId = await api().createTask(team, { parentId });
    const onLast = [
      { title: 'a', parentId },
      { title: 'b', ref: 'b', parentId },
    ];
    await expectInvalid(api(), ['tasks.2.parentId'], () =>
      send([...onLast, { title: 'c', parentId: 'ref:b' }]),
    );
    await create(onLast);
  });

  it('with a blocker, a parent or an agent of another team', async () => {
    const { send } = await worldWithPlans();
    const other = await createWorld(api());
    const foreign = await api().createTask(other.team);
    await expectInvalid(api(), ['tasks.0.blockedBy'], () => send([{ title: 'a', blockedBy: [foreign] }]));
    await expectInvalid(api(), ['tasks.0.parentId'], () => send([{ title: 'a', parentId: foreign }]));
    await expectInvalid(api(), ['tasks.0.assignedAgentId'], () =>
      send([{ title: 'a', assignedAgentId: other.ada.id }]),
    );
  });

  it('with an external id that is taken: the error names the task, and the place', async () => {
    const { create, send } = await worldWithPlans();
    const [first] = await create([{ title: 'a', externalId: 'release-1' }]);
    const problem = await expectRejected(api(), 409, 'EXTERNAL_ID_TAKEN', () =>
      send([
        { title: 'b', externalId: 'release-2' },
        { title: 'c', externalId: 'release-1' },
      ]),
    );
    expect(problem).toMatchObject({
      taskId: first?.id,
      detail: `Task ${first?.id} has the externalId of tasks.1.externalId.`,
    });
  });

  it('that would make one task block more than 500', async () => {
    const { team, send } = await worldWithPlans();
    const blocker = await api().createTask(team);
    await api().db.pool.query('update tasks set dependants = 499 where id = $1', [blocker]);
    const waiting = { title: 'waiting', blockedBy: [blocker] };
    await expectRejected(api(), 409, 'LIMIT_REACHED', () => send([waiting, waiting]));
    expect((await send([waiting])).status).toBe(201);
  });
});

it('eight plans on the same blockers at once are created one after another, or not at all', async () => {
  const { team, send } = await worldWithPlans();
  const blockedBy = [await api().createTask(team), await api().createTask(team)];
  const plans = Array.from({ length: 8 }, () =>
    send([
      { title: 'a', ref: 'a', blockedBy },
      { title: 'b', blockedBy: ['ref:a'] },
    ]),
  );
  const statuses = (await Promise.all(plans)).map(({ status }) => status);
  expect(statuses.filter((status) => status !== 201 && status !== 429)).toEqual([]);
  const created = statuses.filter((status) => status === 201).length;
  expect(created).toBeGreaterThan(0);
  const { rows } = await api().db.pool.query('select dependants from tasks where id = any($1)', [blockedBy]);
  expect(rows).toEqual([{ dependants: created }, { dependants: created }]);
});
