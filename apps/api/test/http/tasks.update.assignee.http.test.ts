import { Task } from '@crewboard/contracts';
import { describe, expect, it } from 'vitest';
import { expectBody, expectProblem, useApi } from '../harness.ts';
import { OpenWriter } from '../log/support/open-writer.ts';
import { byKey, eventRow, expectInvalid, expectRejected, record } from '../support/log.ts';
import { calls, readTask, type Situation, taskIn } from '../support/tasks.ts';
import { age, createWorld, setAgentStatus, unknownId } from '../support/world.ts';

const api = useApi();

/** A world with a task in a situation, an hour old. */
async function worldWith(situation: Situation) {
  const world = await createWorld(api());
  const taskId = await taskIn(api(), world, situation);
  await age(api(), 'tasks', taskId);
  const before = await readTask(api(), world, taskId);
  const assign = (assignedAgentId: string | null, others = {}) =>
    calls(api()).update(world.team.apiKey, taskId, { assignedAgentId, ...others });
  return { ...world, world, taskId, before, assign };
}

describe('PATCH /api/tasks/:taskId, assignedAgentId', () => {
  it.each<[Situation, 'ada' | 'bob' | null, Task['status']]>([
    ['todo', 'ada', 'todo'],
    ['todo for Ada', 'bob', 'todo'],
    ['todo for Ada', null, 'todo'],
    ['in progress with nobody', 'ada', 'in_progress'],
    ['held by Ada', 'bob', 'in_progress'],
    ['held by Ada', null, 'todo'],
  ])('200: a task that is %s, given to %s, is %s', async (situation, to, status) => {
    const { world, before, assign } = await worldWith(situation);
    const after = to && world[to].id;
    const { reply, events } = await record(api(), () => assign(after));
    const task = expectBody(reply, 200, Task);
    expect(task).toEqual({
      ...before,
      status,
      assignedAgentId: after,
      attempt: before.attempt + (status === 'in_progress' ? 1 : 0),
      version: before.version + 1,
      statusChangedAt: before.status === 'in_progress' ? task.updatedAt : before.statusChangedAt,
      updatedAt: task.updatedAt,
    });
    expect(task.updatedAt > before.updatedAt).toBe(true);
    expect(await readTask(api(), world, task.id)).toEqual(task);
    const changes = {
      assignedAgentId: { before: before.assignedAgentId, after },
      ...(status !== before.status && { status: { before: before.status, after: status } }),
    };
    expect(events).toEqual([
      eventRow({ reply, world, actor: byKey(world), type: 'task.updated', snapshot: task, changes }),
    ]);
  });

  it('200: reassigning a held task transfers the claim', async () => {
    const { ada, bob, taskId, assign } = await worldWith('held by Ada');
    expectBody(await assign(bob.id), 200, Task);
    const { claim, complete } = calls(api());
    const late = { body: { result: 'Too late' } };
    await expectRejected(api(), 409, 'NOT_CLAIM_HOLDER', () => complete(ada.token, taskId, late));
    await expectRejected(api(), 409, 'TASK_ALREADY_CLAIMED', () => claim(ada.token, taskId));
    const task = expectBody(await complete(bob.token, taskId), 200, Task);
    expect(task).toMatchObject({ status: 'done', assignedAgentId: bob.id });
  });

  it('200: null releases a held task, and any agent can claim it again', async () => {
    const { bob, taskId, assign } = await worldWith('held by Ada');
    expectBody(await assign(null), 200, Task);
    const task = expectBody(await calls(api()).claim(bob.token, taskId), 200, Task);
    expect(task).toMatchObject({ status: 'in_progress', assignedAgentId: bob.id });
  });

  it('200: an agent that is assigned to an unassigned task in progress holds it', async () => {
    const { ada, bob, taskId, assign } = await worldWith('in progress with nobody');
    expectBody(await assign(ada.id), 200, Task);
    const { claim, complete } = calls(api());
    await expectRejected(api(), 409, 'TASK_ALREADY_CLAIMED', () => claim(bob.token, taskId));
    await expectRejected(api(), 409, 'NOT_CLAIM_HOLDER', () => complete(bob.token, taskId));
    expectBody(await complete(ada.token, taskId), 200, Task);
  });

  it('200: the current assignee changes nothing, in every status', async () => {
    for (const situation of [
      'todo',
      'todo for Ada',
      'in progress with nobody',
      'held by Ada',
      'done by nobody',
      'completed by Ada',
      'cancelled',
      'cancelled under Ada',
    ] as const) {
      const { before, assign } = await worldWith(situation);
      const stored = await api().stored();
      expect(expectBody(await assign(before.assignedAgentId), 200, Task)).toEqual(before);
      expect(await api().stored()).toEqual(stored);
    }
  });

  it.each<[Situation, ('ada' | 'bob' | null)[], 'TASK_ALREADY_COMPLETED' | 'TASK_CANCELLED']>([
    ['done by nobody', ['ada'], 'TASK_ALREADY_COMPLETED'],
    ['completed by Ada', ['bob', null], 'TASK_ALREADY_COMPLETED'],
    ['cancelled', ['ada'], 'TASK_CANCELLED'],
    ['cancelled under Ada', ['bob', null], 'TASK_CANCELLED'],
  ])(
    '409: a task that is %s keeps its assignee, and nothing else is written either',
    async (situation, targets, code) => {
      const { world, assign } = await worldWith(situation);
      for (const to of targets) {
        const id = to && world[to].id;
        await expectRejected(api(), 409, code, () => assign(id));
        await expectRejected(api(), 409, code, () => assign(id, { title: 'After', priority: 'high' }));
      }
    },
  );

  it('200: applies other changes to a finished task with its current assignee', async () => {
    const { ada, before, assign } = await worldWith('completed by Ada');
    const task = expectBody(await assign(ada.id, { title: 'After' }), 200, Task);
    expect(task).toEqual({
      ...before,
      title: 'After',
      version: before.version + 1,
      updatedAt: task.updatedAt,
    });
  });

  it('400: an unknown or inactive agent or one of another team, for every status of the task', async () => {
    for (const situation of ['todo', 'held by Ada', 'completed by Ada', 'cancelled'] as const) {
      const { team, bob, assign } = await worldWith(situation);
      const theirs = await createWorld(api());
      await setAgentStatus(api(), team, bob.id, 'inactive');
      for (const id of [unknownId, theirs.ada.id, bob.id]) {
        await expectInvalid(api(), ['assignedAgentId'], () => assign(id));
      }
    }
  });

  it('orders a concurrent reassignment and completion, and the log matches the task', async () => {
    const world = await createWorld(api());
    const { team, ada, bob } = world;
    for (let round = 0; round < 20; round += 1) {
      const taskId = await taskIn(api(), world, 'held by Ada');
      const [handOver, completion] = await Promise.all([
        calls(api()).update(team.apiKey, taskId, { assignedAgentId: bob.id }),
        calls(api()).complete(ada.token, taskId),
      ]);
      const task = await readTask(api(), world, taskId);
      const last = (await api().events(taskId)).at(-1);
      expect(last?.snapshot).toEqual(task);
      const outcome = [handOver.status, completion.status, task.status, task.assignedAgentId];
      expect([
        [200, 409, 'in_progress', bob.id],
        [409, 200, 'done', ada.id],
      ]).toContainEqual(outcome);
    }
  });
});

