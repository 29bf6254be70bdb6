import { Agent, Task } from '@crewboard/contracts';
import { describe, expect, it } from 'vitest';
import { expectBody, expectProblem, type TestAgent, useApi } from '../harness.ts';
import { checkEachInvalid } from '../support/check-each.ts';
import { byAgent, eventRow, expectRejected, record } from '../support/log.ts';
import { adasResult, calls, done, readTask, type Situation, taskIn } from '../support/tasks.ts';
import { age, createWorld } from '../support/world.ts';

const api = useApi();
const send = (...args: Parameters<ReturnType<typeof calls>['complete']>) => calls(api()).complete(...args);
const complete = (agent: TestAgent, taskId: string, result: unknown) =>
  send(agent.token, taskId, { body: { result } });

async function taskCount(agent: TestAgent): Promise<number> {
  const reply = await api().request('GET', `/api/agents/${agent.id}`, { token: agent.token });
  return expectBody(reply, 200, Agent).taskCount;
}

const completions = async (taskId: string) =>
  (await api().events(taskId)).filter((event) => event.type === 'task.completed');

describe('POST /api/tasks/:taskId/complete', () => {
  it.each<[Situation, 'ada' | 'bob']>([
    ['held by Ada', 'ada'],
    ['todo', 'bob'],
    ['todo for Ada', 'ada'],
    ['in progress with nobody', 'bob'],
  ])(
    '200: a task that is %s is completed by %s: status, result, taskCount and one event',
    async (situation, name) => {
      const world = await createWorld(api());
      const agent = world[name];
      const taskId = await taskIn(api(), world, situation);
      await age(api(), 'tasks', taskId);
      const before = await readTask(api(), world, taskId);
      const { reply, events } = await record(api(), () => complete(agent, taskId, 'Result'));
      const task = expectBody(reply, 200, Task);
      const after = { status: 'done', assignedAgentId: agent.id, attempt: 1, result: 'Result' } as const;
      const { updatedAt } = task;
      const times = { statusChangedAt: updatedAt, updatedAt };
      expect(task).toEqual({ ...before, ...after, version: before.version + 1, ...times });
      expect(task.updatedAt > before.updatedAt).toBe(true);
      expect(await readTask(api(), world, taskId)).toEqual(task);
      expect(await taskCount(agent)).toBe(1);
      const changes = {
        status: { before: before.status, after: 'done' },
        result: { before: null, after: 'Result' },
        ...(!before.assignedAgentId && { assignedAgentId: { before: null, after: agent.id } }),
      };
      expect(events).toEqual([
        eventRow({ reply, world, actor: byAgent(agent), type: 'task.completed', snapshot: task, changes }),
      ]);
    },
  );

  it('200: without a result, in every way to leave it out, the result is null', async () => {
    const { team, ada } = await createWorld(api());
    const headers = { 'Content-Type': 'application/json' };
    for (const extra of [{}, { headers }, { body: {} }, { body: { result: null } }]) {
      const taskId = await api().createTask(team);
      const { reply, events } = await record(api(), () => send(ada.token, taskId, extra));
      expect(expectBody(reply, 200, Task)).toMatchObject({ status: 'done', result: null });
      expect(events.map((event) => Object.keys(event.changes ?? {}).sort())).toEqual([
        ['assignedAgentId', 'status'],
      ]);
    }
  });

  it.each([
    ['an empty text', ''],
    ['100,000 characters', 'x'.repeat(100_000)],
    ['100,000 emoji', '🚀'.repeat(100_000)],
    ['text of every kind', 'Line 1\r\n{"json": true} \\ \u2028 漢字 👩‍👩‍👧'],
  ])('200: a result of %s is stored as it was sent', async (_, result) => {
    const world = await createWorld(api());
    const taskId = await api().createTask(world.team);
    expect(expectBody(await complete(world.ada, taskId, result), 200, Task).result).toBe(result);
    expect((await readTask(api(), world, taskId)).result).toBe(result);
  });

  it('200: repeats of the same completion return the task and change nothing', async () => {
    const world = await createWorld(api());
    const { team, ada } = world;
    for (const result of ['Result', '', null]) {
      const taskId = await api().createTask(team);
      const first = await done(complete(ada, taskId, result));
      await age(api(), 'tasks', taskId);
      const aged = await readTask(api(), world, taskId);
      const stored = await api().stored();
      expect(expectBody(await complete(ada, taskId, result), 200, Task)).toEqual(aged);
      expect(aged).toMatchObject({ ...first, createdAt: aged.createdAt, updatedAt: aged.updatedAt });
      expect(await api().stored()).toEqual(stored);
    }
    expect(await taskCount(ada)).toBe(3);
  });

  it('200: null, an absent result and an absent body are the same result', async () => {
    const { team, ada } = await createWorld(api());
    const taskId = await api().createTask(team);
    await done(send(ada.token, taskId));
    const stored = await api().stored();
    for (const extra of [{}, { body: {} }, { body: { result: null } }]) {
      expectBody(await send(ada.token, taskId, extra), 200, Task);
    }
    expect(await api().stored()).toEqual(stored);
  });

  it('200: taskCount counts each completed task of the agent once', async () => {
    const { team, ada, bob } = await createWorld(api());
    for (const [agent, times] of [
      [ada, 3],
      [bob, 1],
    ] as const) {
      for (let time = 0; time < times; time += 1)
        await done(complete(agent, await api().createTask(team), 'R'));
    }
    expect([await taskCount(ada), await taskCount(bob)]).toEqual([3, 1]);
  });

  it('200: an earlier result stays through every move and is replaced by the next completion', async () => {
    const world = await createWorld(api());
    const { team, ada, bob } = world;
    const taskId = await taskIn(api(), world, 'completed by Ada');
    for (const status of ['in_progress', 'cancelled', 'done', 'todo'] as const) {
      expect((await done(calls(api()).move(team.apiKey, taskId, status))).result).toBe(adasResult);
    }
    const { reply, events } = await record(api(), () => complete(bob, taskId, 'Result of Bob'));
    expect(expectBody(reply, 200, Task)).toMatchObject({ result: 'Result of Bob', assignedAgentId: bob.id });
    expect(events[0]?.changes?.result).toEqual({ before: adasResult, after: 'Result of Bob' });
    await done(calls(api()).move(team.apiKey, taskId, 'todo'));
    expect(await done(send(ada.token, taskId))).toMatchObject({ result: null, assignedAgentId: ada.id });
    expect([await taskCount(ada), await taskCount(bob)]).toEqual([2, 1]);
    expect(await completions(taskId)).toHaveLength(3);
  });

  it('400: invalid values of each field', async () => {
    const { team, ada } = await createWorld(api());
    const taskId = await api().createTask(team);
    await checkEachInvalid(
      api(),
      [
        ['result', 'x'.repeat(100_001)],
        ['result', '🚀'.repeat(100_001)],
        ['result', 'a\0b'],
        ['result', '\ud800'],
        ['result', 5],
        ['result', { text: 'Done' }],
        ['status', 'done'],
        ['x', 1],
      ],
      (field, value) => send(ada.token, taskId, { body: { [field]: value } }),
    );
  });

  it.each<[Situation, 'ada' | 'bob', unknown, 'NOT_CLAIM_HOLDER' | 'TASK_ASSIGNED_TO_OTHER']>([
    ['held by Ada', 'bob', 'Result', 'NOT_CLAIM_HOLDER'],
    ['todo for Ada', 'bob', 'Result', 'TASK_ASSIGNED_TO_OTHER'],
  ])('409: a task that is %s is not for %s to complete', async (situation, name, result, code) => {
    const world = await createWorld(api());
    const taskId = await taskIn(api(), world, situation);
    await expectRejected(api(), 409, code, () => complete(world[name], taskId, result));
    expect(await taskCount(world[name])).toBe(0);
  });

  it('409: a completed task, by its agent with another result and by others with any', async () => {
    const world = await createWorld(api());
    const { ada, bob } = world;
    const taskId = await taskIn(api(), world, 'completed by Ada');
    for (const [agent, result] of [
      [ada, 'Another'],
      [ada, `${adasResult} `],
      [ada, null],
      [ada, ''],
      [bob, adasResult],
      [bob, null],
    ] as const) {
      await expectRejected(api(), 409, 'TASK_ALREADY_COMPLETED', () => complete(agent, taskId, result));
    }
    expect([await taskCount(ada), await taskCount(bob)]).toEqual([1, 0]);
  });

  it('409: a task that was moved to done', async () => {
    const world = await createWorld(api());
    const moved = await taskIn(api(), world, 'done by nobody');
    await expectRejected(api(), 409, 'TASK_ALREADY_COMPLETED', () => complete(world.ada, moved, 'R'));
    await expectRejected(api(), 409, 'TASK_ALREADY_COMPLETED', () => complete(world.ada, moved, null));
    const movedTaskId = await taskIn(api(), world, 'held by Ada');
    await done(calls(api()).move(world.team.apiKey, movedTaskId, 'done'));
    await expectRejected(api(), 409, 'TASK_ALREADY_COMPLETED', () => complete(world.ada, movedTaskId, 'R'));
    await expectRejected(api(), 409, 'TASK_ALREADY_COMPLETED', () => complete(world.ada, movedTaskId, null));
    await expectRejected(api(), 409, 'TASK_ALREADY_COMPLETED', () => complete(world.bob, movedTaskId, null));
    const completed = await taskIn(api(), world, 'completed by Ada');
    await done(calls(api()).move(world.team.apiKey, completed, 'cancelled'));
    await done(calls(api()).move(world.team.apiKey, completed, 'done'));
    await expectRejected(api(), 409, 'TASK_ALREADY_COMPLETED', () =>
      complete(world.ada, completed, adasResult),
    );
  });

  it('409: a cancelled task, even by the agent that held it', async () => {
    const world = await createWorld(api());
    for (const situation of ['cancelled', 'cancelled under Ada'] as const) {
      const taskId = await taskIn(api(), world, situation);
      for (const agent of [world.ada, world.bob]) {
        await expectRejected(api(), 409, 'TASK_CANCELLED', () => complete(agent, taskId, 'Result'));
      }
    }
  });

  it('exactly one of 20 agents completes an open task, once, in each of 5 rounds', async () => {
    const { team } = await createWorld(api());
    const agents = await Promise.all(
      Array.from({ length: 20 }, (_, index) => api().createAgent(team, `Racer ${index}`)),
    );
    for (let round = 0; round < 5; round += 1) {
      const taskId = await api().createTask(team);
      const replies = await Promise.all(agents.map((agent) => complete(agent, taskId, 'Result')));
      const winners = replies.filter((reply) => reply.status === 200);
      expect(winners).toHaveLength(1);
      for (const reply of replies.filter((other) => other.status !== 200)) {
        expectProblem(reply, 409, 'TASK_ALREADY_COMPLETED');
      }
      const winner = Task.parse(winners[0]?.body).assignedAgentId;
      expect((await completions(taskId)).map((event) => event.actorId)).toEqual([winner]);
    }
    const counts = await Promise.all(agents.map(taskCount));
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(5);
  });

  it('20 concurrent completions of the holder all get 200 and count once', async () => {
    const world = await createWorld(api());
    const taskId = await taskIn(api(), world, 'held by Ada');
    const replies = await Promise.all(
      Array.from({ length: 20 }, () => complete(world.ada, taskId, 'Result')),
    );
    const task = await readTask(api(), world, taskId);
    for (const reply of replies) expect(expectBody(reply, 200, Task)).toEqual(task);
    expect(await completions(taskId)).toHaveLength(1);
    expect(await taskCount(world.ada)).toBe(1);
  });
});
