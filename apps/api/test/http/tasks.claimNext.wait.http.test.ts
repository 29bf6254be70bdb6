import { Task, type TaskStatus } from '@crewboard/contracts';
import { queryMany, raw, sql } from '@crewboard/db';
import { beforeEach, describe, expect, it } from 'vitest';
import { Batches } from '../../src/batching/batches.ts';
import { subjectLock } from '../../src/features/events/lock-subject.ts';
import { releaseTasks } from '../../src/features/tasks/release-tasks.ts';
import { expectBody, expectProblem, type TestAgent, useApi } from '../harness.ts';
import { OpenWriter } from '../log/support/open-writer.ts';
import { claimNext, waitUntilIdle } from '../support/claim-next.ts';
import { claimNextQuery, interceptQuery } from '../support/intercept-query.ts';
import { recordQueries } from '../support/record-queries.ts';
import { calls, done, readTask } from '../support/tasks.ts';
import { createProject, createWorld, setAgentStatus, type World } from '../support/world.ts';

// Nothing is found by looking once a second: a test whose notification is missing waits in vain, unless a woken request
// finds nothing.
const api = useApi({ bounds: { probeIntervalMs: 3_600_000 } });
let world: World;
beforeEach(async () => {
  world = await createWorld(api());
});

const claim = (agent: TestAgent, body: Record<string, unknown> = {}) =>
  claimNext(api(), world.team, agent, { wait: 30, ...body });

/** Ends what still waits for a task, each with a task of its own. */
async function finish(...replies: ReturnType<typeof claim>[]): Promise<void> {
  for (const _ of replies) await api().createTask(world.team);
  expect((await Promise.all(replies)).map(({ status }) => status)).toEqual(replies.map(() => 200));
}

describe('POST /api/teams/:teamId/tasks/claim-next with wait', () => {
  it('200: claims at once what is there', async () => {
    const id = await api().createTask(world.team);
    expect(expectBody(await claim(world.ada), 200, Task)).toMatchObject({
      id,
      assignedAgentId: world.ada.id,
    });
    expect(api().app.waitingAgents.idleCount).toBe(0);
  });

  const heldByAda = async () => {
    const taskId = await api().createTask(world.team);
    await done(calls(api()).claim(world.ada.token, taskId));
    return taskId;
  };
  const expectCompletedOnce = async (taskId: string) => {
    expect(await readTask(api(), world, taskId)).toMatchObject({ status: 'done', result: 'Done' });
    const types = (await api().events(taskId)).map(({ type }) => type);
    expect(types).toEqual(['task.created', 'task.claimed', 'task.completed']);
  };

  it('204: after the wait, not before it, and nothing waits any more; a completion stands', async () => {
    const taskId = await heldByAda();
    const startedAt = performance.now();
    const reply = await claim(world.ada, { wait: 1, complete: { taskId, result: 'Done' } });
    expect(reply.status).toBe(204);
    expect(performance.now() - startedAt).toBeGreaterThanOrEqual(990);
    expect(api().app.waitingAgents.idleCount).toBe(0);
    await expectCompletedOnce(taskId);
  });

  it('200: a completion is made once, before the wait', async () => {
    const taskId = await heldByAda();
    const reply = claim(world.ada, { complete: { taskId, result: 'Done' } });
    await waitUntilIdle(api(), 1);
    await expectCompletedOnce(taskId);
    await finish(reply);
    await expectCompletedOnce(taskId);
  });

  it('409: a rejected completion is the response at once', async () => {
    const taskId = await api().createTask(world.team, { assignedAgentId: world.bob.id });
    expectProblem(await claim(world.ada, { complete: { taskId } }), 409, 'TASK_ASSIGNED_TO_OTHER');
  });

  it('401: a credential that has ended meanwhile claims nothing', async () => {
    const reply = claim(world.ada);
    await waitUntilIdle(api(), 1);
    await setAgentStatus(api(), world.team, world.ada.id, 'inactive');
    const taskId = await api().createTask(world.team);
    expectProblem(await reply, 401, 'UNAUTHENTICATED');
    expect(await readTask(api(), world, taskId)).toMatchObject({ status: 'todo' });
  });
});

