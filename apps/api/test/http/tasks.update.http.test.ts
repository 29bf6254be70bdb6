import { Task, type TaskPatch } from '@crewboard/contracts';
import { describe, expect, it } from 'vitest';
import { expectBody, useApi } from '../harness.ts';
import { checkEachInvalid } from '../support/check-each.ts';
import { byAgent, byKey, eventRow, expectInvalid, expectRejected, record } from '../support/log.ts';
import { calls, readTask, situations, taskIn } from '../support/tasks.ts';
import { age, createProject, createWorld, setAgentStatus, unknownId } from '../support/world.ts';

const api = useApi();
const update = (token: string, taskId: string, body: unknown) => calls(api()).update(token, taskId, body);

/** A world with a task that is an hour old. */
async function worldWithTask() {
  const world = await createWorld(api());
  const taskId = await api().createTask(world.team, { title: 'Before', description: 'Text' });
  await age(api(), 'tasks', taskId);
  return { ...world, world, taskId, before: await readTask(api(), world, taskId) };
}

describe('PATCH /api/tasks/:taskId', () => {
  it.each<[string, TaskPatch]>([
    ['title', { title: 'After' }],
    ['description', { description: 'Another text' }],
    ['description to nothing', { description: null }],
    ['description to an empty text', { description: '' }],
    ['priority', { priority: 'high' }],
    ['due date', { dueDate: '2028-02-29' }],
  ])('200: the team and an agent change the %s and writes one event with the changes', async (_, patch) => {
    for (const who of ['key', 'agent'] as const) {
      const { world, team, ada, taskId, before } = await worldWithTask();
      const { reply, events } = await record(api(), () =>
        update(who === 'key' ? team.apiKey : ada.token, taskId, patch),
      );
      const task = expectBody(reply, 200, Task);
      expect(task).toEqual({ ...before, ...patch, version: before.version + 1, updatedAt: task.updatedAt });
      expect(task.updatedAt > before.updatedAt).toBe(true);
      expect(await readTask(api(), world, taskId)).toEqual(task);
      const [field, after] = Object.entries(patch)[0] as [keyof TaskPatch, unknown];
      const changes = { [field]: { before: before[field], after } };
      const actor = who === 'key' ? byKey(world) : byAgent(ada);
      expect(events).toEqual([
        eventRow({ reply, world, actor, type: 'task.updated', snapshot: task, changes }),
      ]);
    }
  });

  it('200: the team changes every writable field at once; the event leaves out what stayed', async () => {
    const { world, team, ada, taskId, before } = await worldWithTask();
    const projectId = await createProject(api(), team);
    const patch = {
      title: 'After',
      description: before.description,
      priority: 'low',
      assignedAgentId: ada.id,
      projectId,
      dueDate: '0001-01-01',
      notBefore: new Date(Date.now() + 3_600_000).toISOString(),
    };
    const { reply, events } = await record(api(), () => update(team.apiKey, taskId, patch));
    const task = expectBody(reply, 200, Task);
    expect(task).toEqual({ ...before, ...patch, version: before.version + 1, updatedAt: task.updatedAt });
    const changes = {
      title: { before: 'Before', after: 'After' },
      priority: { before: 'normal', after: 'low' },
      assignedAgentId: { before: null, after: ada.id },
      projectId: { before: team.projectId, after: projectId },
      dueDate: { before: null, after: '0001-01-01' },
      notBefore: { before: null, after: patch.notBefore },
    };
    expect(events).toEqual([
      eventRow({ reply, world, actor: byKey(world), type: 'task.updated', snapshot: task, changes }),
    ]);
  });

  it('200: a change without a difference keeps updatedAt and writes no event', async () => {
    const { team, ada, taskId, before } = await worldWithTask();
    const { title, description, priority, assignedAgentId, projectId } = before;
    const stored = await api().stored();
    for (const patch of [
      { title },
      { description },
      { priority },
      { assignedAgentId },
      { projectId },
      { title, description, priority, assignedAgentId, projectId },
    ]) {
      expect(expectBody(await update(team.apiKey, taskId, patch), 200, Task)).toEqual(before);
    }
    const byAnAgent = await update(ada.token, taskId, { title, description, priority });
    expect(expectBody(byAnAgent, 200, Task)).toEqual(before);
    expect(await api().stored()).toEqual(stored);
  });

  it.each(situations.filter((situation) => !situation.includes('Ada')))(
    '200: every agent can change text and priority of a task that is %s',
    async (situation) => {
      const world = await createWorld(api());
      const taskId = await taskIn(api(), world, situation);
      const before = await readTask(api(), world, taskId);
      const patch = { title: 'After', description: 'After', priority: 'high' } as const;
      const task = expectBody(await update(world.bob.token, taskId, patch), 200, Task);
      expect(task).toEqual({ ...before, ...patch, version: before.version + 1, updatedAt: task.updatedAt });
    },
  );

  it('an agent writes what it holds or created, and nothing that another agent holds or is assigned to', async () => {
    for (const situation of situations.filter((each) => each.includes('Ada'))) {
      const world = await createWorld(api());
      const { ada, bob } = world;
      const taskId = await taskIn(api(), world, situation);
      const code = situation === 'held by Ada' ? 'NOT_CLAIM_HOLDER' : 'TASK_ASSIGNED_TO_OTHER';
      await expectRejected(api(), 409, code, () => update(bob.token, taskId, { title: 'By Bob' }));
      expectBody(await update(ada.token, taskId, { title: 'By Ada' }), 200, Task);
    }
    const { ada, bob, team } = await createWorld(api());
    const body = { title: 'For Ada', projectId: team.projectId, assignedAgentId: ada.id };
    const created = await api().request('POST', `/api/teams/${team.teamId}/tasks`, {
      token: bob.token,
      body,
    });
    const { id } = expectBody(created, 201, Task);
    expectBody(await calls(api()).claim(ada.token, id), 200, Task);
    expect(expectBody(await update(bob.token, id, { title: 'By its creator' }), 200, Task).title).toBe(
      'By its creator',
    );
  });

  it.each([
    ['title', 'x'],
    ['title', '🚀'.repeat(500)],
    ['description', '🚀'.repeat(100_000)],
  ])('200: %s at its bound (row %$)', async (field, value) => {
    const { team, taskId } = await worldWithTask();
    const task = expectBody(await update(team.apiKey, taskId, { [field]: value }), 200, Task);
    expect(task).toMatchObject({ [field]: value });
  });

  it('200: 20 concurrent changes are stored one after another, each with its own old and new values', async () => {
    const { world, team, taskId } = await worldWithTask();
    const titles = Array.from({ length: 20 }, (_, index) => `Title ${index}`);
    const replies = await Promise.all(titles.map((title) => update(team.apiKey, taskId, { title })));
    for (const [index, reply] of replies.entries()) {
      expect(expectBody(reply, 200, Task).title).toBe(titles[index]);
    }
    const events = (await api().events(taskId)).filter((event) => event.type === 'task.updated');
    expect(events.map((event) => event.snapshot.title).sort()).toEqual(titles.toSorted());
    const followers = new Map(
      events.map((event) => [event.changes?.title?.before, event.changes?.title?.after]),
    );
    const chain: unknown[] = ['Before'];
    while (followers.has(chain.at(-1))) chain.push(followers.get(chain.at(-1)));
    expect(chain).toHaveLength(21);
    expect((await readTask(api(), world, taskId)).title).toBe(chain.at(-1));
  });

  it('400: an empty object, and no body', async () => {
    const { team, taskId } = await worldWithTask();
    await expectRejected(api(), 400, 'VALIDATION_ERROR', () => update(team.apiKey, taskId, {}));
    await expectRejected(api(), 400, 'VALIDATION_ERROR', () =>
      api().request('PATCH', `/api/tasks/${taskId}`, { token: team.apiKey }),
    );
  });

  it('400: status points to move, also when it is the status of the task', async () => {
    const { team, ada, taskId } = await worldWithTask();
    for (const token of [team.apiKey, ada.token]) {
      for (const status of ['done', 'todo', null]) {
        const problem = await expectInvalid(api(), ['status'], () => update(token, taskId, { status }));
        expect(problem.errors?.[0]?.message).toMatch(/\/move\b/);
      }
    }
  });

  it('400: names read-only fields, also with the values they have, and nothing beside them is written', async () => {
    const { team, taskId, before } = await worldWithTask();
    const times = ['createdAt', 'updatedAt', 'statusChangedAt', 'leaseExpiresAt', 'archivedAt'] as const;
    const readOnly = [
      'id',
      'status',
      'result',
      'attempt',
      'isBlocked',
      'needsAttention',
      'rank',
      'version',
      ...times,
    ] as const;
    for (const field of readOnly) {
      const body = { title: 'After', [field]: before[field] };
      await expectInvalid(api(), [field], () => update(team.apiKey, taskId, body));
    }
    await expectInvalid(api(), [...readOnly], () => update(team.apiKey, taskId, before));
  });

  it('400: each invalid field', async () => {
    const { team, taskId } = await worldWithTask();
    const rows = [
      ['title', null],
      ['title', ''],
      ['title', ' \u3000\t'],
      ['title', 'x'.repeat(501)],
      ['title', '🚀'.repeat(501)],
      ['title', 'a\0b'],
      ['title', 'a\udc00b'],
      ['title', 5],
      ['description', 'x'.repeat(100_001)],
      ['description', '🚀'.repeat(100_001)],
      ['description', '\0'],
      ['description', false],
      ['priority', null],
      ['priority', 'urgent'],
      ['priority', 'High'],
      ['assignedAgentId', ''],
      ['assignedAgentId', []],
      ['assignedAgentId', unknownId],
      ['projectId', null],
      ['projectId', ''],
      ['projectId', 3],
      ['projectId', unknownId],
    ] as const;
    await checkEachInvalid(api(), rows, (field, value) =>
      update(team.apiKey, taskId, { title: 'After', priority: 'high', [field]: value }),
    );
  });

  it('400: rejects a project or an agent of another team, and an inactive agent', async () => {
    const { team, bob, taskId } = await worldWithTask();
    const theirs = await createWorld(api());
    await setAgentStatus(api(), team, bob.id, 'inactive');
    for (const [field, value] of [
      ['projectId', theirs.team.projectId],
      ['assignedAgentId', theirs.ada.id],
      ['assignedAgentId', bob.id],
    ] as const) {
      await expectInvalid(api(), [field], () =>
        update(team.apiKey, taskId, { title: 'After', [field]: value }),
      );
    }
  });

  it('403: an agent may not write assignedAgentId and projectId, with any value', async () => {
    const { team, ada, taskId } = await worldWithTask();
    const rejected = [
      { assignedAgentId: ada.id },
      { assignedAgentId: null },
      { assignedAgentId: unknownId },
      { projectId: team.projectId },
      { projectId: unknownId },
    ];
    for (const field of rejected) {
      for (const body of [field, { title: 'After', ...field }]) {
        const problem = await expectRejected(api(), 403, 'FORBIDDEN', () => update(ada.token, taskId, body));
        expect(problem.detail).toContain(Object.keys(field)[0]);
      }
    }
    const both = { assignedAgentId: null, projectId: team.projectId };
    const problem = await expectRejected(api(), 403, 'FORBIDDEN', () => update(ada.token, taskId, both));
    for (const field of Object.keys(both)) expect(problem.detail).toContain(field);
  });

  it('the order of the checks: 400 for the body, 404 for the target, 403 for the field, 409', async () => {
    const { world, ada, taskId } = await worldWithTask();
    const theirs = await api().createTask((await createWorld(api())).team);
    const forbidden = { assignedAgentId: ada.id };
    const body = { ...forbidden, status: 'done' };
    await expectRejected(api(), 400, 'VALIDATION_ERROR', () => update(ada.token, taskId, body));
    await expectRejected(api(), 400, 'VALIDATION_ERROR', () => update(ada.token, unknownId, body));
    await expectRejected(api(), 404, 'NOT_FOUND', () => update(ada.token, unknownId, forbidden));
    await expectRejected(api(), 404, 'NOT_FOUND', () => update(ada.token, theirs, forbidden));
    const finished = await taskIn(api(), world, 'done by nobody');
    await expectRejected(api(), 403, 'FORBIDDEN', () => update(ada.token, finished, forbidden));
  });
});
