import type { Task } from '@crewboard/contracts';
import { describe, expect, it } from 'vitest';
import { expectBody, expectProblem, useApi } from '../harness.ts';
import { checkEachInvalid } from '../support/check-each.ts';
import { leaseTo, onlyNotifiedSweeps, passLeaseEnd } from '../support/leases.ts';
import { expectRejected, record } from '../support/log.ts';
import { calls, done, OfHolder, readTask, type Situation, taskIn } from '../support/tasks.ts';
import { createWorld, unknownId } from '../support/world.ts';

const api = useApi(onlyNotifiedSweeps);
const heartbeat = (...args: Parameters<ReturnType<typeof calls>['heartbeat']>) =>
  calls(api()).heartbeat(...args);

/** A world in which Ada has a task with a lease, of which 500 s are left. */
async function leased(seconds = 600) {
  const world = await createWorld(api());
  const taskId = await api().createTask(world.team);
  await leaseTo(api(), world.ada, taskId, seconds);
  await api().owner.query(
    `update tasks set (lease_expires_at, check_at) = (select at, at from (select now() + interval '500 seconds' as at) as time) where id = $1`,
    [taskId],
  );
  return { ...world, world, taskId, before: await readTask(api(), world, taskId) };
}

describe('POST /api/tasks/:taskId/heartbeat', () => {
  it.each([undefined, { attempt: 1 }, {}])(
    '200: the lease ends its whole time from now, and nothing else changes (body %j)',
    async (body) => {
      const { world, ada, taskId, before } = await leased();
      const start = Date.now();
      const { reply, events } = await record(api(), () => heartbeat(ada.token, taskId, { body }));
      const task = expectBody(reply, 200, OfHolder);
      expect(task).toEqual({ ...before, leaseExpiresAt: expect.any(String) });
      const leaseMs = Date.parse(task.leaseExpiresAt ?? '');
      expect(leaseMs).toBeGreaterThanOrEqual(start + 600_000 - 1);
      expect(leaseMs).toBeLessThanOrEqual(Date.now() + 600_000 + 1);
      expect(await readTask(api(), world, taskId)).toEqual(task);
      expect(events).toEqual([]);
    },
  );

  it('200: a claim without a lease stays as it is, but for the time of the last sign', async () => {
    const world = await createWorld(api());
    const taskId = await taskIn(api(), world, 'held by Ada');
    const before = await readTask(api(), world, taskId);
    const { tasks: _, ...stored } = await api().stored();
    for (const body of [undefined, { attempt: before.attempt }]) {
      await api().owner.query(`update tasks set held_since = held_since - interval '1 hour' where id = $1`, [
        taskId,
      ]);
      expect(expectBody(await heartbeat(world.ada.token, taskId, { body }), 200, OfHolder)).toEqual(before);
      const { rowCount } = await api().owner.query(
        'select from tasks where id = $1 and last_sign_at >= held_since + $2::interval',
        [taskId, '1 hour'],
      );
      expect(rowCount).toBe(1);
    }
    expect(await readTask(api(), world, taskId)).toEqual(before);
    expect(await api().stored()).toMatchObject(stored);
  });

  it('200: the heartbeat of a claim that was handed over belongs to its new holder', async () => {
    const { team, ada, bob, taskId } = await leased();
    const after = await done(calls(api()).update(team.apiKey, taskId, { assignedAgentId: bob.id }));
    expect(after).toMatchObject({ attempt: 2, leaseExpiresAt: null });
    expect(await done(heartbeat(bob.token, taskId, { body: { attempt: 2 } }))).toEqual(after);
    await expectRejected(api(), 409, 'NOT_CLAIM_HOLDER', () => heartbeat(ada.token, taskId));
    await expectRejected(api(), 409, 'STALE_CLAIM', () =>
      heartbeat(ada.token, taskId, { body: { attempt: 1 } }),
    );
  });

  it('409: after the end of the lease and before its sweep, with and without attempt', async () => {
    const { ada, bob, taskId } = await leased();
    await passLeaseEnd(api(), taskId);
    for (const body of [undefined, { attempt: 1 }]) {
      const problem = await expectRejected(api(), 409, 'STALE_CLAIM', () =>
        heartbeat(ada.token, taskId, { body }),
      );
      expect(problem.heldByCaller).toBe(false);
    }
    await expectRejected(api(), 409, 'NOT_CLAIM_HOLDER', () => heartbeat(bob.token, taskId));
  });

  it('409: another attempt than the one that lasts', async () => {
    const { ada, bob, taskId } = await leased();
    for (const attempt of [0, 2, 2_147_483_647]) {
      await expectRejected(api(), 409, 'STALE_CLAIM', () =>
        heartbeat(ada.token, taskId, { body: { attempt } }),
      );
    }
    const problem = await expectRejected(api(), 409, 'STALE_CLAIM', () =>
      heartbeat(bob.token, taskId, { body: { attempt: 1 } }),
    );
    expect(problem).toMatchObject({ heldByCaller: false, assignedAgentId: ada.id });
  });

  it.each<[Situation, 'NOT_CLAIM_HOLDER' | 'TASK_ALREADY_COMPLETED' | 'TASK_CANCELLED']>([
    ['todo', 'NOT_CLAIM_HOLDER'],
    ['todo for Ada', 'NOT_CLAIM_HOLDER'],
    ['in progress with nobody', 'NOT_CLAIM_HOLDER'],
    ['done by nobody', 'TASK_ALREADY_COMPLETED'],
    ['completed by Ada', 'TASK_ALREADY_COMPLETED'],
    ['cancelled under Ada', 'TASK_CANCELLED'],
  ])('409: a task that is %s: %s, and with an attempt STALE_CLAIM', async (situation, code) => {
    const world = await createWorld(api());
    const taskId = await taskIn(api(), world, situation);
    const { attempt } = await readTask(api(), world, taskId);
    for (const { token } of [world.ada, world.bob]) {
      await expectRejected(api(), 409, code, () => heartbeat(token, taskId));
      await expectRejected(api(), 409, 'STALE_CLAIM', () => heartbeat(token, taskId, { body: { attempt } }));
    }
  });

  it('400: each invalid attempt, and leaseSeconds, which a heartbeat does not change', async () => {
    const { ada, taskId } = await leased();
    const attempts = [-1, 1.5, 2_147_483_648, '1', '', null, true, [1], {}];
    const rows = [...attempts.map((attempt) => ['attempt', attempt] as const), ['leaseSeconds', 60] as const];
    await checkEachInvalid(api(), rows, (field, value) =>
      heartbeat(ada.token, taskId, { body: { [field]: value } }),
    );
  });

  it('403 for a key, 404 for an unknown task', async () => {
    const { team, ada, taskId } = await leased();
    expectProblem(await heartbeat(team.apiKey, taskId), 403, 'AGENT_TOKEN_REQUIRED');
    expectProblem(await heartbeat(ada.token, unknownId), 404, 'NOT_FOUND');
  });

  it('20 heartbeats at once all extend the lease', async () => {
    const { world, ada, taskId, before } = await leased();
    const replies = await Promise.all(Array.from({ length: 20 }, () => heartbeat(ada.token, taskId)));
    for (const reply of replies) expectBody(reply, 200, OfHolder);
    const { leaseExpiresAt, ...rest } = await readTask(api(), world, taskId);
    expect({ ...rest, leaseExpiresAt: before.leaseExpiresAt }).toEqual(before);
    const ends = replies.map(({ body }) => (body as Task).leaseExpiresAt).sort();
    expect(leaseExpiresAt).toBe(ends.at(-1));
  });
});
