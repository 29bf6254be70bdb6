import { beforeAll, expect, expectTypeOf, it } from 'vitest';
import { useApi } from '../../../apps/api/test/harness.ts';
import { createWorld, type World } from '../../../apps/api/test/support/world.ts';
import {
  type AgentWithToken,
  type Crewboard,
  CrewboardError,
  createClient,
  isCode,
  type Task,
  type TaskInContext,
  type Webhook,
} from '../src/index.ts';

const api = useApi();
let world: World;
let manager: Crewboard;
let ada: Crewboard;
beforeAll(async () => {
  world = await createWorld(api());
  manager = createClient({ url: api().url, token: world.team.apiKey });
  ada = createClient({ url: `${api().url}/`, token: world.ada.token });
});

const createTask = (title = 'A task') => manager.tasks.create({ title, projectId: world.team.projectId });

it('takes a task through its life, in the team of the token', async () => {
  const created = await createTask('Say hello');
  const claimed = await ada.tasks.claim({ taskId: created.id, leaseSeconds: 60 });
  expect(claimed).toMatchObject({ status: 'in_progress', assignedAgentId: world.ada.id, attempt: 1 });
  const { status } = await ada.tasks.complete({ taskId: created.id, result: 'Hello!', attempt: 1 });
  expect(status).toBe('done');
  expect((await ada.me()).kind).toBe('agent');
  expect(await ada.tasks.claimNext()).toBeUndefined();
});

it('throws the error of the service by its code', async () => {
  const { id: taskId } = await createTask();
  await ada.tasks.claim({ taskId });
  const error = await ada.tasks.claim({ taskId }).catch((error: unknown) => error);
  expect(isCode(error, 'TASK_ALREADY_CLAIMED', 'STALE_CLAIM')).toBe(true);
  expect(isCode(error, 'STALE_CLAIM')).toBe(false);
  expect(error).toMatchObject({ status: 409, heldByCaller: true, requestId: expect.any(String) });
  const invalid = await manager.tasks.create({ title: '', projectId: '?' }).catch((error: unknown) => error);
  expect(invalid).toBeInstanceOf(CrewboardError);
  expect((invalid as CrewboardError).errors).toEqual([
    { path: 'title', message: 'must have 1 to 500 characters' },
  ]);
  expect(String(invalid)).toContain('title must have 1 to 500 characters');
});

it('throws errors with what their codes add', async () => {
  const { projectId } = world.team;
  const notBefore = new Date(Date.now() + 3_600_000).toISOString();
  const first = await manager.tasks.create({
    title: 'First',
    projectId,
    externalId: 'release/notes',
    notBefore,
  });
  const second = await manager.tasks.create({ title: 'Second', projectId, blockedBy: [first.id] });
  const errorOf = (call: Promise<unknown>) => call.catch((error: unknown) => error);
  expect(
    await errorOf(manager.tasks.create({ title: 'Again', projectId, externalId: 'release/notes' })),
  ).toMatchObject({
    code: 'EXTERNAL_ID_TAKEN',
    taskId: first.id,
  });
  expect(await errorOf(ada.tasks.claim({ taskId: second.id }))).toMatchObject({ openBlockerIds: [first.id] });
  expect(await errorOf(manager.tasks.update({ taskId: first.id, blockedBy: [second.id] }))).toMatchObject({
    code: 'DEPENDENCY_CYCLE',
    cycle: expect.arrayContaining([first.id, second.id]),
  });
  const early = await errorOf(ada.tasks.claim({ taskId: first.id }));
  expect(early).toMatchObject({ code: 'TASK_NOT_CLAIMABLE', notBefore });
  expect(early).not.toHaveProperty('taskId');
});

it('changes a task only in the version that was read', async () => {
  const task = await createTask();
  const changed = await manager.tasks.update({ taskId: task.id, title: 'Second' }, { ifMatch: task });
  const late = manager.tasks.update({ taskId: task.id, title: 'Third' }, { ifMatch: task });
  await expect(late).rejects.toMatchObject({ code: 'PRECONDITION_FAILED' });
  await manager.tasks.move({ taskId: task.id, status: 'done' }, { ifMatch: changed });
  const copy = { ...changed };
  await expect(manager.tasks.get({ taskId: task.id }, { ifMatch: copy })).rejects.toThrow(TypeError);
});

it('reads a list page by page, and all of it', async () => {
  const team = await api().createTeam('Paging');
  const client = createClient({ url: api().url, token: team.apiKey });
  for (let n = 1; n <= 5; n += 1) await api().createTask(team, { title: `${n}` });
  const page = await client.tasks.list({ limit: 2 });
  expect(page.map(({ title }) => title)).toEqual(['5', '4']);
  const next = await client.tasks.list({ limit: 2, cursor: page.nextCursor ?? '' });
  expect(next.map(({ title }) => title)).toEqual(['3', '2']);
  const titles: string[] = [];
  for await (const { title } of client.tasks.listAll({ limit: 2 })) titles.push(title);
  expect(titles).toEqual(['5', '4', '3', '2', '1']);
  expect((await client.tasks.list({ limit: 5 })).nextCursor).toBeNull();
  expect(JSON.stringify(await client.projects.list())).not.toContain('nextCursor');
});

