import { restOperations } from '@crewboard/contracts';
import { beforeEach, describe, expect, it } from 'vitest';
import { expectProblem, type Reply, useApi } from '../harness.ts';
import { expireIn } from '../support/expiry.ts';
import { recordQueries, tokenLookUp } from '../support/record-queries.ts';
import { readTask } from '../support/tasks.ts';
import { works } from '../support/tokens.ts';
import { createWorld, rotateToken, setAgentStatus, unknownId, type World } from '../support/world.ts';

// The statements of these operations check the token of an agent whose last request succeeded.

const api = useApi();
let world: World;
let taskId: string;
beforeEach(async () => {
  world = await createWorld(api());
  taskId = await api().createTask(world.team);
  expect(await works(api(), world.ada.token)).toBe(true);
});

const post = (path: string, body: object, headers = {}): Promise<Reply> =>
  api().request('POST', path, { token: world.ada.token, body, headers });

const queue = () => `/api/teams/${world.team.teamId}/tasks/claim-next`;
const claim = () => post(`/api/tasks/${taskId}/claim`, {});
const complete = () => post(`/api/tasks/${taskId}/complete`, { result: 'Done' });
const claimNext = () => post(queue(), {});
const get = (path: string): Promise<Reply> => api().request('GET', path, { token: world.ada.token });
const read = () => get(`/api/tasks/${taskId}`);
const list = (query = '') => get(`/api/teams/${world.team.teamId}/tasks${query}`);
const operations: Record<string, () => Promise<Reply>> = {
  ...{ claim, complete, 'claim-next': claimNext, get: read },
  list: () => list(),
  'a list of a status': () => list('?status=todo&limit=1'),
  'an empty list': () => list('?status=done'),
  'claim with a lease': () => post(`/api/tasks/${taskId}/claim`, { leaseSeconds: 30 }),
  'complete with a large result': () => post(`/api/tasks/${taskId}/complete`, { result: 'x'.repeat(50_000) }),
  'claim-next of a project': () => post(queue(), { projectId: world.team.projectId }),
  'claim-next with complete': () => post(queue(), { complete: { taskId } }),
  'claim-next that waits': () => post(queue(), { priority: 'high', wait: 1 }),
};

it('are those that this file tests', () => {
  const tested = ['tasks.claim', 'tasks.claimNext', 'tasks.complete', 'tasks.get', 'tasks.list'];
  const checking = restOperations.filter(({ rest }) => rest.checksToken).map(({ id }) => id);
  expect(checking.sort()).toEqual(tested);
});

const ends: Record<string, () => Promise<unknown>> = {
  rotated: () => rotateToken(api(), world.team, world.ada.id),
  expired: () => expireIn(api().db.pool, 'agents', world.ada.id, '0'),
  'of an inactive agent': () => setAgentStatus(api(), world.team, world.ada.id, 'inactive'),
};

describe.each(Object.entries(ends))('a token that is %s', (_, end) => {
  it.each(Object.entries(operations))('gets 401 from %s, which stores nothing', async (_, send) => {
    await end();
    await api().activity.flush();
    const stored = await api().stored();
    expectProblem(await send(), 401, 'UNAUTHENTICATED');
    await api().activity.flush();
    expect(await api().stored()).toEqual(stored);
    expect(await readTask(api(), world, taskId)).toMatchObject({ status: 'todo', attempt: 0 });
  });
});

describe('a token that has ended gets no other error', () => {
  const wrong: Record<string, () => Promise<Reply>> = {
    'malformed JSON': () =>
      api().request('POST', `/api/tasks/${taskId}/claim`, {
        token: world.ada.token,
        rawBody: '{',
        headers: { 'Content-Type': 'application/json' },
      }),
    'another media type': () =>
      api().request('POST', `/api/tasks/${taskId}/claim`, {
        token: world.ada.token,
        rawBody: '{}',
        headers: { 'Content-Type': 'text/plain' },
      }),
    'an invalid field': () => post(`/api/tasks/${taskId}/claim`, { leaseSeconds: -1 }),
    'reading an unknown task': () => get(`/api/tasks/${unknownId}`),
    'a list with an unknown parameter': () => list('?x=1'),
    'a list with an unknown cursor': () => list(`?cursor=${unknownId}`),
    'a list of another team': () => get(`/api/teams/${unknownId}/tasks`),
    'an unknown task': () => post(`/api/tasks/${unknownId}/claim`, {}),
    'another team': () => post(`/api/teams/${unknownId}/tasks/claim-next`, {}),
    'an invalid If-Match': () => post(`/api/tasks/${taskId}/claim`, {}, { 'If-Match': 'x' }),
    'an invalid key': () => post(`/api/tasks/${taskId}/claim`, {}, { 'Idempotency-Key': 'ä' }),
    'a completed task': async () => {
      await api().db.pool.query(`update tasks set status = 'cancelled', in_queue = false where id = $1`, [
        taskId,
      ]);
      return post(`/api/tasks/${taskId}/claim`, {});
    },
  };
  it.each(Object.entries(wrong))('for %s', async (_, send) => {
    const valid = await send();
    expect(valid.status).toBeGreaterThanOrEqual(400);
    expect(valid.status).not.toBe(401);
    await rotateToken(api(), world.team, world.ada.id);
    expectProblem(await send(), 401, 'UNAUTHENTICATED');
  });
});