const waitsForLock = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;

describe('while eight writers assign tasks to an agent', () => {
  /** `change`: of the agent, which is committed once they have read the agent and wait for it. */
  async function assignDuring(change: string, situation: Situation) {
    const world = await createWorld(api());
    const { team, bob } = world;
    const taskIds: string[] = [];
    while (taskIds.length < 8) taskIds.push(await taskIn(api(), world, situation));
    const changing = await OpenWriter.begin(api().db.pool);
    await changing.client.query(`update agents set ${change} where id = $1`, [bob.id]);
    const { update } = calls(api());
    const writers = taskIds.map((taskId) => update(team.apiKey, taskId, { assignedAgentId: bob.id }));
    try {
      await expect.poll(async () => (await api().db.pool.query(waitsForLock)).rowCount).toBeGreaterThan(0);
    } finally {
      await changing.commit();
    }
    const replies = await Promise.all(writers);
    const { rowCount } = await api().db.pool.query('select from tasks where assigned_agent_id = $1', [
      bob.id,
    ]);
    return { replies, assigned: rowCount };
  }

  it.each<[string, Situation]>([
    ['held by another one', 'held by Ada'],
    ['in todo', 'todo'],
  ])('which are %s, its deactivation leaves it none, and each writer gets a 400', async (_, situation) => {
    const { replies, assigned } = await assignDuring(`status = 'inactive'`, situation);
    for (const reply of replies) {
      const { errors } = expectProblem(reply, 400, 'VALIDATION_ERROR');
      expect(errors?.map(({ path }) => path)).toEqual(['assignedAgentId']);
    }
    expect(assigned).toBe(0);
  });

  it('another change of it leaves it all of them', async () => {
    const { replies, assigned } = await assignDuring('last_active_at = now()', 'held by Ada');
    for (const reply of replies) expectBody(reply, 200, Task);
    expect(assigned).toBe(8);
  });
});
