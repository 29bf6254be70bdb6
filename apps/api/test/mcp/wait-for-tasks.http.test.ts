import { beforeEach, describe, expect, it } from 'vitest';
import { useApi } from '../harness.ts';
import { calls, done } from '../support/tasks.ts';
import { createWorld, setAgentStatus, unknownId, type World } from '../support/world.ts';
import { connect, modes, textOf } from './support/connect.ts';

const api = useApi();
let world: World;
let ids: [string, string];
beforeEach(async () => {
  world = await createWorld(api());
  ids = [await api().createTask(world.team), await api().createTask(world.team)];
});

/** Resolves once so many requests wait and have left their places. */
const idle = (count: number) =>
  expect.poll(() => api().app.taskWaits.idleCount, { interval: 5, timeout: 60_000 }).toBe(count);

/** Resolves once so many are left, sooner than the 25 s after which a wait ends by itself. */
const left = (count: number) =>
  expect.poll(() => api().app.taskWaits.count, { interval: 5, timeout: 20_000 }).toBe(count);

/** The other agent does a task. */
async function complete(id: string, result: string): Promise<void> {
  await done(calls(api()).claim(world.bob.token, id));
  await done(calls(api()).complete(world.bob.token, id, { body: { result } }));
}

type Listed = {
  items: { id: string; status: string; result: string | null; next?: { reason: string } }[];
  isWaitOver?: boolean;
};

describe.each(modes)('wait_for_tasks, of a client in mode %s', (mode) => {
  it('responds once another agent has completed all tasks, with their results', async () => {
    const { call } = await connect(api(), world.ada.token, mode);
    const reply = call<Listed>('wait_for_tasks', { ids });
    await idle(1);
    await complete(ids[1], 'Second');
    await complete(ids[0], 'First');
    await left(0);
    expect(await reply).toMatchObject({
      items: [
        { id: ids[0], status: 'done', result: 'First' },
        { id: ids[1], status: 'done', result: 'Second' },
      ],
      isWaitOver: true,
    });
  });

  it('says that the wait is over when the rest cannot go on without a person', async () => {
    const waiting = await api().createTask(world.team, { blockedBy: [ids[0]] });
    await done(calls(api()).move(world.team.apiKey, ids[0], 'cancelled'));
    const { call } = await connect(api(), world.ada.token, mode);
    // Two such calls in a row tell the same: the model has to stop.
    for (let count = 0; count < 2; count += 1)
      expect(await call<Listed>('wait_for_tasks', { ids: [waiting] })).toMatchObject({
        items: [{ id: waiting, status: 'todo', next: { reason: 'blocker_cancelled' } }],
        isWaitOver: true,
      });
  });

  it('goes on waiting for all while one is open, and responds to any once one is done', async () => {
    const { call } = await connect(api(), world.ada.token, mode);
    const all = call<Listed>('wait_for_tasks', { ids, waitFor: 'all' });
    const any = call<Listed>('wait_for_tasks', { ids, waitFor: 'any' });
    await idle(2);
    await complete(ids[0], 'First');
    await left(1);
    expect((await any).items).toMatchObject([{ status: 'done' }, { status: 'todo' }]);
    await done(calls(api()).move(world.team.apiKey, ids[1], 'cancelled'));
    await left(0);
    expect((await all).items).toMatchObject([{ status: 'done' }, { status: 'cancelled' }]);
  });

  it('gets an error that names an unknown id, and does not wait', async () => {
    const { fail } = await connect(api(), world.ada.token, mode);
    const foreign = await api().createTask((await createWorld(api())).team);
    for (const unknown of [unknownId, foreign])
      expect(await fail('wait_for_tasks', { ids: [ids[0], unknown] })).toMatchObject({
        code: 'VALIDATION_ERROR',
        detail: expect.stringContaining(`it has no ${unknown}`),
      });
    expect(api().app.taskWaits.count).toBe(0);
  });

  it('frees the wait when the client cancels the request', async () => {
    const { client } = await connect(api(), world.ada.token, mode);
    const cancelled = new AbortController();
    const result = client.callTool(
      { name: 'wait_for_tasks', arguments: { ids } },
      { signal: cancelled.signal },
    );
    await idle(1);
    cancelled.abort();
    await expect(result).rejects.toThrow();
    await left(0);
  });

  it('gets UNAUTHENTICATED when its credential has ended meanwhile', async () => {
    const { client } = await connect(api(), world.ada.token, mode);
    const reply = client.callTool({ name: 'wait_for_tasks', arguments: { ids } });
    await idle(1);
    await setAgentStatus(api(), world.team, world.ada.id, 'inactive');
    await left(0);
    const result = await reply;
    expect(result.isError).toBe(true);
    expect(JSON.parse(textOf(result))).toMatchObject({ code: 'UNAUTHENTICATED' });
  });
});
