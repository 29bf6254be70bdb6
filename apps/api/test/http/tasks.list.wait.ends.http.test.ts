import { ListedTask } from '@crewboard/contracts';
import { beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { expectBody, type Reply, useApi } from '../harness.ts';
import { signedIn } from '../log/support/people.ts';
import { setMaxAttempts } from '../support/leases.ts';
import { calls, done } from '../support/tasks.ts';
import { countLooks, idle } from '../support/waits.ts';
import { createWorld, setAgentStatus, type World } from '../support/world.ts';

const api = useApi();
const Tasks = z.array(ListedTask);

let world: World;
/** Each waits for the one before. */
let [s, d, dd]: string[] = [];
let free: string;
beforeEach(async () => {
  world = await createWorld(api());
  s = await api().createTask(world.team);
  d = await api().createTask(world.team, { blockedBy: [s] });
  dd = await api().createTask(world.team, { blockedBy: [d] });
  free = await api().createTask(world.team);
});

const list = (ids: (string | undefined)[], waitFor: 'all' | 'any' = 'all') =>
  api().request(
    'GET',
    `/api/teams/${world.team.teamId}/tasks?${new URLSearchParams({ ids: ids.join(), waitFor, wait: '30', include: 'next' })}`,
    { token: world.team.apiKey },
  );
/** The reasons why a request ended before its time: of what is closed, its status. */
function reasonsOf(reply: Reply) {
  const tasks = expectBody(reply, 200, Tasks);
  expect(reply.headers.get('x-wait-over')).toBe('true');
  return tasks.map(({ status, next }) => next?.reason ?? status);
}
const move = (id: string | undefined, status: 'done' | 'cancelled' | 'todo') =>
  done(calls(api()).move(world.team.apiKey, id ?? '', status));
const update = (id: string | undefined, body: object) =>
  done(calls(api()).update(world.team.apiKey, id ?? '', body));
async function setPaused(path: 'pause' | 'resume') {
  const body = path === 'pause' ? { reason: 'Why' } : {};
  const reply = await api().request('POST', `/api/teams/${world.team.teamId}/${path}`, {
    ...{ token: world.team.apiKey, body },
  });
  expect(reply.status, reply.text).toBe(200);
}
const comment = (id: string | undefined) =>
  api().request('POST', `/api/tasks/${id}/comments`, { token: world.team.apiKey, body: { body: 'Why?' } });
async function failByAda(id: string | undefined) {
  await setMaxAttempts(api(), world, 1);
  await done(calls(api()).claim(world.ada.token, id ?? ''));
  await done(calls(api()).fail(world.ada.token, id ?? '', { body: { reason: 'No access' } }));
}
async function assignToPerson(id: string | undefined) {
  const { userId } = await signedIn(api(), world.team.teamId, 'member');
  await update(id, { assignedMemberId: userId });
}
/** Another change of the team: the request has heard of all before once it has heard of this one. */
async function expectWaiting() {
  await api().createTask(world.team);
  expect(api().app.taskWaits.idleCount).toBe(1);
}

describe('a wait for tasks', () => {
  it('counts a comment on a task that has ended as no change of that', async () => {
    await move(s, 'cancelled');
    const reply = list([d, free]);
    await idle(api(), 1);
    await comment(d);
    await move(free, 'done');
    expect(reasonsOf(await reply)).toEqual(['blocker_cancelled', 'done']);
  });

  it('ends when the holder fails a task whose blocker was cancelled meanwhile', async () => {
    await done(calls(api()).claim(world.ada.token, free));
    await update(free, { blockedBy: [s] });
    await move(s, 'cancelled');
    const reply = list([free]);
    await idle(api(), 1);
    await done(calls(api()).fail(world.ada.token, free, { body: { reason: 'No access' } }));
    expect(reasonsOf(await reply)).toEqual(['blocker_cancelled']);
  });

  it('ends when a task is made to wait for a cancelled one', async () => {
    await move(s, 'cancelled');
    const reply = list([free], 'any');
    await idle(api(), 1);
    await update(free, { blockedBy: [s] });
    expect(reasonsOf(await reply)).toEqual(['blocker_cancelled']);
  });

  it('ends when the agent of a task is deactivated', async () => {
    await update(free, { assignedAgentId: world.ada.id });
    const replies = [list([free]), list([s, free], 'any')];
    await idle(api(), 2);
    await setAgentStatus(api(), world.team, world.ada.id, 'inactive');
    const [all, any] = await Promise.all(replies);
    expect(reasonsOf(all as Reply)).toEqual(['agent_cannot_work']);
    expect(reasonsOf(any as Reply)).toEqual(['queued', 'agent_cannot_work']);
  });

  it('does not end in a pause, but after it when the agent of the task cannot work', async () => {
    await update(free, { assignedAgentId: world.ada.id });
    await setPaused('pause');
    const reply = list([free]);
    await idle(api(), 1);
    await setAgentStatus(api(), world.team, world.ada.id, 'inactive');
    await expectWaiting();
    await setPaused('resume');
    expect(reasonsOf(await reply)).toEqual(['agent_cannot_work']);
  });

  it('looks again only after events that may end it, once at a time', async () => {
    const others = await Promise.all(Array.from({ length: 8 }, () => api().createTask(world.team)));
    // Once another wait has heard of a later event, this one hears of no creation, which would be a reason to look.
    const earlier = list([others[0]]);
    await idle(api(), 1);
    await move(others[0], 'done');
    await earlier;
    const looks = countLooks({ pool: api().db.reads });
    try {
      const reply = list([dd, free]);
      await idle(api(), 1);
      expect(looks.count).toBe(2);
      for (const id of others.slice(1)) await move(id, 'cancelled');
      await setAgentStatus(api(), world.team, world.bob.id, 'inactive');
      for (let index = 0; index < 3; index += 1) await comment(free);
      await move(s, 'done');
      await done(calls(api()).claim(world.ada.token, free));
      await expectWaiting();
      // Of the task that waited for s: its event says that it no longer does.
      await expect.poll(() => looks.count, { interval: 5, timeout: 60_000 }).toBe(3);
      await Promise.all([move(d, 'cancelled'), move(free, 'done')]);
      expect(reasonsOf(await reply)).toEqual(['blocker_cancelled', 'done']);
      expect(looks.count).toBeLessThanOrEqual(6);
      expect(looks.mostAtOnce).toBe(1);
    } finally {
      looks.restore();
    }
  });
});

describe('waitFor=all', () => {
  const turns: Record<string, [(id: string | undefined) => Promise<unknown>, string[]]> = {
    'has no attempts left': [failByAda, ['attempts_exhausted', 'blocked', 'blocked']],
    'is cancelled': [(id) => move(id, 'cancelled'), ['cancelled', 'blocker_cancelled', 'blocked']],
    'is assigned to a person': [assignToPerson, ['person', 'blocked', 'blocked']],
    'is of an agent that cannot work': [
      async (id) => {
        await update(id, { assignedAgentId: world.bob.id });
        await setAgentStatus(api(), world.team, world.bob.id, 'inactive');
      },
      ['agent_cannot_work', 'blocked', 'blocked'],
    ],
  };

  it.each(Object.keys(turns))('ends once the first task of a chain %s', async (name) => {
    const replies = [list([s, d, dd]), list([d, dd]), list([dd])];
    await idle(api(), 3);
    const [turn, reasons] = turns[name] as (typeof turns)[string];
    await turn(s);
    const [three, two, one] = await Promise.all(replies);
    expect(reasonsOf(three as Reply)).toEqual(reasons);
    expect(reasonsOf(two as Reply)).toEqual(reasons.slice(1));
    expect(reasonsOf(one as Reply)).toEqual(reasons.slice(2));
    expect(reasonsOf(await list([d, dd]))).toEqual(reasons.slice(1));
  });

  it('waits on once the first of a chain is no longer the turn of a person, until it is again', async () => {
    await assignToPerson(s);
    const reply = list([dd, free]);
    await idle(api(), 1);
    await update(s, { assignedMemberId: null });
    await move(free, 'done');
    await expectWaiting();
    await assignToPerson(s);
    expect(reasonsOf(await reply)).toEqual(['blocked', 'done']);
  });

  it('hears of a task that is opened again, and of what that waits for', async () => {
    const first = await api().createTask(world.team);
    await move(s, 'done');
    const reply = list([dd]);
    await idle(api(), 1);
    await update(s, { blockedBy: [first] });
    await move(s, 'todo');
    await expectWaiting();
    await move(first, 'cancelled');
    expect(reasonsOf(await reply)).toEqual(['blocked']);
  });

  it('goes on while a task of the chain is held, and in a pause', async () => {
    await done(calls(api()).claim(world.ada.token, free));
    await update(free, { blockedBy: [s] });
    const reply = list([free]);
    await idle(api(), 1);
    await setPaused('pause');
    await setPaused('resume');
    await assignToPerson(s);
    await expectWaiting();
    await done(calls(api()).release(world.ada.token, free));
    expect(reasonsOf(await reply)).toEqual(['blocked']);
  });
});

it('waitFor=any goes on while what the tasks wait for is the turn of a person', async () => {
  await assignToPerson(s);
  const reply = list([d, dd], 'any');
  await idle(api(), 1);
  await update(s, { priority: 'high' });
  await expectWaiting();
  await move(dd, 'cancelled');
  expect(reasonsOf(await reply)).toEqual(['blocked', 'cancelled']);
});

// After a wait whose time is over: see `tasks.list.wait`.
it('says nothing of the end of a wait without one', async () => {
  const query = new URLSearchParams({ ids: free, fields: 'id,status,next', include: 'next' });
  const path = `/api/teams/${world.team.teamId}/tasks?${query}&wait=0`;
  const reply = await api().request('GET', path, { token: world.team.apiKey });
  expect(reply.body).toEqual([
    { id: free, status: 'todo', next: expect.objectContaining({ reason: 'queued' }) },
  ]);
  expect(reply.headers.has('x-wait-over')).toBe(false);
});
