import { Task } from '@crewboard/contracts';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { expectBody, expectProblem, type Reply, useApi } from '../harness.ts';
import { checkEachInvalid } from '../support/check-each.ts';
import { expectInvalid, expectRejected, record } from '../support/log.ts';
import { calls, done, readTask } from '../support/tasks.ts';
import { createProject, createWorld, unknownId, type World } from '../support/world.ts';

const api = useApi();
const eight = Array.from({ length: 8 }, (_, index) => index);

const create = ({ team }: World, fields: object = {}, headers: Record<string, string> = {}, on = api()) =>
  on.request('POST', `/api/teams/${team.teamId}/tasks`, {
    ...{ token: team.apiKey, headers },
    body: { title: 'A task', projectId: team.projectId, ...fields },
  });

const update = ({ team }: World, taskId: string, fields: object, on = api()) =>
  calls(on).update(team.apiKey, taskId, fields);

const list = (world: World, query: Record<string, string>, token = world.team.apiKey) =>
  api().request('GET', `/api/teams/${world.team.teamId}/tasks?${new URLSearchParams(query)}`, { token });

const found = async (world: World, query: Record<string, string>) =>
  expectBody(await list(world, query), 200, z.array(Task)).map(({ id }) => id);

const statusesOf = (replies: Reply[]) => replies.map(({ status }) => status).sort();

describe('the external id of a task', () => {
  it.each([
    ['one character', '7'],
    ['200 emoji', '🚀'.repeat(200)],
    ['blanks around it', ' plan 7/3 '],
  ])('is stored as sent: %s', async (_, externalId) => {
    const world = await createWorld(api());
    const task = expectBody(await create(world, { externalId }), 201, Task);
    expect(task.externalId).toBe(externalId);
    expect(await readTask(api(), world, task.id)).toEqual(task);
    expect(await found(world, { externalId })).toEqual([task.id]);
  });

  it('is one line of 1 to 200 characters: 400 for all others', async () => {
    const world = await createWorld(api());
    const { id } = await done(create(world));
    const texts = ['', ' ', 'x'.repeat(201), 'a\0', 'a\u001b[2J'];
    const rows = [...texts, 7, ['a']].map((externalId) => ['externalId', externalId] as const);
    await checkEachInvalid(api(), rows, (_, externalId) => create(world, { externalId }));
    await checkEachInvalid(api(), rows, (_, externalId) => update(world, id, { externalId }));
    await checkEachInvalid(api(), rows.slice(0, texts.length), (_, externalId) =>
      list(world, { externalId: `${externalId}` }),
    );
  });

  it('is set, changed and removed by an update, whose event says so', async () => {
    const world = await createWorld(api());
    const { id } = await done(create(world));
    const changeTo = async (externalId: string | null) => {
      const { reply, events } = await record(api(), () => update(world, id, { externalId }));
      expect(expectBody(reply, 200, Task).externalId).toBe(externalId);
      return events.map(({ type, changes }) => ({ type, change: changes?.externalId }));
    };
    const type = 'task.updated';
    expect(await changeTo('a')).toEqual([{ type, change: { before: null, after: 'a' } }]);
    expect(await changeTo('b')).toEqual([{ type, change: { before: 'a', after: 'b' } }]);
    expect(await changeTo('b')).toEqual([]);
    expect(await changeTo(null)).toEqual([{ type, change: { before: 'b', after: null } }]);
    expect(await found(world, { externalId: 'b' })).toEqual([]);
  });

  it('belongs to one task of the team: 409 names it on creation and update, and stores nothing', async () => {
    const [world, theirs] = [await createWorld(api()), await createWorld(api())];
    const first = await done(create(world, { externalId: 'plan' }));
    const second = await done(create(world, { externalId: 'other' }));
    for (const request of [
      () => create(world, { externalId: 'plan' }),
      () => create(world, { externalId: 'plan', description: 'x'.repeat(5_000) }),
      () => update(world, second.id, { externalId: 'plan' }),
      () => update(world, second.id, { externalId: 'plan', description: 'x'.repeat(5_000) }),
    ]) {
      const problem = await expectRejected(api(), 409, 'EXTERNAL_ID_TAKEN', request);
      expect(problem).toMatchObject({ taskId: first.id, detail: `Task ${first.id} has this externalId.` });
    }
    expect((await create(theirs, { externalId: 'plan' })).status).toBe(201);
    // What is wrong with the request comes first.
    await expectInvalid(api(), ['projectId'], () =>
      create(world, { externalId: 'plan', projectId: unknownId }),
    );
  });

  it('stays with an archived task, and is free once another task has lost it', async () => {
    const world = await createWorld(api());
    const { team } = world;
    const first = await done(create(world, { externalId: 'plan' }));
    expectBody(
      await api().request('POST', `/api/tasks/${first.id}/archive`, { token: team.apiKey }),
      200,
      Task,
    );
    const problem = await expectRejected(api(), 409, 'EXTERNAL_ID_TAKEN', () =>
      create(world, { externalId: 'plan' }),
    );
    expect(problem).toMatchObject({ taskId: first.id });
    expect(await found(world, { externalId: 'plan' })).toEqual([]);
    expect(await found(world, { externalId: 'plan', archived: 'true' })).toEqual([first.id]);

    const second = await done(create(world, { externalId: 'other' }));
    await done(update(world, second.id, { externalId: 'another' }));
    expect((await create(world, { externalId: 'other' })).status).toBe(201);
  });

  it('is written by an agent on creation, and later of what it created and nobody holds', async () => {
    const world = await createWorld(api());
    const { team, ada, bob } = world;
    const body = { title: 'A task', projectId: team.projectId, externalId: 'plan' };
    const path = `/api/teams/${team.teamId}/tasks`;
    const { id } = expectBody(await api().request('POST', path, { token: ada.token, body }), 201, Task);
    const write = (token: string, externalId: string) => calls(api()).update(token, id, { externalId });
    await done(write(ada.token, 'other'));
    await expectRejected(api(), 403, 'FORBIDDEN', () => write(bob.token, 'third'));
    await done(calls(api()).claim(bob.token, id));
    await expectRejected(api(), 409, 'TASK_ALREADY_CLAIMED', () => write(ada.token, 'third'));
    await expectRejected(api(), 403, 'FORBIDDEN', () => write(bob.token, 'third'));
    await done(write(team.apiKey, 'third'));
  });

  it('is kept with the response under an Idempotency-Key, which a 409 leaves free', async () => {
    const world = await createWorld(api());
    const key = (name: string) => ({ 'Idempotency-Key': name });
    const first = await create(world, { externalId: 'plan' }, key('first'));
    const again = await create(world, { externalId: 'plan' }, key('first'));
    expect([first.status, again.status]).toEqual([201, 201]);
    expect(again.text).toBe(first.text);
    expectProblem(await create(world, { externalId: 'plan' }, key('second')), 409, 'EXTERNAL_ID_TAKEN');
    const { id } = expectBody(first, 201, Task);
    await done(update(world, id, { externalId: null }));
    expect((await create(world, { externalId: 'plan' }, key('second'))).status).toBe(201);
  });

  it('finds the task by every filter that suits it, and no page after it', async () => {
    const world = await createWorld(api());
    const { team, ada } = world;
    const other = await createProject(api(), team);
    const task = await done(create(world, { externalId: 'plan', assignedAgentId: ada.id }));
    const later = await done(create(world));
    const externalId = 'plan';
    for (const query of [
      { status: 'todo' },
      { projectId: team.projectId },
      { agentId: ada.id },
      { claimable: 'true' },
      { cursor: later.id },
    ] as Record<string, string>[])
      expect(await found(world, { externalId, ...query }), JSON.stringify(query)).toEqual([task.id]);
    for (const query of [
      { status: 'done' },
      { projectId: other },
      { agentId: world.bob.id },
      { memberId: unknownId },
      { blockedBy: unknownId },
      { cursor: task.id },
    ] as Record<string, string>[])
      expect(await found(world, { externalId, ...query }), JSON.stringify(query)).toEqual([]);
    await done(calls(api()).move(team.apiKey, task.id, 'done'));
    expect(await found(world, { externalId, claimable: 'true' })).toEqual([]);
    const reply = await list(world, { externalId }, ada.token);
    expect(expectBody(reply, 200, z.array(Task)).map(({ id }) => id)).toEqual([task.id]);
    expect(reply.headers.has('x-next-cursor')).toBe(false);
    expectProblem(await list(world, { externalId, cursor: unknownId }), 400, 'INVALID_CURSOR');
  });
});

