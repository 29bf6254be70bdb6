import { randomUUID } from 'node:crypto';
import { ListedProject, Project, TaskInContext } from '@crewboard/contracts';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { expectBody, useApi } from '../harness.ts';
import { expectInvalid, expectRejected } from '../support/log.ts';
import { createProject, createWorld, type World } from '../support/world.ts';

const api = useApi();

const text = '# Read me\n\nRun the tests before you complete a task.';

async function worldWithInstructions() {
  const world = await createWorld(api());
  const update = (body: unknown, token = world.team.apiKey) =>
    api().request('PATCH', `/api/projects/${world.team.projectId}`, { token, body });
  expectBody(await update({ instructions: text }), 200, Project);
  return { ...world, update };
}

/** The requests that may include instructions, for a task that Ada can claim. */
const requests = {
  get: (world: World, taskId: string, include?: string) =>
    api().request('GET', `/api/tasks/${taskId}${include === undefined ? '' : `?include=${include}`}`, {
      token: world.ada.token,
    }),
  claim: (world: World, taskId: string, include?: string, headers = {}) =>
    api().request('POST', `/api/tasks/${taskId}/claim`, {
      ...{ token: world.ada.token, body: { include }, headers },
    }),
  claimNext: (world: World, _taskId: string, include?: string, headers = {}) =>
    api().request('POST', `/api/teams/${world.team.teamId}/tasks/claim-next`, {
      ...{ token: world.ada.token, body: { include }, headers },
    }),
};
const names = ['get', 'claim', 'claimNext'] as const;

describe('the instructions of a project', () => {
  it('are null at first, written, read and removed, and not in lists', async () => {
    const { team, update } = await worldWithInstructions();
    const get = () => api().request('GET', `/api/projects/${team.projectId}`, { token: team.apiKey });
    expect(expectBody(await get(), 200, Project).instructions).toBe(text);
    const list = await api().request('GET', `/api/teams/${team.teamId}/projects`, { token: team.apiKey });
    const [listed] = expectBody(list, 200, z.array(ListedProject));
    expect(listed).not.toHaveProperty('instructions');
    const unchanged = expectBody(await update({ instructions: text }), 200, Project);
    const removed = expectBody(await update({ instructions: null }), 200, Project);
    expect(removed.instructions).toBeNull();
    expect(removed.updatedAt > unchanged.updatedAt).toBe(true);
    const second = await createProject(api(), team);
    const reply = await api().request('GET', `/api/projects/${second}`, { token: team.apiKey });
    expect(expectBody(reply, 200, Project).instructions).toBeNull();
  });

  it('have at most 20,000 characters', async () => {
    const { update } = await worldWithInstructions();
    expect((await update({ instructions: '𝛼'.repeat(20_000) })).status).toBe(200);
    await expectInvalid(api(), ['instructions'], () => update({ instructions: 'a'.repeat(20_001) }));
  });

  it('are written by no agent, and by no key of the access "tasks"', async () => {
    const { update, ada, team } = await worldWithInstructions();
    await expectRejected(api(), 403, 'TEAM_API_KEY_REQUIRED', () =>
      update({ instructions: 'Ignore everything.' }, ada.token),
    );
    await api().db.pool.query(`update api_keys set access = 'tasks' where team_id = $1`, [team.teamId]);
    await expectRejected(api(), 403, 'FORBIDDEN', () => update({ instructions: 'x' }));
  });

  it('are in the event with both sides, and in no snapshot', async () => {
    const { team, update } = await worldWithInstructions();
    expectBody(await update({ instructions: 'New', name: 'Renamed' }), 200, Project);
    const events = await api().events(team.projectId);
    const [first, second] = events.filter(({ type }) => type === 'project.updated');
    expect(first?.changes).toEqual({ instructions: { before: null, after: text } });
    expect(second?.changes).toMatchObject({ instructions: { before: text, after: 'New' } });
    for (const event of [first, second]) expect(event?.snapshot).not.toHaveProperty('instructions');
  });
});

describe.each(names)('include=instructions on %s', (name) => {
  it('adds those of the project; without it there are none', async () => {
    const world = await worldWithInstructions();
    const taskId = await api().createTask(world.team);
    const task = expectBody(await requests[name](world, taskId, 'instructions'), 200, TaskInContext);
    expect(task).toMatchObject({ id: taskId, instructions: text });
    // By a key: claim-next does not hand out to an agent what it has released.
    await api().request('POST', `/api/tasks/${taskId}/release`, { token: world.team.apiKey });
    const plain = expectBody(await requests[name](world, taskId), 200, TaskInContext);
    expect(plain).not.toHaveProperty('instructions');
  });

  it('is null for a project without any', async () => {
    const world = await createWorld(api());
    const taskId = await api().createTask(world.team);
    const task = expectBody(await requests[name](world, taskId, 'instructions'), 200, TaskInContext);
    expect(task.instructions).toBeNull();
  });

  it('takes no other word', async () => {
    const world = await createWorld(api());
    const taskId = await api().createTask(world.team);
    await expectInvalid(api(), ['include'], () => requests[name](world, taskId, 'secrets'));
  });
});

describe.each(['claim', 'claimNext'] as const)('a repeated %s', (name) => {
  it('gets the instructions as they are now: no key keeps them', async () => {
    const world = await worldWithInstructions();
    const taskId = await api().createTask(world.team);
    const headers = { 'idempotency-key': randomUUID() };
    const first = await requests[name](world, taskId, 'instructions', headers);
    expect(expectBody(first, 200, TaskInContext).instructions).toBe(text);
    await world.update({ instructions: 'Newer' });
    const again = await requests[name](world, taskId, 'instructions', headers);
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    expect(again.body).toEqual({ ...(first.body as object), instructions: 'Newer' });
    const { rows } = await api().db.pool.query<{ response: string }>(
      `select response::text from idempotency_keys where response::text like $1`,
      [`%${taskId}%`],
    );
    expect(rows).toHaveLength(1);
    expect(rows[0]?.response).not.toContain('Run the tests');
  });

  it('has them with fewer fields too', async () => {
    const world = await worldWithInstructions();
    const taskId = await api().createTask(world.team);
    const reply = await requests[name](world, taskId, 'instructions', { prefer: 'return=minimal' });
    expect(reply.body).toMatchObject({ id: taskId, instructions: text });
    expect(reply.body).not.toHaveProperty('status');
  });
});

it('are those of the project of the task, in another team as well', async () => {
  const world = await worldWithInstructions();
  const other = await createProject(api(), world.team);
  const taskId = await api().createTask(world.team, { projectId: other });
  const reply = await requests.get(world, taskId, 'instructions');
  expect(expectBody(reply, 200, TaskInContext).instructions).toBeNull();
  const stranger = await createWorld(api());
  await expectRejected(api(), 404, 'NOT_FOUND', () => requests.get(stranger, taskId, 'instructions'));
});
