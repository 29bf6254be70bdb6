import { Task } from '@crewboard/contracts';
import { beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { expectBody, type Reply, type TestAgent, useApi } from '../harness.ts';
import { claimNext, waitUntilIdle } from '../support/claim-next.ts';
import { onlyNotifiedSweeps, sweep } from '../support/leases.ts';
import { pausesOf } from '../support/pauses.ts';
import { calls, done } from '../support/tasks.ts';
import { createProject, createWorld, type World } from '../support/world.ts';

// For 10 minutes claim-next does not hand out what an agent has released to that agent. Nothing is found by looking once a
// second: a waiting agent gets a task because it is told of it.

const configuration = { bounds: { ...onlyNotifiedSweeps.bounds, probeIntervalMs: 3_600_000 } };
const api = useApi(configuration);
let world: World;
beforeEach(async () => {
  world = await createWorld(api());
});

const claim = (agent: TestAgent, body: Record<string, unknown> = {}, there = api()) =>
  claimNext(there, world.team, agent, body);
const expectTask = async (reply: ReturnType<typeof claim>, id: string) =>
  expect(expectBody(await reply, 200, Task).id).toBe(id);
const expectNone = async (agent: TestAgent, body: Record<string, unknown> = {}) =>
  expect((await claim(agent, body)).status).toBe(204);

/** A new task that the agent has claimed and released. */
async function releasedBy(agent: TestAgent, fields: Record<string, unknown> = {}): Promise<string> {
  const taskId = await api().createTask(world.team, fields);
  await claimAndRelease(agent, taskId);
  return taskId;
}

async function claimAndRelease({ token }: TestAgent, taskId: string): Promise<Task> {
  await done(calls(api()).claim(token, taskId));
  return done(calls(api()).release(token, taskId));
}

/** The 10 minutes of the task are over. */
async function passReleaseEnd(taskId: string): Promise<void> {
  await api().owner.query(
    `update tasks set (released_until, check_at) = (select at, at from (select now() - interval '1 second' as at) as time)
     where id = $1 and released_by is not null`,
    [taskId],
  );
}

describe('what an agent has released', () => {
  it('is handed out to another agent at once, and not to the same one', async () => {
    const taskId = await releasedBy(world.ada);
    for (const filter of [{}, { projectId: world.team.projectId }, { priority: 'normal' }])
      await expectNone(world.ada, filter);
    await expectTask(claim(world.bob), taskId);
  });

  it('does not hold back what is behind it', async () => {
    await releasedBy(world.ada, { priority: 'high' });
    const next = await api().createTask(world.team);
    await expectTask(claim(world.ada), next);
  });

  it('keeps its place among the others for other agents', async () => {
    const low = await releasedBy(world.ada, { priority: 'low' });
    const first = await releasedBy(world.ada);
    const second = await api().createTask(world.team);
    const third = await releasedBy(world.ada);
    const high = await api().createTask(world.team, { priority: 'high' });
    for (const taskId of [high, first, second, third, low]) await expectTask(claim(world.bob), taskId);
    await expectNone(world.bob);
  });

  it('can be claimed by its id, and is listed as claimable', async () => {
    const taskId = await releasedBy(world.ada);
    const listed = await api().request('GET', `/api/teams/${world.team.teamId}/tasks?claimable=true`, {
      token: world.ada.token,
    });
    expect(expectBody(listed, 200, z.array(Task)).map(({ id }) => id)).toEqual([taskId]);
    expect(await done(calls(api()).claim(world.ada.token, taskId))).toMatchObject({ attempt: 2 });
  });

  it('is handed out to the same agent again after 10 minutes, which wakes it', async () => {
    const taskId = await releasedBy(world.ada);
    const { rows } = await api().owner.query<{ seconds: number }>(
      `select round(extract(epoch from released_until - updated_at))::int as seconds from tasks where id = $1`,
      [taskId],
    );
    expect(rows).toEqual([{ seconds: 600 }]);
    const before = await done(calls(api()).get(world.ada.token, taskId));
    const waiting = claim(world.ada, { wait: 30 });
    await waitUntilIdle(api(), 1);
    await passReleaseEnd(taskId);
    await sweep(api());
    await expectTask(waiting, taskId);
    const [, , , claimed] = await api().events(taskId);
    expect(claimed).toMatchObject({ type: 'task.claimed', snapshot: { version: before.version + 1 } });
  });

  it('is handed out to nobody who has released it lately', async () => {
    const carl = await api().createAgent(world.team);
    const taskId = await releasedBy(world.ada);
    await claimAndRelease(world.bob, taskId);
    for (const agent of [world.ada, world.bob]) await expectNone(agent);
    await expectTask(claim(carl), taskId);
  });

  it('stays so through attempts of others that fail', async () => {
    const taskId = await releasedBy(world.ada);
    await expectTask(claim(world.bob), taskId);
    await done(calls(api()).fail(world.bob.token, taskId, { body: { reason: 'No', retryAfterSeconds: 0 } }));
    await expectNone(world.ada);
    await expectTask(claim(world.bob), taskId);
  });

  it.each<[string, (taskId: string) => Promise<unknown>]>([
    [
      'a key releases it',
      async (id) => {
        await done(calls(api()).claim(world.bob.token, id));
        await done(calls(api()).release(world.team.apiKey, id));
      },
    ],
    [
      'a key moves it',
      async (id) => {
        await done(calls(api()).move(world.team.apiKey, id, 'done'));
        await done(calls(api()).move(world.team.apiKey, id, 'todo'));
      },
    ],
    [
      'a key assigns it to the agent',
      (id) => done(calls(api()).update(world.team.apiKey, id, { assignedAgentId: world.ada.id })),
    ],
    [
      'it was completed meanwhile',
      async (id) => {
        await done(calls(api()).complete(world.bob.token, id));
        await done(calls(api()).move(world.team.apiKey, id, 'todo'));
      },
    ],
  ])('is handed out to the same agent again once %s', async (_, change) => {
    const taskId = await releasedBy(world.ada);
    await change(taskId);
    await expectTask(claim(world.ada), taskId);
  });

  it('is the same where the agent has moved the task to todo', async () => {
    const taskId = await api().createTask(world.team);
    await done(calls(api()).claim(world.ada.token, taskId));
    await done(calls(api()).move(world.ada.token, taskId, 'todo'));
    await expectNone(world.ada);
    await expectTask(claim(world.bob), taskId);
  });

  it('of another project, or of a paused one, is not handed out', async () => {
    const projectId = await createProject(api(), world.team);
    await releasedBy(world.ada);
    await expectNone(world.bob, { projectId });
    const other = await releasedBy(world.ada, { projectId });
    await pausesOf(api(), world).pause('project');
    await expectTask(claim(world.bob), other);
    await expectNone(world.bob);
    await pausesOf(api(), world).resume('project');
    expectBody(await claim(world.bob), 200, Task);
  });
});

describe('a release while agents wait', () => {
  const wait = (agent: TestAgent, there = api()) => claim(agent, { wait: 30 }, there);

  /** Lets a request that waits end. */
  const finish = async (reply: ReturnType<typeof claim>) => {
    const taskId = await api().createTask(world.team);
    await expectTask(reply, taskId);
  };

  it('wakes the other agent, also where the one that released it came first', async () => {
    const taskId = await api().createTask(world.team);
    await done(calls(api()).claim(world.ada.token, taskId));
    const ofAda = wait(world.ada);
    await waitUntilIdle(api(), 1);
    const ofBob = wait(world.bob);
    await waitUntilIdle(api(), 2);
    await done(calls(api()).release(world.ada.token, taskId));
    await expectTask(ofBob, taskId);
    expect(api().app.waitingAgents.idleCount).toBe(1);
    await finish(ofAda);
  });

  it('wakes the other agent in another process', async () => {
    const there = await api().replica(configuration);
    try {
      const taskId = await api().createTask(world.team);
      await done(calls(api()).claim(world.ada.token, taskId));
      const ofAda = wait(world.ada, there);
      await waitUntilIdle(there, 1);
      const ofBob = wait(world.bob, there);
      await waitUntilIdle(there, 2);
      await done(calls(api()).release(world.ada.token, taskId));
      await expectTask(ofBob, taskId);
      await finish(ofAda);
    } finally {
      await there.close();
    }
  });

  it('a woken request that finds what its agent has released wakes the next one, and comes last from then on', async () => {
    const carl = await api().createAgent(world.team);
    const taskId = await releasedBy(world.ada);
    const setTime = (time: string | null) =>
      api().owner.query(
        'update tasks set in_queue = $2::text is null, not_before = $2::timestamptz where id = $1',
        [taskId, time],
      );
    // All of them wait before there is a task for one of them.
    await setTime('2099-01-01T00:00:00Z');
    const replies = [];
    for (const agent of [world.ada, world.bob, carl]) {
      replies.push(wait(agent));
      await waitUntilIdle(api(), replies.length);
    }
    await setTime(null);
    const { teamId } = world.team;
    api().app.waitingAgents.offer({ queues: [{ teamId, projectId: null, priority: null }], agentId: null });
    const [ofAda, ofBob, ofCarl] = replies as [Promise<Reply>, Promise<Reply>, Promise<Reply>];
    await expectTask(ofBob, taskId);
    await waitUntilIdle(api(), 2);
    await finish(ofCarl);
    await finish(ofAda);
  });
});

it('8 agents that have each released a task get one of the others each, at once', async () => {
  const agents = await Promise.all(Array.from({ length: 8 }, () => api().createAgent(world.team)));
  const released = await Promise.all(agents.map((agent) => releasedBy(agent)));
  const replies = await Promise.all(agents.map((agent) => claim(agent, { wait: 1 })));
  const claimed = replies.flatMap((reply) => (reply.status === 200 ? [expectBody(reply, 200, Task).id] : []));
  expect(new Set(claimed).size).toBe(claimed.length);
  // At most the last one has only its own left.
  expect(claimed.length).toBeGreaterThanOrEqual(7);
  for (const [index, reply] of replies.entries())
    if (reply.status === 200) expect(expectBody(reply, 200, Task).id).not.toBe(released[index]);
});