describe('a waiting agent is woken when a task', () => {
  const key = () => world.team.apiKey;
  const { move, update, release } = {
    move: (id: string, status: TaskStatus) => calls(api()).move(key(), id, status),
    update: (id: string, body: unknown) => calls(api()).update(key(), id, body),
    release: (token: string, id: string) =>
      api().request('POST', `/api/tasks/${id}/release`, { token, body: {} }),
  };
  const create = (fields: Record<string, unknown> = {}) => api().createTask(world.team, fields);
  const held = async (leaseSeconds?: number) => {
    const id = await create();
    await done(calls(api()).claim(world.bob.token, id, { body: { leaseSeconds } }));
    return id;
  };
  const endLease = (id: string) =>
    api().db.pool.query(
      `update tasks set (lease_expires_at, check_at) = (select at, at from (select clock_timestamp() as at) as time) where id = $1`,
      [id],
    );

  /** What prepares a task that Ada cannot claim, and what makes it claimable. */
  const causes: Record<string, () => Promise<[string | undefined, (id: string) => Promise<unknown>]>> = {
    'is created': async () => [undefined, () => create()],
    'is created for the agent': async () => [undefined, () => create({ assignedAgentId: world.ada.id })],
    'loses its assignee': async () => [
      await create({ assignedAgentId: world.bob.id }),
      (id) => update(id, { assignedAgentId: null }),
    ],
    'is assigned to the agent': async () => [
      await create({ assignedAgentId: world.bob.id }),
      (id) => update(id, { assignedAgentId: world.ada.id }),
    ],
    'is moved to todo': async () => [await held(), (id) => move(id, 'todo')],
    'is released by its holder': async () => [await held(), (id) => release(world.bob.token, id)],
    'is released by a key': async () => [await held(), (id) => release(key(), id)],
    'is released with all tasks of its holder': async () => {
      const id = await held();
      const { db, app } = api();
      const actor = { kind: 'key', id: world.keyId, teamId: world.team.teamId };
      const { taskArrivals } = app;
      const ctx = { db, batches: new Batches(db), actor, requestId: 'release', taskArrivals };
      return [id, () => releaseTasks({ ctx: ctx as never, input: { agentId: world.bob.id } })];
    },
    'has a lease that expires': async () => [
      await held(30),
      async (id) => {
        await endLease(id);
        // Begins a round of the sweeper now.
        await setAgentStatus(api(), world.team, (await api().createAgent(world.team)).id, 'inactive');
      },
    ],
    'is held with a lease by an agent that is deactivated': async () => [
      await held(30),
      () => setAgentStatus(api(), world.team, world.bob.id, 'inactive'),
    ],
  };

  it.each(Object.keys(causes))('%s', async (name) => {
    const [id, change] = await (causes[name] as (typeof causes)[string])();
    const reply = claim(world.ada);
    await waitUntilIdle(api(), 1);
    await change(id ?? '');
    const task = expectBody(await reply, 200, Task);
    expect(task).toMatchObject({ status: 'in_progress', assignedAgentId: world.ada.id, ...(id && { id }) });
  });

  it('gets the priority or the project that the agent waits for', async () => {
    const projectId = await createProject(api(), world.team);
    const id = await create({ priority: 'low' });
    const byPriority = claim(world.ada, { priority: 'high' });
    const byProject = claim(world.bob, { projectId });
    await waitUntilIdle(api(), 2);
    await done(update(id, { priority: 'high' }));
    expect(expectBody(await byPriority, 200, Task).id).toBe(id);
    const other = await create();
    await done(update(other, { projectId }));
    expect(expectBody(await byProject, 200, Task).id).toBe(other);
  });
});

describe('of many waiting agents', () => {
  it('one gets the task, and the others are not woken', async () => {
    const agents = await Promise.all(
      Array.from({ length: 50 }, (_, index) => api().createAgent(world.team, `Agent ${index}`)),
    );
    const replies = agents.map((agent) => claim(agent));
    await waitUntilIdle(api(), 50);
    let task: Task | undefined;
    const claimings = await recordQueries(api().db, claimNextQuery, async () => {
      const taskId = await api().createTask(world.team);
      task = expectBody(await Promise.race(replies), 200, Task);
      expect(task.id).toBe(taskId);
    });
    expect(claimings).toHaveLength(1);
    expect(api().app.waitingAgents.idleCount).toBe(49);
    const claims = (await api().events(task?.id)).filter(({ type }) => type === 'task.claimed');
    expect(claims).toHaveLength(1);

    await Promise.all(Array.from({ length: 49 }, () => api().createTask(world.team)));
    const tasks = (await Promise.all(replies)).map((reply) => expectBody(reply, 200, Task));
    expect(new Set(tasks.map(({ id }) => id)).size).toBe(50);
    expect(new Set(tasks.map(({ assignedAgentId }) => assignedAgentId)).size).toBe(50);
  });

  it('one that is woken while its task is locked gets it afterwards', async () => {
    const reply = claim(world.ada);
    await waitUntilIdle(api(), 1);
    const holder = await OpenWriter.begin(api().db.pool);
    interceptQuery(api().db, claimNextQuery, async (send) => {
      const { teamId } = world.team;
      await queryMany(
        holder.client,
        sql`select ${subjectLock('tasks', raw('id'))} from tasks where team_id = ${teamId}`,
      );
      const claimed = await send();
      await holder.commit();
      return claimed;
    });
    const taskId = await api().createTask(world.team);
    expect(expectBody(await reply, 200, Task).id).toBe(taskId);
  });

  it('the first whose filter matches is woken', async () => {
    const projectId = await createProject(api(), world.team);
    const replies = [];
    for (const body of [{ projectId }, { priority: 'high' }, { priority: 'low' }, {}, {}]) {
      replies.push(claim(world.ada, body));
      await waitUntilIdle(api(), replies.length);
    }
    const [ofProject, high, low, first, second] = replies;
    for (const [reply, fields] of [
      [first, {}],
      [low, { priority: 'low' }],
      [ofProject, { projectId, priority: 'high' }],
      [high, { priority: 'high' }],
      [second, { priority: 'high' }],
    ] as const) {
      const id = await api().createTask(world.team, fields);
      expect(expectBody((await reply) as never, 200, Task).id).toBe(id);
    }
  });

  it('only the assigned one is woken, and no agent of another team', async () => {
    const other = await createWorld(api());
    const elsewhere = claimNext(api(), other.team, other.ada, { wait: 30 });
    await waitUntilIdle(api(), 1);
    const [adas, bobs] = [claim(world.ada), claim(world.bob)];
    await waitUntilIdle(api(), 3);
    const id = await api().createTask(world.team, { assignedAgentId: world.bob.id });
    expect(expectBody(await bobs, 200, Task).id).toBe(id);
    expect(api().app.waitingAgents.idleCount).toBe(2);
    await finish(adas);
    await api().createTask(other.team);
    expect((await elsewhere).status).toBe(200);
  });
});