it('rejects before a request what no request can do', async () => {
  expect(() => createClient({ url: 'crewboard', token: 'x' })).toThrow(TypeError);
  expect(() => createClient({ url: api().url, token: '' })).toThrow('token');
  // @ts-expect-error The task is missing.
  await expect(ada.tasks.get({})).rejects.toThrow('`taskId` is required.');
});

it('ends a call with the reason of its signal', async () => {
  const stopped = new AbortController();
  const waiting = ada.tasks.claimNext({ wait: 30 }, { signal: stopped.signal });
  stopped.abort(new Error('no more'));
  await expect(waiting).rejects.toThrow('no more');
});

it('asks for the fields and the form of the response that the options name', async () => {
  const sent: { query: string; prefer: string | null }[] = [];
  const client = createClient({
    ...{ url: api().url, token: world.team.apiKey },
    fetch(url, init) {
      sent.push({ query: new URL(String(url)).search, prefer: new Headers(init?.headers).get('prefer') });
      return fetch(url, init);
    },
  });
  const { id } = await createTask();
  const read = client.tasks.get({ taskId: id }, { fields: ['id', 'title'], maxRetries: 0 });
  expectTypeOf(read).resolves.toEqualTypeOf<Pick<Task, 'id' | 'title'>>();
  await read.catch(() => undefined);
  const moved = client.tasks.move({ taskId: id, status: 'done' }, { prefer: 'minimal' });
  expectTypeOf(moved).resolves.toEqualTypeOf<
    Pick<Task, 'id' | 'status' | 'attempt' | 'version' | 'leaseExpiresAt'>
  >();
  expect(Object.keys(await moved)).toEqual(['id', 'status', 'attempt', 'leaseExpiresAt', 'version']);
  const whole = client.tasks.get({ taskId: id });
  expectTypeOf(whole).resolves.toEqualTypeOf<TaskInContext>();
  expect(await whole).toMatchObject({ title: 'A task', status: 'done' });
  expect(sent.slice(0, 2)).toEqual([
    { query: '?fields=id%2Ctitle', prefer: null },
    { query: '', prefer: 'return=minimal' },
  ]);
});

it('types a minimal response with the fields that it has, and no others', async () => {
  const options = { prefer: 'minimal' } as const;
  type Claimed =
    | ('id' | 'title' | 'description' | 'priority' | 'links')
    | (
        | 'attempt'
        | 'version'
        | 'leaseExpiresAt'
        | 'instructions'
        | 'context'
        | 'blockers'
        | 'children'
        | 'next'
      );
  const { id: taskId } = await manager.tasks.create(
    { title: 'Minimal', projectId: world.team.projectId },
    options,
  );
  const claimed = await ada.tasks.claim({ taskId }, options);
  expectTypeOf(claimed).toEqualTypeOf<Pick<TaskInContext, Claimed>>();
  // @ts-expect-error The response has no status.
  expect(claimed.status).toBeUndefined();
  expect(claimed).toEqual({
    ...{ id: taskId, title: 'Minimal', description: null, priority: 'normal', links: [] },
    ...{ attempt: 1, version: 2, leaseExpiresAt: null },
  });
  expectTypeOf(ada.tasks.claimNext<typeof options>).returns.resolves.toEqualTypeOf<
    Pick<TaskInContext, Claimed> | undefined
  >();
  const agent = await manager.agents.create({ name: 'Minimal' }, options);
  expectTypeOf(agent).toEqualTypeOf<Pick<AgentWithToken, 'id' | 'token'>>();
  expect(Object.keys(agent)).toEqual(['id', 'token']);
  for await (const webhook of manager.webhooks.listAll({}, options)) {
    expectTypeOf(webhook).toEqualTypeOf<Pick<Webhook, 'id' | 'enabled'>>();
  }
  for (const event of await manager.events.list({ limit: 1 }, options)) {
    expect(Object.keys(event)).toEqual(['id', 'type', 'subject', 'actor', 'createdAt']);
    // @ts-expect-error The response has no snapshot.
    expect(event.snapshot).toBeUndefined();
  }
  const both = await manager.tasks.get({ taskId }, { ...options, fields: ['title'] });
  expectTypeOf(both).toEqualTypeOf<Pick<TaskInContext, 'title'>>();
  expect(both).toEqual({ title: 'Minimal' });
  const isShort = taskId !== '';
  const either = await manager.tasks.get({ taskId }, { prefer: isShort ? 'minimal' : undefined });
  expectTypeOf(either).toEqualTypeOf<Partial<TaskInContext>>();
});
