import { Task } from '@crewboard/contracts';
import { describe, expect, it } from 'vitest';
import { expectBody, useApi } from '../harness.ts';
import { checkEachInvalid } from '../support/check-each.ts';
import {
  exhaustedTask,
  expire,
  leaseSeconds,
  leaseTo,
  onlyNotifiedSweeps,
  passLeaseEnd,
  passStartTime,
} from '../support/leases.ts';
import { byAgent, eventRow, expectRejected, record } from '../support/log.ts';
import { calls, done, readTask } from '../support/tasks.ts';
import { createWorld } from '../support/world.ts';

const api = useApi(onlyNotifiedSweeps);
const claim = (...args: Parameters<ReturnType<typeof calls>['claim']>) => calls(api()).claim(...args);

describe('POST /api/tasks/:taskId/claim, leaseSeconds', () => {
  it.each([30, 31, 86_400])('200: a lease of %d s ends so long after the claim', async (seconds) => {
    const world = await createWorld(api());
    const taskId = await api().createTask(world.team);
    const before = await readTask(api(), world, taskId);
    const start = Date.now();
    const { reply, events } = await record(api(), () =>
      claim(world.ada.token, taskId, { body: { leaseSeconds: seconds } }),
    );
    const task = expectBody(reply, 200, Task);
    expect(task).toEqual({
      ...before,
      status: 'in_progress',
      assignedAgentId: world.ada.id,
      attempt: 1,
      leaseExpiresAt: expect.any(String),
      version: 2,
      statusChangedAt: task.updatedAt,
      updatedAt: task.updatedAt,
    });
    const leaseMs = Date.parse(task.leaseExpiresAt ?? '');
    expect(leaseMs).toBeGreaterThanOrEqual(start + seconds * 1_000 - 1);
    expect(leaseMs).toBeLessThanOrEqual(Date.now() + seconds * 1_000 + 1);
    expect(await readTask(api(), world, taskId)).toEqual(task);
    const changes = {
      status: { before: 'todo', after: 'in_progress' },
      assignedAgentId: { before: null, after: world.ada.id },
    };
    expect(events).toEqual([
      eventRow({ reply, world, actor: byAgent(world.ada), type: 'task.claimed', snapshot: task, changes }),
    ]);
  });

  it('200: without leaseSeconds the claim has no lease', async () => {
    const world = await createWorld(api());
    const taskId = await api().createTask(world.team);
    expect(await readTask(api(), world, taskId)).toMatchObject({ attempt: 0, leaseExpiresAt: null });
    const task = expectBody(await claim(world.ada.token, taskId, { body: {} }), 200, Task);
    expect(task).toMatchObject({ attempt: 1, leaseExpiresAt: null, needsAttention: null });
  });

  it('200: every claim has the next attempt, and an own lease', async () => {
    const world = await createWorld(api());
    const taskId = await api().createTask(world.team);
    await leaseTo(api(), world.ada, taskId, 86_400);
    await done(calls(api()).release(world.ada.token, taskId));
    const second = await leaseTo(api(), world.bob, taskId, 30);
    expect(second.attempt).toBe(2);
    expect(Date.parse(second.leaseExpiresAt ?? '')).toBeLessThan(Date.now() + 60_000);
    await done(calls(api()).move(world.team.apiKey, taskId, 'todo'));
    const third = await done(claim(world.ada.token, taskId));
    expect(third).toMatchObject({ attempt: 3, leaseExpiresAt: null });
  });

  it('400: invalid leaseSeconds, and both bounds are named', async () => {
    const world = await createWorld(api());
    const taskId = await api().createTask(world.team);
    await checkEachInvalid(
      api(),
      [
        ...[29, 86_401, 0, -30, 1.5, 30.5, 1e30, '60', '', null, true, [60], {}].map(
          (value) => ['leaseSeconds', value] as const,
        ),
      ],
      (field, value) => claim(world.ada.token, taskId, { body: { [field]: value } }),
      ({ errors }) => expect(errors?.[0]?.message).toMatch(/30 to 86400/),
    );
  });

  it('409: a task with a lease cannot be claimed while it lasts', async () => {
    const world = await createWorld(api());
    const taskId = await api().createTask(world.team);
    await leaseTo(api(), world.ada, taskId);
    for (const [{ token }, heldByCaller] of [
      [world.ada, true],
      [world.bob, false],
    ] as const) {
      const problem = await expectRejected(api(), 409, 'TASK_ALREADY_CLAIMED', () => claim(token, taskId));
      expect(problem).toMatchObject({ heldByCaller, assignedAgentId: world.ada.id });
    }
  });

  it('409: after the end of a lease and before its sweep its holder is stale, and others find it claimed', async () => {
    const world = await createWorld(api());
    const taskId = await api().createTask(world.team);
    await leaseTo(api(), world.ada, taskId);
    await passLeaseEnd(api(), taskId);
    const lease = { body: { leaseSeconds } };
    const own = await expectRejected(api(), 409, 'STALE_CLAIM', () => claim(world.ada.token, taskId, lease));
    expect(own).toMatchObject({ heldByCaller: false });
    await expectRejected(api(), 409, 'TASK_ALREADY_CLAIMED', () => claim(world.bob.token, taskId, lease));
  });

  it('200: after the sweep anybody claims it, its former holder too', async () => {
    const world = await createWorld(api());
    const taskId = await api().createTask(world.team);
    await leaseTo(api(), world.ada, taskId);
    await expire(api(), taskId);
    expect((await leaseTo(api(), world.bob, taskId)).attempt).toBe(2);
    await expire(api(), taskId);
    // The second one in a row is followed by a pause.
    await passStartTime(api(), taskId);
    expect((await leaseTo(api(), world.ada, taskId)).attempt).toBe(3);
  });

  it('409: a task that needs attention', async () => {
    const world = await createWorld(api());
    const { id } = await exhaustedTask(api(), world);
    for (const { token } of [world.ada, world.bob]) {
      const problem = await expectRejected(api(), 409, 'TASK_NOT_CLAIMABLE', () => claim(token, id));
      expect(problem.detail).toMatch(/release/);
    }
  });
});
