import { Task } from '@crewboard/contracts';
import { describe, expect, it } from 'vitest';
import { expectBody, useApi } from '../harness.ts';
import { checkEachInvalid } from '../support/check-each.ts';
import { byAgent, byKey, eventRow, expectInvalid, record } from '../support/log.ts';
import { calls, readTask } from '../support/tasks.ts';
import { createProject, createWorld, setAgentStatus, unknownId } from '../support/world.ts';

const api = useApi();

const create = (team: { teamId: string; apiKey: string }, body: unknown, token = team.apiKey) =>
  api().request('POST', `/api/teams/${team.teamId}/tasks`, { token, body });

describe('POST /api/teams/:teamId/tasks', () => {
  it('201: with the required fields alone, the others have their defaults', async () => {
    const world = await createWorld(api());
    const { team } = world;
    const start = Date.now();
    const { reply, events } = await record(api(), () =>
      create(team, { title: 'A task', projectId: team.projectId }),
    );
    const task = expectBody(reply, 201, Task);
    expect(task).toEqual({
      id: expect.stringMatching(/^c[a-z0-9]{24}$/),
      title: 'A task',
      description: null,
      status: 'todo',
      priority: 'normal',
      assignedAgentId: null,
      projectId: team.projectId,
      assignedMemberId: null,
      dueDate: null,
      notBefore: null,
      links: [],
      blockedBy: [],
      isBlocked: false,
      parentId: null,
      externalId: null,
      archivedAt: null,
      rank: expect.any(String),
      result: null,
      attempt: 0,
      leaseExpiresAt: null,
      needsAttention: null,
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      version: 1,
      statusChangedAt: task.createdAt,
      updatedAt: task.createdAt,
    });
    expect(Date.parse(task.createdAt)).toBeGreaterThanOrEqual(start);
    expect(Date.parse(task.createdAt)).toBeLessThanOrEqual(Date.now());
    expect(await readTask(api(), world, task.id)).toEqual(task);
    expect(events).toEqual([
      eventRow({ reply, world, actor: byKey(world), type: 'task.created', snapshot: task, changes: null }),
    ]);
  });

  it('201: with all fields, by an agent, for another agent: it stays todo', async () => {
    const world = await createWorld(api());
    const { team, ada, bob } = world;
    const fields = {
      title: '  Kept as sent  ',
      description: '',
      projectId: await createProject(api(), team),
      assignedAgentId: bob.id,
      priority: 'high',
      dueDate: '2028-02-29',
    };
    const { reply, events } = await record(api(), () => create(team, fields, ada.token));
    const task = expectBody(reply, 201, Task);
    expect(task).toMatchObject({ ...fields, status: 'todo', result: null });
    expect(await readTask(api(), world, task.id)).toEqual(task);
    expect(events).toEqual([
      eventRow({ reply, world, actor: byAgent(ada), type: 'task.created', snapshot: task, changes: null }),
    ]);
  });

  it('201: Location names the new task', async () => {
    const { team, ada } = await createWorld(api());
    const reply = await create(team, { title: 'A task', projectId: team.projectId });
    const task = expectBody(reply, 201, Task);
    const location = new URL(reply.headers.get('location') ?? '', api().url);
    expect(location.pathname).toBe(`/api/tasks/${task.id}`);
    const read = await api().request('GET', location.pathname + location.search, { token: ada.token });
    expect(expectBody(read, 200, Task)).toEqual(task);
  });

  it.each(['low', 'normal', 'high'])('201: priority %s', async (priority) => {
    const { team } = await createWorld(api());
    const reply = await create(team, { title: 'A task', projectId: team.projectId, priority });
    expect(expectBody(reply, 201, Task).priority).toBe(priority);
  });

  it('201: null counts as absent', async () => {
    const { team } = await createWorld(api());
    const reply = await create(team, {
      title: 'A task',
      projectId: team.projectId,
      description: null,
      assignedAgentId: null,
      priority: null,
    });
    const task = expectBody(reply, 201, Task);
    expect(task).toMatchObject({ description: null, assignedAgentId: null, priority: 'normal' });
  });

  it('201: the same body twice creates two tasks', async () => {
    const { team } = await createWorld(api());
    const body = { title: 'A task', projectId: team.projectId };
    const [first, second] = [await create(team, body), await create(team, body)];
    expect(expectBody(first, 201, Task).id).not.toBe(expectBody(second, 201, Task).id);
  });

  it.each([
    ['one character', 'x'],
    ['one emoji', '🚀'],
    ['500 characters', 'x'.repeat(500)],
    ['500 emoji, counted as code points', '🚀'.repeat(500)],
    ['499 blanks and a letter', `${' '.repeat(499)}x`],
  ])('201: a title of %s', async (_, title) => {
    const { team } = await createWorld(api());
    const reply = await create(team, { title, projectId: team.projectId });
    expect(expectBody(reply, 201, Task).title).toBe(title);
  });

  it.each([
    ['100,000 characters', 'x'.repeat(100_000)],
    ['100,000 emoji', '🚀'.repeat(100_000)],
    ['blanks alone', ' \n\t '],
  ])('201: a description of %s', async (_, description) => {
    const { team } = await createWorld(api());
    const reply = await create(team, { title: 'A task', projectId: team.projectId, description });
    expect(expectBody(reply, 201, Task).description).toBe(description);
  });

  it('201: a body of exactly 1 MiB, and Content-Type in any case and with its charset', async () => {
    const { team } = await createWorld(api());
    const text = JSON.stringify({ title: 'A task', projectId: team.projectId }).padEnd(1024 * 1024);
    for (const type of ['application/json', 'Application/JSON', 'application/json; charset=UTF-8']) {
      const reply = await api().request('POST', `/api/teams/${team.teamId}/tasks`, {
        token: team.apiKey,
        rawBody: text,
        headers: { 'Content-Type': type },
      });
      expectBody(reply, 201, Task);
    }
  });

  it('201: only the assignee can claim it', async () => {
    const { team, ada, bob } = await createWorld(api());
    const reply = await create(team, {
      title: 'A task',
      projectId: team.projectId,
      assignedAgentId: ada.id,
    });
    const { id } = expectBody(reply, 201, Task);
    expect((await calls(api()).claim(bob.token, id)).status).toBe(409);
    expectBody(await calls(api()).claim(ada.token, id), 200, Task);
  });

  it('400: each required field is named when it is absent or null', async () => {
    const { team } = await createWorld(api());
    const { projectId } = team;
    await expectInvalid(api(), ['projectId', 'title'], () => create(team, {}));
    await expectInvalid(api(), ['title'], () => create(team, { projectId }));
    await expectInvalid(api(), ['projectId'], () => create(team, { title: 'A task' }));
    await expectInvalid(api(), ['title'], () => create(team, { projectId, title: null }));
    await expectInvalid(api(), ['projectId'], () => create(team, { projectId: null, title: 'A task' }));
  });

  it('400: names the missing fields without a body', async () => {
    const { team } = await createWorld(api());
    const path = `/api/teams/${team.teamId}/tasks`;
    await expectInvalid(api(), ['projectId', 'title'], () =>
      api().request('POST', path, { token: team.apiKey }),
    );
    await expectInvalid(api(), ['projectId', 'title'], () =>
      api().request('POST', path, { token: team.apiKey, headers: { 'Content-Type': 'application/json' } }),
    );
  });

  it('400: invalid titles', async () => {
    const { team } = await createWorld(api());
    await checkEachInvalid(
      api(),
      [
        ...[
          ['empty', ''],
          ['blank', '   '],
          ['of other blanks', '\u00a0\u3000\t\n'],
          ['of 501 characters', 'x'.repeat(501)],
          ['of 501 emoji', '🚀'.repeat(501)],
          ['with NUL', 'a\0b'],
          ['with a lone surrogate', 'a\ud800b'],
          ['a number', 1],
          ['a boolean', true],
          ['a list', ['A task']],
          ['an object', { text: 'A task' }],
        ].map(([, value]) => ['title', value] as const),
      ],
      (field, value) => create(team, { [field]: value, projectId: team.projectId }),
    );
  });

  it('400: invalid values of each other field', async () => {
    const { team } = await createWorld(api());
    await checkEachInvalid(
      api(),
      [
        ['description', 'x'.repeat(100_001)],
        ['description', '🚀'.repeat(100_001)],
        ['description', '\0'],
        ['description', '\udfff'],
        ['description', 0],
        ['dueDate', '2027-02-29'],
        ['dueDate', '2027-01-31T00:00:00Z'],
        ['dueDate', '0000-01-01'],
        ['priority', 'urgent'],
        ['priority', 'HIGH'],
        ['priority', ''],
        ['priority', 1],
        ['assignedAgentId', ''],
        ['assignedAgentId', 5],
        ['assignedAgentId', '\0'],
        ['assignedAgentId', unknownId],
        ['assignedAgentId', 'not an id'],
        ['projectId', ''],
        ['projectId', {}],
        ['projectId', 'a\ud800'],
        ['projectId', unknownId],
        ['projectId', 'not an id'],
      ],
      (field, value) => create(team, { title: 'A task', projectId: team.projectId, [field]: value }),
    );
  });

  it('400: what is absent, what has the wrong type and what is too long have different messages', async () => {
    const { team } = await createWorld(api());
    const message = async (title: unknown) => {
      const body = { title, projectId: team.projectId };
      const problem = await expectInvalid(api(), ['title'], () => create(team, body));
      return problem.errors?.[0]?.message;
    };
    expect(await message(undefined)).toMatch(/required/);
    expect(await message(1)).toMatch(/string/);
    expect(await message(null)).toMatch(/string/);
    expect(await message('x'.repeat(501))).toMatch(/\b500\b/);
  });

  it('400: names read-only fields, also when their value is the one the task would get', async () => {
    const { team } = await createWorld(api());
    const readOnly = { id: unknownId, status: 'todo', result: null, createdAt: null, updatedAt: null };
    const body = { title: 'A task', projectId: team.projectId };
    await expectInvalid(api(), Object.keys(readOnly), () => create(team, { ...body, ...readOnly }));
  });

  it('400: every field that is wrong is named at once', async () => {
    const { team } = await createWorld(api());
    await expectInvalid(api(), ['priority', 'projectId', 'title', 'titel'], () =>
      create(team, { titel: 'A task', projectId: 1, priority: 'urgent' }),
    );
  });

  it('400: rejects a project or an agent of another team, and an inactive agent', async () => {
    const [ours, theirs] = [await createWorld(api()), await createWorld(api())];
    const body = { title: 'A task', projectId: ours.team.projectId };
    await setAgentStatus(api(), ours.team, ours.bob.id, 'inactive');
    for (const [field, value] of [
      ['projectId', theirs.team.projectId],
      ['projectId', ours.team.teamId],
      ['assignedAgentId', theirs.ada.id],
      ['assignedAgentId', ours.bob.id],
      ['assignedAgentId', ours.keyId],
    ] as const) {
      await expectInvalid(api(), [field], () => create(ours.team, { ...body, [field]: value }));
    }
  });

  it('404: an agent cannot create tasks in another team, even with a valid project', async () => {
    const [ours, theirs] = [await createWorld(api()), await createWorld(api())];
    const before = await api().stored();
    const body = { title: 'A task', projectId: theirs.team.projectId };
    expect((await create(theirs.team, body, ours.ada.token)).status).toBe(404);
    expect(await api().stored()).toEqual(before);
  });
});
