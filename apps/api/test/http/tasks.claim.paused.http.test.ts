import { Task } from '@crewboard/contracts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { expectBody, expectProblem, type TestAgent, type TestApi, useApi } from '../harness.ts';
import { claimNext, waitUntilIdle } from '../support/claim-next.ts';
import { expectRejected } from '../support/log.ts';
import { pausesOf, type Subject, subjects } from '../support/pauses.ts';
import { calls, done, OfHolder, readTask, taskIn } from '../support/tasks.ts';
import { createProject, createWorld, type World } from '../support/world.ts';

const api = useApi();
let world: World;
beforeEach(async () => {
  world = await createWorld(api());
});
const pauses = () => pausesOf(api(), world);
const pause = async (subject: Subject) => {
  const reply = await pauses().pause(subject);
  expect(reply.status).toBe(200);
};

describe.each(subjects)('while the %s is paused', (subject) => {
  const subjectOf = { agent: 'agent "Ada"', project: 'project "General"', team: 'team' };

  const starts: [string, () => Promise<() => ReturnType<typeof claimNext>>][] = [
    [
      'claim',
      async () => {
        const taskId = await taskIn(api(), world, 'todo');
        return () => calls(api()).claim(world.ada.token, taskId);
      },
    ],
    [
      'claim of a task assigned to the caller',
      async () => {
        const taskId = await taskIn(api(), world, 'todo for Ada');
        return () => calls(api()).claim(world.ada.token, taskId);
      },
    ],
    [
      'claim-next of the project',
      async () => {
        await taskIn(api(), world, 'todo');
        const { projectId } = world.team;
        return () => claimNext(api(), world.team, world.ada, { projectId, wait: 30 });
      },
    ],
    [
      'complete without a claim',
      async () => {
        const taskId = await taskIn(api(), world, 'todo');
        return () => calls(api()).complete(world.ada.token, taskId);
      },
    ],
    [
      'move to in_progress by the agent, with nobody assigned',
      async () => {
        const taskId = await taskIn(api(), world, 'todo');
        return () => calls(api()).move(world.ada.token, taskId, 'in_progress');
      },
    ],
    [
      'move to in_progress of a task assigned to the agent, by a key',
      async () => {
        const taskId = await taskIn(api(), world, 'todo for Ada');
        return () => calls(api()).move(world.team.apiKey, taskId, 'in_progress');
      },
    ],
    [
      'hand-over to the agent',
      async () => {
        const taskId = await taskIn(api(), world, 'todo');
        await done(calls(api()).claim(world.bob.token, taskId));
        return () => calls(api()).update(world.team.apiKey, taskId, { assignedAgentId: world.ada.id });
      },
    ],
    [
      'assignment of a task in progress',
      async () => {
        const taskId = await taskIn(api(), world, 'in progress with nobody');
        return () => calls(api()).update(world.team.apiKey, taskId, { assignedAgentId: world.ada.id });
      },
    ],
  ];

  it.each(starts)('409: %s', async (_, prepare) => {
    const start = await prepare();
    await pause(subject);
    const problem = await expectRejected(api(), 409, 'PAUSED', start);
    expect(problem.detail).toContain(`The ${subjectOf[subject]} is paused: "A bad prompt"`);
    expect(problem.detail).toContain('resumes it');
    await pauses().resume(subject);
    expect((await start()).status).toBe(200);
  });

  it('200: the holder may send heartbeats, complete and release, and the same completion again', async () => {
    const [first, second] = [
      await taskIn(api(), world, 'held by Ada'),
      await taskIn(api(), world, 'held by Ada'),
    ];
    await pause(subject);
    for (const verb of ['heartbeat', 'complete', 'complete'] as const)
      expectBody(await calls(api())[verb](world.ada.token, first), 200, OfHolder.or(Task));
    expectBody(await calls(api()).release(world.ada.token, second), 200, Task);
  });

  it('200: other moves stay possible, and an assignment in todo', async () => {
    const taskId = await taskIn(api(), world, 'todo');
    await pause(subject);
    await done(calls(api()).update(world.team.apiKey, taskId, { assignedAgentId: world.ada.id }));
    await done(calls(api()).move(world.team.apiKey, taskId, 'done'));
    await done(calls(api()).move(world.team.apiKey, taskId, 'todo'));
    await done(calls(api()).move(world.team.apiKey, taskId, 'in_progress'));
  });

  it('comes after who holds the task and before the version', async () => {
    const held = await taskIn(api(), world, 'held by Ada');
    const open = await taskIn(api(), world, 'todo');
    const closed = await taskIn(api(), world, 'cancelled');
    await pause(subject);
    const claim = (id: string) =>
      calls(api()).claim(world.ada.token, id, { headers: { 'If-Match': '"99"' } });
    expectProblem(await claim(held), 409, 'TASK_ALREADY_CLAIMED');
    expectProblem(await claim(closed), 409, 'TASK_NOT_CLAIMABLE');
    expectProblem(await claim(open), 409, 'PAUSED');
  });
});

