import { Agent, Task, type TaskStatus, taskStatuses } from '@crewboard/contracts';
import { describe, expect, it } from 'vitest';
import { expectBody, expectProblem, useApi } from '../harness.ts';
import { OpenWriter } from '../log/support/open-writer.ts';
import { checkEachRejected } from '../support/check-each.ts';
import { leaseTo } from '../support/leases.ts';
import {
  byAgent,
  byKey,
  eventRow,
  expectFields,
  expectInvalid,
  expectRejected,
  record,
} from '../support/log.ts';
import { calls, done, readTask, type Situation, taskIn } from '../support/tasks.ts';
import { age, createWorld, setAgentStatus } from '../support/world.ts';

const api = useApi();
const move = (...args: Parameters<ReturnType<typeof calls>['move']>) => calls(api()).move(...args);

/** A world with a task in a situation, an hour old. */
async function worldWith(situation: Situation) {
  const world = await createWorld(api());
  const taskId = await taskIn(api(), world, situation);
  await age(api(), 'tasks', taskId);
  return { ...world, world, taskId, before: await readTask(api(), world, taskId) };
}

// Each way in which a move changes a row. Which moves do what: packages/contracts/src/rules/task-rules.*.test.ts.
const moves: [Situation, TaskStatus][] = [
  ['todo', 'todo'],
  ['todo', 'in_progress'],
  ['todo for Ada', 'in_progress'],
  ['held by Ada', 'todo'],
  ['held by Ada', 'done'],
  ['completed by Ada', 'cancelled'],
  ['cancelled', 'done'],
  ['done by nobody', 'in_progress'],
];