describe('eight callers at once, in two processes', () => {
  it('create one task with an external id, and others beside it', async () => {
    const world = await createWorld(api());
    const replica = await api().replica();
    for (const round of eight) {
      const externalId = `plan ${round}`;
      const [same, others] = await Promise.all([
        Promise.all(eight.map((n) => create(world, { externalId }, {}, n % 2 ? replica : api()))),
        Promise.all(eight.map((n) => create(world, n % 2 ? { externalId: `${externalId} ${n}` } : {}))),
      ]);
      expect(statusesOf(same)).toEqual([201, ...Array(7).fill(409)]);
      expect(statusesOf(others)).toEqual(Array(8).fill(201));
      const created = same.find(({ status }) => status === 201)?.body as Task;
      for (const reply of same.filter(({ status }) => status === 409))
        expect(expectProblem(reply, 409, 'EXTERNAL_ID_TAKEN')).toMatchObject({ taskId: created.id });
    }
    await replica.close();
  });

  it('give one of eight tasks an external id, and change others beside it', async () => {
    const world = await createWorld(api());
    const replica = await api().replica();
    const tasks = await Promise.all(eight.map(() => done(create(world))));
    for (const round of eight) {
      const externalId = `plan ${round}`;
      const beside = await Promise.all(eight.map(() => done(create(world))));
      const [same, others] = await Promise.all([
        Promise.all(tasks.map(({ id }, n) => update(world, id, { externalId }, n % 2 ? replica : api()))),
        Promise.all(beside.map(({ id }) => update(world, id, { title: externalId }))),
      ]);
      expect(statusesOf(same)).toEqual([200, ...Array(7).fill(409)]);
      expect(statusesOf(others)).toEqual(Array(8).fill(200));
      expect(await found(world, { externalId })).toHaveLength(1);
    }
    await replica.close();
  });
});
