import { Agent, type ErrorCode, Task } from '@crewboard/contracts';
import { describe, expect, it } from 'vitest';
import { expectBody, useApi } from '../harness.ts';
import { checkEachInvalid } from '../support/check-each.ts';
import { exhaustedTask, expire, leaseTo, onlyNotifiedSweeps, passLeaseEnd } from '../support/leases.ts';
import { expectRejected, record } from '../support/log.ts';
import { calls, done, readTask, type Situation, taskIn } from '../support/tasks.ts';
import { createWorld } from '../support/world.ts';

const api = useApi(onlyNotifiedSweeps);
const complete = (token: string, taskId: string, body?: unknown) =>
  calls(api()).complete(token, taskId, { body });

async function leased() {
  const world = await createWorld(api());
  const taskId = await api().createTask(world.team);
  await leaseTo(api(), world.ada, taskId);
  return { ...world, world, taskId };
}

describe('POST /api/tasks/:taskId/complete, attempt', () => {
  it.each([{ result: 'Done', attempt: 1 }, { result: 'Done' }])(
    '200: the holder completes under its lease, which ends (%j)',
    async (body) => {
      const { ada, taskId } = await leased();
      const { reply, events } = await record(api(), () => complete(ada.token, taskId, body));
      const task = expectBody(reply, 200, Task);
      expect(task).toMatchObject({ status: 'done', attempt: 1, leaseExpiresAt: null, result: 'Done' });
      expect(events.map(({ type, changes }) => [type, Object.keys(changes ?? {}).sort()])).toEqual([
        ['task.completed', ['result', 'status']],
      ]);
    },
  );

  it('200: the holder of a claim without a lease completes with its attempt', async () => {
    const world = await createWorld(api());
    const taskId = await taskIn(api(), world, 'held by Ada');
    expect(await done(complete(world.ada.token, taskId, { attempt: 1 }))).toMatchObject({ status: 'done' });
  });

  it('200: the same completion again, with and without the attempt, changes nothing', async () => {
    const { team, ada, bob, taskId } = await leased();
    const task = await done(complete(ada.token, taskId, { result: 'Done', attempt: 1 }));
    const stored = await api().stored();
    for (const body of [{ result: 'Done', attempt: 1 }, { result: 'Done' }])
      expect(await done(complete(ada.token, taskId, body))).toEqual(task);
    expect(await api().stored()).toEqual(stored);
    for (const [token, body] of [
      [ada.token, { result: 'Other', attempt: 1 }],
      [ada.token, { result: 'Done', attempt: 2 }],
      [ada.token, { attempt: 1 }],
      [bob.token, { result: 'Done', attempt: 1 }],
    ] as const)
      await expectRejected(api(), 409, 'STALE_CLAIM', () => complete(token, taskId, body));
    const agent = await api().request('GET', `/api/agents/${ada.id}`, { token: team.apiKey });
    expect(expectBody(agent, 200, Agent).taskCount).toBe(1);
  });

  it('409: another result of the same attempt, with what stays', async () => {
    const { ada, bob, taskId } = await leased();
    await done(complete(ada.token, taskId, { result: 'Done', attempt: 1 }));
    const detailFor = async (token: string, code: ErrorCode, body: object) =>
      (await expectRejected(api(), 409, code, () => complete(token, taskId, body))).detail;
    const reworded = { result: 'All done', attempt: 1 };
    expect(await detailFor(ada.token, 'STALE_CLAIM', reworded)).toBe(
      'This claim is over. You completed the task in attempt 1, and that result stays.',
    );
    expect(await detailFor(bob.token, 'STALE_CLAIM', reworded)).toBe(
      `This claim is over. Agent ${ada.id} completed the task in attempt 1, and that result stays.`,
    );
    expect(await detailFor(ada.token, 'TASK_ALREADY_COMPLETED', { result: 'All done' })).toBe(
      'You completed the task, and that result stays. To do it again, move it to todo first.',
    );
  });

  it('409: between the end of the lease and its sweep, with and without the attempt', async () => {
    const { world, ada, bob, taskId } = await leased();
    await passLeaseEnd(api(), taskId);
    for (const body of [{ result: 'Late' }, { result: 'Late', attempt: 1 }]) {
      const problem = await expectRejected(api(), 409, 'STALE_CLAIM', () =>
        complete(ada.token, taskId, body),
      );
      expect(problem.heldByCaller).toBe(false);
    }
    await expectRejected(api(), 409, 'NOT_CLAIM_HOLDER', () => complete(bob.token, taskId));
    expect(await readTask(api(), world, taskId)).toMatchObject({ status: 'in_progress' });
  });

  it('409: after the sweep with the attempt, before and after the next claim', async () => {
    const { ada, bob, taskId } = await leased();
    await expire(api(), taskId);
    const late = { result: 'Late', attempt: 1 };
    const free = await expectRejected(api(), 409, 'STALE_CLAIM', () => complete(ada.token, taskId, late));
    expect(free).toMatchObject({ heldByCaller: false, assignedAgentId: null, heldSince: null });
    const { statusChangedAt } = await leaseTo(api(), bob, taskId);
    const held = await expectRejected(api(), 409, 'STALE_CLAIM', () => complete(ada.token, taskId, late));
    expect(held).toMatchObject({
      heldByCaller: false,
      assignedAgentId: bob.id,
      heldSince: statusChangedAt,
    });
    expect(await done(complete(bob.token, taskId, { attempt: 2 }))).toMatchObject({ attempt: 2 });
  });

  it('409: an earlier attempt of the agent that holds the task again', async () => {
    const { ada, taskId } = await leased();
    await expire(api(), taskId);
    await leaseTo(api(), ada, taskId);
    const problem = await expectRejected(api(), 409, 'STALE_CLAIM', () =>
      complete(ada.token, taskId, { attempt: 1 }),
    );
    expect(problem).toMatchObject({ assignedAgentId: ada.id });
    expect(problem.heldByCaller).toBe(true);
    expect(await done(complete(ada.token, taskId, { attempt: 2 }))).toMatchObject({ status: 'done' });
  });

  it('200: after the sweep without the attempt the rules of every completion decide', async () => {
    const { ada, taskId } = await leased();
    await expire(api(), taskId);
    const { reply, events } = await record(api(), () => complete(ada.token, taskId, { result: 'Late' }));
    expect(expectBody(reply, 200, Task)).toMatchObject({
      status: 'done',
      attempt: 2,
      assignedAgentId: ada.id,
    });
    expect(events.map(({ type }) => type)).toEqual(['task.completed']);
  });

  it.each<[Situation, number]>([
    ['todo', 0],
    ['todo for Ada', 0],
    ['in progress with nobody', 0],
  ])('409: an attempt of a task that is %s: nobody holds it', async (situation, attempt) => {
    const world = await createWorld(api());
    const taskId = await taskIn(api(), world, situation);
    for (const number of [attempt, attempt + 1])
      await expectRejected(api(), 409, 'STALE_CLAIM', () =>
        complete(world.ada.token, taskId, { attempt: number }),
      );
  });

  it('409: a task that needs attention, with and without an attempt', async () => {
    const world = await createWorld(api());
    const { id } = await exhaustedTask(api(), world);
    for (const { token } of [world.ada, world.bob]) {
      await expectRejected(api(), 409, 'TASK_NOT_CLAIMABLE', () => complete(token, id));
      await expectRejected(api(), 409, 'STALE_CLAIM', () => complete(token, id, { attempt: 1 }));
    }
  });

  it('400: invalid attempts', async () => {
    const { ada, taskId } = await leased();
    await checkEachInvalid(
      api(),
      [
        ...[-1, 1.5, 2_147_483_648, 1e30, '1', '', null, true, [1], {}].map(
          (value) => ['attempt', value] as const,
        ),
      ],
      (field, value) => complete(ada.token, taskId, { [field]: value }),
    );
  });
});