describe('a valid token', () => {
  const lookUps = (work: () => Promise<unknown>) => recordQueries(api().db, tokenLookUp, work);

  const ofAda = (work: () => Promise<Reply>, status: number) =>
    lookUps(async () => expect((await work()).status).toBe(status));

  it('is not looked up where a statement has found it valid, and once elsewhere', async () => {
    expect(await ofAda(claim, 200)).toEqual([]);
    expect(await ofAda(claim, 409)).toEqual([]);
    expect(await ofAda(complete, 200)).toEqual([]);
    expect(await ofAda(claimNext, 204)).toEqual([]);
    expect(await ofAda(read, 200)).toEqual([]);
    expect(await ofAda(list, 200)).toEqual([]);
    expect(await ofAda(() => list('?status=todo'), 200)).toHaveLength(1);
    expect(await ofAda(() => post(`/api/tasks/${unknownId}/claim`, {}), 404)).toHaveLength(1);
    expect(await ofAda(() => post(`/api/tasks/${taskId}/claim`, { leaseSeconds: -1 }), 400)).toHaveLength(1);
  });

  it('is looked up for its first request, and with an Idempotency-Key', async () => {
    const first = () =>
      api().request('POST', `/api/tasks/${taskId}/claim`, { token: world.bob.token, body: {} });
    expect(await lookUps(async () => expect((await first()).status).toBe(200))).toHaveLength(1);
    const keyed = () => post(queue(), {}, { 'Idempotency-Key': 'a-key' });
    expect(await lookUps(async () => expect((await keyed()).status).toBe(204))).toHaveLength(1);
  });

  it('may be the previous one while it overlaps', async () => {
    const path = `/api/agents/${world.ada.id}/rotate-token`;
    const body = { graceSeconds: 60 };
    await api().request('POST', path, { token: world.team.apiKey, body });
    expect((await claim()).status).toBe(200);
    const past = `update agents set previous_token_until = now() - interval '1 second' where id = $1`;
    await api().db.pool.query(past, [world.ada.id]);
    expectProblem(await complete(), 401, 'UNAUTHENTICATED');
  });

  it('is recorded as used', async () => {
    await api().activity.flush();
    await api().db.pool.query('update agents set last_active_at = null');
    expect((await claimNext()).status).toBe(200);
    await api().activity.flush();
    const { rows } = await api().db.pool.query('select last_active_at from agents where id = $1', [
      world.ada.id,
    ]);
    expect(rows[0]?.last_active_at).toBeTruthy();
  });
});

it('claims nothing after the response to a rotation, with eight claims at once on two processes', async () => {
  const replica = await api().replica();
  try {
    const tasks = await Promise.all(Array.from({ length: 80 }, () => api().createTask(world.team)));
    const { token } = world.ada;
    expect(await works(replica, token)).toBe(true);
    let isRotated = false;
    const late: Reply[] = [];
    const claimAll = async (writer: number) => {
      for (let index = writer; index < tasks.length; index += 8) {
        const wasRotated = isRotated;
        const process = index % 2 ? replica : api();
        const reply = await process.request('POST', `/api/tasks/${tasks[index]}/claim`, { token, body: {} });
        expect([200, 401]).toContain(reply.status);
        if (wasRotated) late.push(reply);
        if (index >= 24 && writer === 0 && !isRotated) {
          await rotateToken(api(), world.team, world.ada.id);
          isRotated = true;
        }
      }
    };
    await Promise.all(Array.from({ length: 8 }, (_, writer) => claimAll(writer)));
    expect(late.length).toBeGreaterThan(0);
    for (const reply of late) expectProblem(reply, 401, 'UNAUTHENTICATED');
  } finally {
    await replica.close();
  }
});