describe('POST /api/tasks/:taskId/move', () => {
  it.each(moves)('200: the team moves a task that is %s to %s', async (situation, status) => {
    const { world, team, taskId, before } = await worldWith(situation);
    const stored = await api().stored();
    const { reply, events } = await record(api(), () => move(team.apiKey, taskId, status));
    const task = expectBody(reply, 200, Task);
    if (status === before.status) {
      expect(task).toEqual(before);
      expect(events).toEqual([]);
      expect(await api().stored()).toEqual(stored);
      return;
    }
    const assignedAgentId = status === 'todo' ? null : before.assignedAgentId;
    expect(task).toEqual({
      ...before,
      status,
      assignedAgentId,
      attempt: before.attempt + (status === 'in_progress' && assignedAgentId ? 1 : 0),
      version: before.version + 1,
      statusChangedAt: task.updatedAt,
      updatedAt: task.updatedAt,
    });
    expect(task.updatedAt > before.updatedAt).toBe(true);
    expect(await readTask(api(), world, taskId)).toEqual(task);
    const changes = {
      status: { before: before.status, after: status },
      ...(assignedAgentId !== before.assignedAgentId && {
        assignedAgentId: { before: before.assignedAgentId, after: null },
      }),
    };
    expect(events).toEqual([
      eventRow({ reply, world, actor: byKey(world), type: 'task.moved', snapshot: task, changes }),
    ]);
  });

  it('400: no deactivated agent becomes the holder; once it is active or another is assigned, the move starts an attempt', async () => {
    const { world, team, ada, bob, taskId } = await worldWith('todo for Ada');
    await setAgentStatus(api(), team, ada.id, 'inactive');
    await expectInvalid(api(), ['status'], () => move(team.apiKey, taskId, 'in_progress'));
    expect(await readTask(api(), world, taskId)).toMatchObject({ status: 'todo', attempt: 0 });
    expect(await done(move(team.apiKey, taskId, 'done'))).toMatchObject({ assignedAgentId: ada.id });
    await expectInvalid(api(), ['status'], () => move(team.apiKey, taskId, 'in_progress'));
    await setAgentStatus(api(), team, ada.id, 'active');
    expect(await done(move(team.apiKey, taskId, 'in_progress'))).toMatchObject({ attempt: 1 });
    await done(move(team.apiKey, taskId, 'todo'));
    await setAgentStatus(api(), team, ada.id, 'inactive');
    await done(calls(api()).update(team.apiKey, taskId, { assignedAgentId: bob.id }));
    expect(await done(move(team.apiKey, taskId, 'in_progress'))).toMatchObject({ attempt: 2 });
  });

  // Release, the move to todo, has tests of its own.
  it.each(moves.filter(([, status]) => status === 'in_progress' || status === 'done'))(
    '200: Ada may move a task that is %s to %s, her own included',
    async (situation, status) => {
      const { world, ada, taskId, before } = await worldWith(situation);
      const { reply, events } = await record(api(), () => move(ada.token, taskId, status));
      expect(expectBody(reply, 200, Task).status).toBe(status);
      const changed = status === before.status ? [] : ['task.moved'];
      expect(events.map(({ type, actorKind, actorId }) => ({ type, actorKind, actorId }))).toEqual(
        changed.map((type) => ({ type, ...byAgent(ada) })),
      );
      expect((await readTask(api(), world, taskId)).status).toBe(status);
    },
  );

  it.each<[Situation, TaskStatus]>([
    ['todo for Ada', 'in_progress'],
    ['completed by Ada', 'todo'],
  ])('409: Bob may not move a task that is %s to %s', async (situation, status) => {
    const { bob, taskId } = await worldWith(situation);
    await expectRejected(api(), 409, 'TASK_ASSIGNED_TO_OTHER', () => move(bob.token, taskId, status));
  });

  it('200: an agent may move what it created for another that does not hold it, but not make it the holder', async () => {
    const world = await createWorld(api());
    const { ada, bob, team } = world;
    const body = { title: 'For Ada', projectId: team.projectId, assignedAgentId: ada.id };
    const created = await api().request('POST', `/api/teams/${team.teamId}/tasks`, {
      token: bob.token,
      body,
    });
    const { id } = expectBody(created, 201, Task);
    await expectRejected(api(), 409, 'TASK_ASSIGNED_TO_OTHER', () => move(bob.token, id, 'in_progress'));
    expect(expectBody(await move(bob.token, id, 'cancelled'), 200, Task).status).toBe('cancelled');
    await done(move(team.apiKey, id, 'in_progress'));
    await expectRejected(api(), 409, 'NOT_CLAIM_HOLDER', () => move(bob.token, id, 'todo'));
  });

  it('409: an agent names its attempt, or the version that it read, to move what it holds under a lease', async () => {
    const world = await createWorld(api());
    const { ada } = world;
    const taskId = await api().createTask(world.team);
    const first = await leaseTo(api(), ada, taskId);
    const withAttempt = (attempt: number) =>
      api().request('POST', `/api/tasks/${taskId}/move`, {
        token: ada.token,
        body: { status: 'done', attempt },
      });
    const problem = await expectRejected(api(), 409, 'STALE_CLAIM', () => move(ada.token, taskId, 'done'));
    expect(problem.detail).toContain('Send `attempt`');
    expect(problem.heldByCaller).toBe(true);
    expectBody(await move(ada.token, taskId, 'in_progress'), 200, Task);
    await done(calls(api()).release(ada.token, taskId));
    const second = await leaseTo(api(), ada, taskId);
    await expectRejected(api(), 409, 'STALE_CLAIM', () => withAttempt(first.attempt));
    expect(expectBody(await withAttempt(second.attempt), 200, Task).status).toBe('done');
  });

  it('409: an agent cannot move what another holds', async () => {
    const { ada, bob, taskId } = await worldWith('held by Ada');
    // Not even to its current status, which an agent other than the holder may not set.
    for (const status of taskStatuses) {
      const problem = await expectRejected(api(), 409, 'NOT_CLAIM_HOLDER', () =>
        move(bob.token, taskId, status),
      );
      expect(problem.detail).toContain(ada.id);
    }
  });

  it('200: an agent that moves an open task to in_progress does not hold it', async () => {
    const { ada, bob, taskId } = await worldWith('todo');
    const task = expectBody(await move(ada.token, taskId, 'in_progress'), 200, Task);
    expect(task.assignedAgentId).toBeNull();
    expectBody(await calls(api()).claim(bob.token, taskId), 200, Task);
  });

  it('200: the assigned agent holds a task that the team moves to in_progress', async () => {
    const { team, ada, bob, taskId } = await worldWith('todo for Ada');
    expectBody(await move(team.apiKey, taskId, 'in_progress'), 200, Task);
    await expectRejected(api(), 409, 'NOT_CLAIM_HOLDER', () => move(bob.token, taskId, 'todo'));
    await expectRejected(api(), 409, 'NOT_CLAIM_HOLDER', () => calls(api()).complete(bob.token, taskId));
    expectBody(await calls(api()).complete(ada.token, taskId), 200, Task);
  });

  it('200: the holder releases its task, and another agent claims it', async () => {
    const { ada, bob, taskId } = await worldWith('held by Ada');
    expect(expectBody(await move(ada.token, taskId, 'todo'), 200, Task).assignedAgentId).toBeNull();
    expectBody(await calls(api()).claim(bob.token, taskId), 200, Task);
  });

  it('200: moving to done keeps taskCount and writes no task.completed', async () => {
    const { team, ada, taskId } = await worldWith('held by Ada');
    for (const token of [ada.token, team.apiKey]) {
      await done(move(token, taskId, 'in_progress'));
      await done(move(token, taskId, 'done'));
    }
    const agent = await api().request('GET', `/api/agents/${ada.id}`, { token: team.apiKey });
    expect(expectBody(agent, 200, Agent).taskCount).toBe(0);
    const types = (await api().events(taskId)).map((event) => event.type);
    expect(types).not.toContain('task.completed');
  });

  it('200: moving out of done does not reduce taskCount', async () => {
    const { team, ada, taskId } = await worldWith('completed by Ada');
    await done(move(team.apiKey, taskId, 'todo'));
    const agent = await api().request('GET', `/api/agents/${ada.id}`, { token: team.apiKey });
    expect(expectBody(agent, 200, Agent).taskCount).toBe(1);
  });

  it('400: each invalid status, and the four values are named', async () => {
    const { team, ada, taskId } = await worldWith('todo');
    const values = ['archived', 'DONE', 'in-progress', '', null, 1, ['done']];
    const cases = Object.fromEntries(values.map((value) => [JSON.stringify(value), value]));
    await checkEachRejected(api(), cases, async (status) => {
      for (const token of [team.apiKey, ada.token]) {
        const reply = await api().request('POST', `/api/tasks/${taskId}/move`, { token, body: { status } });
        const problem = expectProblem(reply, 400, 'VALIDATION_ERROR');
        expectFields(problem, ['status']);
        for (const each of taskStatuses) expect(problem.errors?.[0]?.message).toContain(each);
      }
    });
  });

  it('400: no body, and fields beside status', async () => {
    const { team, taskId } = await worldWith('todo');
    const send = (body?: unknown) =>
      api().request('POST', `/api/tasks/${taskId}/move`, { token: team.apiKey, body });
    await expectInvalid(api(), ['status'], () => send());
    await expectInvalid(api(), ['status'], () => send({}));
    await expectInvalid(api(), ['result'], () => send({ status: 'done', result: 'Done' }));
    await expectInvalid(api(), ['assignedAgentId'], () => send({ status: 'todo', assignedAgentId: null }));
  });

  it('a claim and a move to cancelled at the same time: both are in the log, or the claim is rejected', async () => {
    const world = await createWorld(api());
    for (let round = 0; round < 8; round += 1) {
      const taskId = await api().createTask(world.team);
      const [claimed, moved] = await Promise.all([
        calls(api()).claim(world.ada.token, taskId),
        move(world.team.apiKey, taskId, 'cancelled'),
      ]);
      expectBody(moved, 200, Task);
      const events = await api().events(taskId);
      const task = await readTask(api(), world, taskId);
      expect(events.at(-1)?.snapshot).toEqual(task);
      expect(task.status).toBe('cancelled');
      const types = events.map((event) => event.type);
      if (claimed.status === 200) expect(types).toEqual(['task.created', 'task.claimed', 'task.moved']);
      else {
        expectProblem(claimed, 409, 'TASK_NOT_CLAIMABLE');
        expect(types).toEqual(['task.created', 'task.moved']);
      }
    }
  });

  it('409: an agent whose move to in progress waits for an assignment to another agent', async () => {
    const { world, ada, bob, taskId } = await worldWith('todo');
    const writer = await OpenWriter.begin(api().db.pool);
    await writer.client.query('update tasks set assigned_agent_id = $1 where id = $2', [ada.id, taskId]);
    const moved = move(bob.token, taskId, 'in_progress');
    await expect
      .poll(async () => {
        const { rows } = await api().db.pool.query(
          "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
        );
        return rows.length;
      })
      .toBeGreaterThan(0);
    await writer.commit();
    const problem = expectProblem(await moved, 409, 'TASK_ASSIGNED_TO_OTHER');
    expect(problem).toMatchObject({ heldByCaller: false, assignedAgentId: ada.id, heldSince: null });
    const task = await readTask(api(), world, taskId);
    expect([task.status, task.assignedAgentId]).toEqual(['todo', ada.id]);
  });

  it('an assignment to Ada and a move to in progress by Bob at the same time: Bob never makes her the holder', async () => {
    const world = await createWorld(api());
    for (let round = 0; round < 8; round += 1) {
      const taskId = await api().createTask(world.team);
      const [assigned, moved] = await Promise.all([
        calls(api()).update(world.team.apiKey, taskId, { assignedAgentId: world.ada.id }),
        move(world.bob.token, taskId, 'in_progress'),
      ]);
      expectBody(assigned, 200, Task);
      const events = await api().events(taskId);
      const byBob = events.filter(({ actorId }) => actorId === world.bob.id);
      for (const { snapshot } of byBob) expect(snapshot.assignedAgentId).toBeNull();
      if (moved.status === 200) expect(byBob).toHaveLength(1);
      else expectProblem(moved, 409, 'TASK_ASSIGNED_TO_OTHER');
    }
  });

  it('20 concurrent moves to the same status cause one change and one event', async () => {
    const { team, taskId } = await worldWith('todo');
    const replies = await Promise.all(Array.from({ length: 20 }, () => move(team.apiKey, taskId, 'done')));
    for (const reply of replies) expect(expectBody(reply, 200, Task).status).toBe('done');
    const types = (await api().events(taskId)).map((event) => event.type);
    expect(types).toEqual(['task.created', 'task.moved']);
  });
});