describe('attempt', () => {
  it.each<
    [string, Situation, number, (world: Awaited<ReturnType<typeof leased>>, id: string) => Promise<Task>]
  >([
    ['completion without a claim', 'todo', 1, ({ ada }, id) => done(complete(ada.token, id))],
    ['completion by the holder', 'held by Ada', 1, ({ ada }, id) => done(complete(ada.token, id))],
    [
      'move of an assigned task',
      'todo for Ada',
      1,
      ({ team }, id) => done(calls(api()).move(team.apiKey, id, 'in_progress')),
    ],
    [
      'move of an unassigned task',
      'todo',
      0,
      ({ team }, id) => done(calls(api()).move(team.apiKey, id, 'in_progress')),
    ],
    [
      'move back to progress',
      'cancelled under Ada',
      2,
      ({ team }, id) => done(calls(api()).move(team.apiKey, id, 'in_progress')),
    ],
    [
      'move out of progress',
      'held by Ada',
      1,
      ({ team }, id) => done(calls(api()).move(team.apiKey, id, 'done')),
    ],
    [
      'hand-over',
      'held by Ada',
      2,
      ({ team, bob }, id) => done(calls(api()).update(team.apiKey, id, { assignedAgentId: bob.id })),
    ],
    [
      'assignment in progress',
      'in progress with nobody',
      1,
      ({ team, bob }, id) => done(calls(api()).update(team.apiKey, id, { assignedAgentId: bob.id })),
    ],
    [
      'assignment of an open task',
      'todo',
      0,
      ({ team, bob }, id) => done(calls(api()).update(team.apiKey, id, { assignedAgentId: bob.id })),
    ],
    [
      'assignment to the holder',
      'held by Ada',
      1,
      ({ team, ada }, id) =>
        done(calls(api()).update(team.apiKey, id, { assignedAgentId: ada.id, title: 'B' })),
    ],
    [
      'unassignment',
      'held by Ada',
      1,
      ({ team }, id) => done(calls(api()).update(team.apiKey, id, { assignedAgentId: null })),
    ],
  ])('%s of a task that is %s: %d', async (_, situation, expected, change) => {
    const world = await leased();
    const taskId = await taskIn(api(), world.world, situation);
    const task = await change(world, taskId);
    expect(task).toMatchObject({ attempt: expected, leaseExpiresAt: null });
    expect(await readTask(api(), world.world, taskId)).toEqual(task);
    for (const { changes } of await api().events(taskId)) {
      expect(Object.keys(changes ?? {})).not.toContain('attempt');
      expect(Object.keys(changes ?? {})).not.toContain('leaseExpiresAt');
    }
  });

  it('a hand-over and a move to another status end a lease, any other change keeps it', async () => {
    const { team, ada, bob, taskId } = await leased();
    const { leaseExpiresAt } = await done(calls(api()).update(ada.token, taskId, { title: 'Better' }));
    expect(leaseExpiresAt).not.toBeNull();
    expect(await done(calls(api()).move(team.apiKey, taskId, 'in_progress'))).toMatchObject({
      leaseExpiresAt,
    });
    const handed = await done(calls(api()).update(team.apiKey, taskId, { assignedAgentId: bob.id }));
    expect(handed.leaseExpiresAt).toBeNull();
    for (const status of ['todo', 'done', 'cancelled'] as const) {
      const id = await api().createTask(team);
      await leaseTo(api(), ada, id);
      expect(await done(calls(api()).move(team.apiKey, id, status))).toMatchObject({ leaseExpiresAt: null });
    }
  });
});
