import { Task } from '@crewboard/contracts';
import { beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { expectBody, expectProblem, type Reply, type TestApi, useApi } from '../harness.ts';
import { signedIn } from '../log/support/people.ts';
import { interceptQuery } from '../support/intercept-query.ts';
import { sweep } from '../support/leases.ts';
import { passTime } from '../support/pass-time.ts';
import { calls, done } from '../support/tasks.ts';
import { idle as idleOn, look } from '../support/waits.ts';
import { createWorld, rotateToken, setAgentStatus, type World } from '../support/world.ts';

const api = useApi();
const Tasks = z.array(Task);

let world: World;
let ids: string[];
beforeEach(async () => {
  world = await createWorld(api());
  ids = await Promise.all([1, 2, 3].map(() => api().createTask(world.team)));
});

const list = (query: Record<string, string> = {}, token = world.team.apiKey, on = api()) =>
  on.request(
    'GET',
    `/api/teams/${world.team.teamId}/tasks?${new URLSearchParams({ ids: ids.join(), wait: '30', ...query })}`,
    { token },
  );
const statusesOf = (reply: Reply) => expectBody(reply, 200, Tasks).map(({ status }) => status);
const move = (id: string | undefined, status: 'done' | 'cancelled' | 'todo', on = api()) =>
  done(calls(on).move(world.team.apiKey, id ?? '', status));
/** Resolves once so many requests wait. */
const waiting = (count: number, on: TestApi = api()) =>
  expect.poll(() => on.app.taskWaits.count, { interval: 5, timeout: 60_000 }).toBe(count);
const idle = (count: number, on: TestApi = api()) => idleOn(on, count);

describe('GET /api/teams/:teamId/tasks?ids=…&wait=', () => {
  it('200: at once when all have ended, and nothing waits', async () => {
    for (const id of ids) await move(id, 'done');
    expect(statusesOf(await list())).toEqual(['done', 'done', 'done']);
    await move(ids[0], 'todo');
    expect(statusesOf(await list({ waitFor: 'any' }))).toEqual(['todo', 'done', 'done']);
    expect(api().app.taskWaits.count).toBe(0);
  });

  it('200: after the time, not before it, with the tasks as they are then, and says nothing of the end', async () => {
    await move(ids[0], 'done');
    const startedAt = performance.now();
    const reply = await list({ wait: '1' });
    expect(performance.now() - startedAt).toBeGreaterThanOrEqual(990);
    expect(statusesOf(reply)).toEqual(['done', 'todo', 'todo']);
    expect(reply.headers.has('x-wait-over')).toBe(false);
    expect(api().app.taskWaits.count).toBe(0);
  });

  it('200: once the last of them has ended, for an agent and a key', async () => {
    const replies = [list(), list({ waitFor: 'all' }, world.ada.token)];
    await idle(2);
    const { claim, complete } = calls(api());
    await done(claim(world.bob.token, ids[1] ?? ''));
    await done(complete(world.bob.token, ids[1] ?? '', { body: { result: 'R' } }));
    await move(ids[0], 'cancelled');
    await move(ids[2], 'done');
    for (const reply of await Promise.all(replies))
      expect(statusesOf(reply)).toEqual(['cancelled', 'done', 'done']);
    await waiting(0);
  });

  it('200: once any of them has ended, with waitFor=any', async () => {
    const reply = list({ waitFor: 'any' });
    await idle(1);
    await move(ids[1], 'done');
    expect(statusesOf(await reply)).toEqual(['todo', 'done', 'todo']);
  });

  it('goes on waiting when one that has ended is opened again', async () => {
    const reply = list();
    await idle(1);
    await move(ids[0], 'done');
    await move(ids[0], 'todo');
    await move(ids[1], 'done');
    await move(ids[2], 'done');
    // Another change of the team, which the request hears of after all of these.
    await api().createTask(world.team);
    expect(api().app.taskWaits.count).toBe(1);
    await move(ids[0], 'cancelled');
    expect(statusesOf(await reply)).toEqual(['cancelled', 'done', 'done']);
  });

  const turns: Record<string, (id: string) => Promise<unknown>> = {
    'is assigned to a person': async (id) => {
      const { userId } = await signedIn(api(), world.team.teamId, 'member');
      await done(calls(api()).update(world.team.apiKey, id, { assignedMemberId: userId }));
    },
    'needs attention': async (id) => {
      const path = `/api/projects/${world.team.projectId}`;
      await api().request('PATCH', path, { token: world.team.apiKey, body: { maxAttempts: 1 } });
      await done(calls(api()).claim(world.ada.token, id, { body: { leaseSeconds: 30 } }));
      await api().db.pool.query(
        `update tasks set (lease_expires_at, check_at) = (select at, at from (select clock_timestamp() as at) as time) where id = $1`,
        [id],
      );
      // Begins a round of the sweeper now.
      await setAgentStatus(api(), world.team, (await api().createAgent(world.team)).id, 'inactive');
    },
    'is in progress with nobody': (id) => done(calls(api()).move(world.team.apiKey, id, 'in_progress')),
    'is stale': async (id) => {
      await passTime(api(), 8 * 24 * 3_600);
      await sweep(api());
      expect((await api().events(id)).at(-1)?.type).toBe('task.stale');
    },
    'waits for one that is cancelled': async (id) => {
      const blocker = await api().createTask(world.team);
      await done(calls(api()).update(world.team.apiKey, id, { blockedBy: [blocker] }));
      await move(blocker, 'cancelled');
    },
    'is archived': (id) =>
      done(api().request('POST', `/api/tasks/${id}/archive`, { token: world.team.apiKey })),
  };

  it.each(Object.keys(turns))('200: once a task %s', async (name) => {
    const reply = list({ waitFor: 'any' });
    await idle(1);
    await turns[name]?.(ids[2] ?? '');
    expect(statusesOf(await reply)).toHaveLength(3);
  });

  it('200: hears of changes in another process', async () => {
    const replica = await api().replica();
    const reply = list({ waitFor: 'any' });
    await idle(1);
    await move(ids[0], 'done', replica);
    expect(statusesOf(await reply)).toEqual(['done', 'todo', 'todo']);
    await replica.close();
  });

  it('misses no change after its first look, nor one after the second', async () => {
    const reads = { pool: api().db.reads };
    const [first, second] = ids;
    const afterLook = (change: () => Promise<unknown>) =>
      interceptQuery(reads, look, async (send) => {
        const found = await send();
        await change();
        return found;
      });
    afterLook(async () => {
      await move(first, 'done');
      afterLook(async () => {
        await move(second, 'done');
        await move(ids[2], 'done');
      });
    });
    expect(statusesOf(await list())).toEqual(['done', 'done', 'done']);
  });
});

describe('a request that waits', () => {
  it('ends when its client leaves', async () => {
    const leaving = new AbortController();
    const reply = fetch(`${api().url}/api/teams/${world.team.teamId}/tasks?ids=${ids.join()}&wait=30`, {
      headers: { Authorization: `Bearer ${world.team.apiKey}` },
      signal: leaving.signal,
    }).catch(() => 'left');
    await idle(1);
    leaving.abort();
    expect(await reply).toBe('left');
    await waiting(0);
  });

  it('401: ends when its credential does', async () => {
    const reply = list({}, world.ada.token);
    await idle(1);
    await rotateToken(api(), world.team, world.ada.id);
    expectProblem(await reply, 401, 'UNAUTHENTICATED');
    await waiting(0);
  });

  it('200: responds with the tasks as they are when the process stops', async () => {
    const replica = await api().replica();
    const reply = list({}, world.team.apiKey, replica);
    await idle(1, replica);
    await Promise.all([replica.close(), reply]);
    expect(statusesOf(await reply)).toEqual(['todo', 'todo', 'todo']);
  });
});