describe('claim-next beside a pause', () => {
  const claim = (agent: TestAgent, body: object = {}) => claimNext(api(), world.team, agent, { ...body });

  it('409 for a paused agent or team without a project, and with wait at once', async () => {
    for (const subject of ['agent', 'team'] as const) {
      await pause(subject);
      expectProblem(await claim(world.ada, { wait: 30 }), 409, 'PAUSED');
      await pauses().resume(subject);
    }
  });

  it('passes over paused projects, also for tasks that are assigned to the agent, in the order of the queue', async () => {
    const second = await createProject(api(), world.team);
    const third = await createProject(api(), world.team, 'Third');
    const create = (fields: object) => api().createTask(world.team, { ...fields });
    await create({ priority: 'high' });
    await create({ assignedAgentId: world.ada.id, priority: 'high' });
    const expected = [
      await create({ projectId: third, priority: 'high' }),
      await create({ projectId: second }),
      await create({ projectId: third }),
      await create({ projectId: second }),
    ];
    await pause('project');
    for (const id of expected) expect(expectBody(await claim(world.ada), 200, Task).id).toBe(id);
    expect((await claim(world.ada)).status).toBe(204);
    await pauses().resume('project');
    expect((await claim(world.ada)).status).toBe(200);
  });

  it('204: waits on beside a paused project, and gets its task once it is resumed', async () => {
    const taskId = await taskIn(api(), world, 'todo');
    await pause('project');
    const waiting = claim(world.ada, { wait: 30 });
    await waitUntilIdle(api(), 1);
    await pauses().resume('project');
    expect(expectBody(await waiting, 200, Task).id).toBe(taskId);
  });

  it.each(subjects)('that waits already waits on while the %s is paused', async (subject) => {
    const { projectId } = world.team;
    const waiting = claim(world.ada, { wait: 30, projectId });
    await waitUntilIdle(api(), 1);
    await pause(subject);
    const taskId = await taskIn(api(), world, 'todo');
    await pauses().resume(subject);
    expect(expectBody(await waiting, 200, Task).id).toBe(taskId);
    const types = (await api().events()).filter(({ teamId }) => teamId === world.team.teamId);
    // Not before the end of the pause, however late it was woken for the new task.
    expect(types.slice(-3).map(({ type }) => type)).toEqual([
      'task.created',
      `${subject}.resumed`,
      'task.claimed',
    ]);
  });

  it('204: after a completion, which stands', async () => {
    const taskId = await taskIn(api(), world, 'held by Ada');
    await taskIn(api(), world, 'todo');
    await pause('team');
    expect((await claim(world.ada, { complete: { taskId } })).status).toBe(204);
    expect(await readTask(api(), world, taskId)).toMatchObject({ status: 'done' });
    expectProblem(await claim(world.ada), 409, 'PAUSED');
  });

  it('leaves a paused team to itself', async () => {
    const other = await createWorld(api());
    await pause('team');
    const taskId = await api().createTask(other.team);
    expect(expectBody(await claimNext(api(), other.team, other.ada), 200, Task).id).toBe(taskId);
  });
});

describe('eight claimers on two processes beside a pause', () => {
  let replica: TestApi;
  beforeAll(async () => {
    replica = await api().replica();
  });
  afterAll(() => replica.close());

  it.each(subjects)('of the %s: no request that begins after its 200 succeeds', async (subject) => {
    const { projectId } = world.team;
    const ids: string[] = [];
    for (let n = 0; n < 60; n += 1) ids.push(await api().createTask(world.team));
    let isPaused = false;
    let won = 0;
    const outcomes: { beganAfter: boolean; status: number }[] = [];
    const work = async (index: number) => {
      const at = index % 2 === 0 ? api() : replica;
      for (let after = 0; after < 3; ) {
        const beganAfter = isPaused;
        if (beganAfter) after += 1;
        const reply =
          index < 4
            ? await claimNext(at, world.team, world.ada, { projectId })
            : await calls(at).claim(world.ada.token, ids[Math.floor(Math.random() * ids.length)] as string);
        outcomes.push({ beganAfter, status: reply.status });
        if (reply.status === 200) {
          won += 1;
          await calls(at).move(world.team.apiKey, (reply.body as Task).id, 'todo');
        }
      }
    };
    const workers = Array.from({ length: 8 }, (_, index) => work(index));
    await expect.poll(() => won, { interval: 5 }).toBeGreaterThan(20);
    await pause(subject);
    isPaused = true;
    await Promise.all(workers);
    const late = outcomes.filter(({ beganAfter }) => beganAfter);
    expect(late.length).toBeGreaterThanOrEqual(24);
    expect(late.filter(({ status }) => status === 200)).toEqual([]);
  });
});
