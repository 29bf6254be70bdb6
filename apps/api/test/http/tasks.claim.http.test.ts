import { Task } from '@crewboard/contracts';
import { describe, expect, it } from 'vitest';
import { expectBody, expectProblem, useApi } from '../harness.ts';
import { byAgent, eventRow, expectInvalid, expectRejected, record } from '../support/log.ts';
import { calls, readTask, type Situation, taskIn } from '../support/tasks.ts';
import { age, createWorld, setAgentStatus } from '../support/world.ts';

const api = useApi();
const claim = (...args: Parameters<ReturnType<typeof calls>['claim']>) => calls(api()).claim(...args);

describe('POST /api/tasks/:taskId/claim', () => {
  it.each<[Situation, 'ada' | 'bob']>([
    ['todo', 'ada'],
    ['todo', 'bob'],
    ['todo for Ada', 'ada'],
    ['in progress with nobody', 'bob'],
  ])('200: a task that is %s is claimed by %s and writes one event', async (situation, name) => {
    const world = await createWorld(api());
    const agent = world[name];
    const taskId = await taskIn(api(), world, situation);
    await age(api(), 'tasks', taskId);
    const before = await readTask(api(), world, taskId);
    const { reply, events } = await record(api(), () => claim(agent.token, taskId));
    const task = expectBody(reply, 200, Task);
    expect(task).toEqual({
      ...before,
      status: 'in_progress',
      assignedAgentId: agent.id,
      attempt: 1,
      version: before.version + 1,
      statusChangedAt: task.updatedAt,
      updatedAt: task.updatedAt,
    });
    expect(task.updatedAt > before.updatedAt).toBe(true);
    expect(await readTask(api(), world, taskId)).toEqual(task);
    const changes = {
      ...(before.status === 'todo' && { status: { before: 'todo', after: 'in_progress' } }),
      ...(!before.assignedAgentId && { assignedAgentId: { before: null, after: agent.id } }),
    };
    expect(events).toEqual([
      eventRow({ reply, world, actor: byAgent(agent), type: 'task.claimed', snapshot: task, changes }),
    ]);
  });

  it('200: accepts an absent body, an empty one with Content-Type, and an empty object', async () => {
    const { team, ada } = await createWorld(api());
    const headers = { 'Content-Type': 'application/json' };
    for (const extra of [{}, { headers }, { headers, rawBody: '' }, { body: {} }]) {
      const task = expectBody(await claim(ada.token, await api().createTask(team), extra), 200, Task);
      expect(task).toMatchObject({ status: 'in_progress', assignedAgentId: ada.id });
    }
  });

  it('200: a released task can be claimed again, and keeps its earlier result', async () => {
    const world = await createWorld(api());
    const { team, bob } = world;
    const taskId = await taskIn(api(), world, 'completed by Ada');
    const { result } = await readTask(api(), world, taskId);
    expectBody(await calls(api()).move(team.apiKey, taskId, 'todo'), 200, Task);
    const task = expectBody(await claim(bob.token, taskId), 200, Task);
    expect(task).toMatchObject({ status: 'in_progress', assignedAgentId: bob.id, result });
  });

  it('200: an agent holds as many tasks as it claims', async () => {
    const { team, ada } = await createWorld(api());
    const taskIds = [await api().createTask(team), await api().createTask(team)];
    for (const taskId of taskIds) expectBody(await claim(ada.token, taskId), 200, Task);
  });

  it('400: names a field in the body, and the task stays as it is', async () => {
    const { team, ada } = await createWorld(api());
    const taskId = await api().createTask(team);
    await expectInvalid(api(), ['x'], () => claim(ada.token, taskId, { body: { x: 1 } }));
    await expectInvalid(api(), ['status'], () => claim(ada.token, taskId, { body: { status: 'done' } }));
  });

  it('409: a second agent cannot claim a claimed task, and the row remains unchanged', async () => {
    const { team, ada, bob } = await createWorld(api());
    const taskId = await api().createTask(team);
    await claim(ada.token, taskId);
    const problem = await expectRejected(api(), 409, 'TASK_ALREADY_CLAIMED', () => claim(bob.token, taskId));
    expect(problem.detail).toContain(ada.id);
    expect(problem.detail).toMatch(/since \d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/);
  });

  it('409: the holder itself cannot claim it again, and the error says that it is the holder', async () => {
    const { team, ada, bob } = await createWorld(api());
    const taskId = await api().createTask(team);
    await claim(ada.token, taskId);
    const own = await expectRejected(api(), 409, 'TASK_ALREADY_CLAIMED', () => claim(ada.token, taskId));
    expect(own.detail).toMatch(/\byou\b/i);
    const other = await expectRejected(api(), 409, 'TASK_ALREADY_CLAIMED', () => claim(bob.token, taskId));
    expect(other.detail).not.toMatch(/\byou\b/i);
  });

  it('409: a deactivated agent still holds its task', async () => {
    const world = await createWorld(api());
    const taskId = await taskIn(api(), world, 'held by Ada');
    await setAgentStatus(api(), world.team, world.ada.id, 'inactive');
    await expectRejected(api(), 409, 'TASK_ALREADY_CLAIMED', () => claim(world.bob.token, taskId));
  });

  it('409: a task that is assigned to another agent', async () => {
    const world = await createWorld(api());
    const taskId = await taskIn(api(), world, 'todo for Ada');
    await expectRejected(api(), 409, 'TASK_ASSIGNED_TO_OTHER', () => claim(world.bob.token, taskId));
  });

  it.each<Situation>(['done by nobody', 'completed by Ada', 'cancelled', 'cancelled under Ada'])(
    '409: a task that is %s cannot be claimed, by its assignee neither',
    async (situation) => {
      const world = await createWorld(api());
      const taskId = await taskIn(api(), world, situation);
      for (const { token } of [world.ada, world.bob]) {
        await expectRejected(api(), 409, 'TASK_NOT_CLAIMABLE', () => claim(token, taskId));
      }
    },
  );

  it('exactly one of 50 concurrent claims succeeds and 49 get a 409, in each of 5 rounds', async () => {
    const { team } = await createWorld(api());
    const agents = await Promise.all(
      Array.from({ length: 50 }, (_, index) => api().createAgent(team, `Racer ${index}`)),
    );
    for (let round = 0; round < 5; round += 1) {
      const taskId = await api().createTask(team);
      const replies = await Promise.all(agents.map((agent) => claim(agent.token, taskId)));
      const winners = replies.filter((reply) => reply.status === 200);
      expect(winners).toHaveLength(1);
      const winner = Task.parse(winners[0]?.body);
      for (const reply of replies.filter((other) => other.status !== 200)) {
        expect(expectProblem(reply, 409, 'TASK_ALREADY_CLAIMED').detail).toContain(winner.assignedAgentId);
      }
      const claims = (await api().events(taskId)).filter((event) => event.type === 'task.claimed');
      expect(claims.map((event) => event.actorId)).toEqual([winner.assignedAgentId]);
    }
  });

  it('one agent claims the same task 20 times at once: one response is 200, the others say that it holds the task', async () => {
    const { team, ada } = await createWorld(api());
    const taskId = await api().createTask(team);
    const replies = await Promise.all(Array.from({ length: 20 }, () => claim(ada.token, taskId)));
    const rejected = replies.filter((reply) => reply.status !== 200);
    expect(rejected).toHaveLength(19);
    for (const reply of rejected) {
      expect(expectProblem(reply, 409, 'TASK_ALREADY_CLAIMED').detail).toMatch(/\byou\b/i);
    }
    const events = await api().events(taskId);
    expect(events.map((event) => event.type)).toEqual(['task.created', 'task.claimed']);
  });
});
