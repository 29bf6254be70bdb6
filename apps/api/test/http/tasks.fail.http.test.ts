import { Task } from '@crewboard/contracts';
import { describe, expect, it } from 'vitest';
import { expectBody, expectProblem, useApi } from '../harness.ts';
import { checkEachInvalid } from '../support/check-each.ts';
import { claimNext, waitUntilIdle } from '../support/claim-next.ts';
import {
  exhaustedTask,
  expire,
  leaseTo,
  onlyNotifiedSweeps,
  passLeaseEnd,
  passStartTime,
  setMaxAttempts,
  sweep,
} from '../support/leases.ts';
import { byAgent, eventRow, expectRejected, record } from '../support/log.ts';
import { calls, delayOf, done, readTask, type Situation, taskIn } from '../support/tasks.ts';
import { age, createWorld, unknownId } from '../support/world.ts';

const api = useApi({ bounds: { ...onlyNotifiedSweeps.bounds, probeIntervalMs: 3_600_000 } });
const reason = 'No access to the repository';
const fail = (token: string, taskId: string, fields: object = {}, headers: Record<string, string> = {}) =>
  calls(api()).fail(token, taskId, { body: { reason, ...fields }, headers });

/** A world with a task in a situation, an hour old. */
async function worldWith(situation: Situation) {
  const world = await createWorld(api());
  const taskId = await taskIn(api(), world, situation);
  await age(api(), 'tasks', taskId);
  return { ...world, world, taskId, before: await readTask(api(), world, taskId) };
}

const failuresOf = async (taskId: string) => {
  const { rows } = await api().owner.query('select failures_in_row as count from tasks where id = $1', [
    taskId,
  ]);
  return rows[0]?.count;
};

describe('POST /api/tasks/:taskId/fail', () => {
  it.each([
    ['a reason', {}],
    ['a reason and the attempt', { attempt: 1 }],
    ['a reason of 2,000 characters', { reason: '🚀'.repeat(2_000) }],
    ['a time', { retryAfterSeconds: 600 }],
  ])('200: the holder fails its task with %s, in one event', async (_, fields) => {
    const { world, ada, taskId, before } = await worldWith('held by Ada');
    const { reply, events } = await record(api(), () => fail(ada.token, taskId, fields));
    const task = expectBody(reply, 200, Task);
    expect(task).toEqual({
      ...before,
      status: 'todo',
      assignedAgentId: null,
      notBefore: task.notBefore,
      version: before.version + 1,
      statusChangedAt: task.updatedAt,
      updatedAt: task.updatedAt,
    });
    expect(delayOf(task)).toBe('retryAfterSeconds' in fields ? 600 : 30);
    expect(await readTask(api(), world, taskId)).toEqual(task);
    const changes = {
      status: { before: 'in_progress', after: 'todo' },
      assignedAgentId: { before: ada.id, after: null },
      notBefore: { before: null, after: task.notBefore },
      reason: { before: null, after: 'reason' in fields ? fields.reason : reason },
    };
    expect(events).toEqual([
      eventRow({ reply, world, actor: byAgent(ada), type: 'task.failed', snapshot: task, changes }),
    ]);
  });

  it('200: the attempt ends as failed, with the reason', async () => {
    const { ada, taskId } = await worldWith('held by Ada');
    await done(fail(ada.token, taskId));
    const { body } = await calls(api()).attempts(ada.token, taskId);
    expect(body).toMatchObject([{ attempt: 1, agentId: ada.id, outcome: 'failed', reason }]);
  });

  it('200: is offered to nobody before its time, then to any agent', async () => {
    const { world, ada, bob, taskId } = await worldWith('held by Ada');
    const { notBefore } = await done(fail(ada.token, taskId));
    for (const agent of [ada, bob]) {
      expect((await claimNext(api(), world.team, agent)).status).toBe(204);
      const problem = await expectRejected(api(), 409, 'TASK_NOT_CLAIMABLE', () =>
        calls(api()).claim(agent.token, taskId),
      );
      expect(problem.notBefore).toBe(notBefore);
    }
    const waiting = claimNext(api(), world.team, ada, { wait: 30 });
    await waitUntilIdle(api(), 1);
    await passStartTime(api(), taskId);
    await sweep(api());
    expect(expectBody(await waiting, 200, Task)).toMatchObject({ id: taskId, attempt: 2, notBefore: null });
  });

  it('200: the next task is handed out meanwhile', async () => {
    const { world, ada, taskId } = await worldWith('held by Ada');
    const next = await api().createTask(world.team);
    await done(fail(ada.token, taskId));
    expect(expectBody(await claimNext(api(), world.team, ada), 200, Task).id).toBe(next);
  });

  it('200: each failure in a row doubles the time', async () => {
    const { world, ada, taskId } = await worldWith('todo');
    await setMaxAttempts(api(), world, null);
    for (const delay of [30, 60, 120, 240]) {
      await leaseTo(api(), ada, taskId);
      expect(delayOf(await done(fail(ada.token, taskId)))).toBe(delay);
      await passStartTime(api(), taskId);
    }
  });

  it('200: with 0 seconds it is offered again at once, and wakes a waiting agent', async () => {
    const { world, ada, bob, taskId } = await worldWith('held by Ada');
    const waiting = claimNext(api(), world.team, bob, { wait: 30 });
    await waitUntilIdle(api(), 1);
    const task = await done(fail(ada.token, taskId, { retryAfterSeconds: 0 }));
    expect(task.notBefore).toBeNull();
    expect(expectBody(await waiting, 200, Task)).toMatchObject({ id: taskId, attempt: 2 });
  });

  it('200: a task that was assigned to the agent before is nobody’s afterwards', async () => {
    const { world, ada, bob, taskId } = await worldWith('todo for Ada');
    await done(calls(api()).claim(ada.token, taskId));
    expect((await done(fail(ada.token, taskId, { retryAfterSeconds: 0 }))).assignedAgentId).toBeNull();
    expect(expectBody(await claimNext(api(), world.team, bob), 200, Task).id).toBe(taskId);
  });

  it('200: a holder that is paused, or whose task waits for others by now, may fail', async () => {
    const { world, ada, taskId } = await worldWith('held by Ada');
    const blocker = await api().createTask(world.team);
    await done(calls(api()).update(world.team.apiKey, taskId, { blockedBy: [blocker] }));
    const body = { reason: 'A bad prompt' };
    await api().request('POST', `/api/agents/${ada.id}/pause`, { token: world.team.apiKey, body });
    expect(await done(fail(ada.token, taskId))).toMatchObject({ status: 'todo', isBlocked: true });
  });
});

describe('POST /api/tasks/:taskId/fail is rejected', () => {
  it.each<[Situation, 'NOT_CLAIM_HOLDER' | 'TASK_ALREADY_COMPLETED' | 'TASK_CANCELLED']>([
    ['todo', 'NOT_CLAIM_HOLDER'],
    ['todo for Ada', 'NOT_CLAIM_HOLDER'],
    ['in progress with nobody', 'NOT_CLAIM_HOLDER'],
    ['done by nobody', 'TASK_ALREADY_COMPLETED'],
    ['completed by Ada', 'TASK_ALREADY_COMPLETED'],
    ['cancelled', 'TASK_CANCELLED'],
    ['cancelled under Ada', 'TASK_CANCELLED'],
  ])('409: a task that is %s: %s', async (situation, code) => {
    const { ada, bob, taskId, before } = await worldWith(situation);
    for (const { token } of [ada, bob]) {
      await expectRejected(api(), 409, code, () => fail(token, taskId));
      await expectRejected(api(), 409, 'STALE_CLAIM', () => fail(token, taskId, { attempt: before.attempt }));
    }
  });

  it('409: a task that needs attention', async () => {
    const world = await createWorld(api());
    const { id } = await exhaustedTask(api(), world);
    await expectRejected(api(), 409, 'NOT_CLAIM_HOLDER', () => fail(world.ada.token, id));
  });

  it('409: what another agent holds, with the facts about the holder', async () => {
    const { ada, bob, taskId } = await worldWith('held by Ada');
    for (const [fields, code] of [
      [{}, 'NOT_CLAIM_HOLDER'],
      [{ attempt: 1 }, 'STALE_CLAIM'],
    ] as const) {
      const problem = await expectRejected(api(), 409, code, () => fail(bob.token, taskId, fields));
      expect(problem).toMatchObject({ heldByCaller: false, assignedAgentId: ada.id });
    }
  });

  it('409: a late worker, between the end of its lease and the sweep and afterwards', async () => {
    const world = await createWorld(api());
    const taskId = await api().createTask(world.team);
    await leaseTo(api(), world.ada, taskId);
    await passLeaseEnd(api(), taskId);
    for (const fields of [{}, { attempt: 1 }])
      await expectRejected(api(), 409, 'STALE_CLAIM', () => fail(world.ada.token, taskId, fields));
    await expire(api(), taskId);
    await leaseTo(api(), world.ada, taskId);
    await expectRejected(api(), 409, 'STALE_CLAIM', () => fail(world.ada.token, taskId, { attempt: 1 }));
    await done(fail(world.ada.token, taskId, { attempt: 2 }));
    await expectRejected(api(), 409, 'STALE_CLAIM', () => fail(world.ada.token, taskId, { attempt: 2 }));
  });

  it('412: another version', async () => {
    const { ada, taskId } = await worldWith('held by Ada');
    const reply = await calls(api()).get(ada.token, taskId);
    const etag = reply.headers.get('etag') ?? '';
    await done(calls(api()).update(ada.token, taskId, { title: 'Other' }));
    await expectRejected(api(), 412, 'PRECONDITION_FAILED', () =>
      fail(ada.token, taskId, {}, { 'If-Match': etag }),
    );
  });

  it('403: a key cannot fail a task, nor can a person', async () => {
    const { team, taskId } = await worldWith('held by Ada');
    await expectRejected(api(), 403, 'AGENT_TOKEN_REQUIRED', () => fail(team.apiKey, taskId));
  });

  it('400: each invalid field', async () => {
    const { ada, taskId } = await worldWith('held by Ada');
    const rows = [
      ['reason', undefined],
      ['reason', null],
      ['reason', ''],
      ['reason', '  \n'],
      ['reason', 'x'.repeat(2_001)],
      ['reason', 'a\0b'],
      ['reason', 5],
      ['retryAfterSeconds', -1],
      ['retryAfterSeconds', 86_401],
      ['retryAfterSeconds', 1.5],
      ['retryAfterSeconds', '30'],
      ['retryAfterSeconds', null],
      ['attempt', -1],
      ['attempt', '1'],
      ['notBefore', '2027-01-31T09:30:00Z'],
      ['status', 'todo'],
    ] as const;
    await checkEachInvalid(api(), rows, (field, value) => fail(ada.token, taskId, { [field]: value }));
  });

  it('404: an unknown task, and one of another team', async () => {
    const { ada } = await createWorld(api());
    const other = await worldWith('held by Ada');
    for (const taskId of [unknownId, other.taskId])
      expectProblem(await fail(ada.token, taskId), 404, 'NOT_FOUND');
  });
});

describe('several requests at once', () => {
  it('20 failures of one attempt cause one event', async () => {
    const { ada, taskId } = await worldWith('held by Ada');
    const replies = await Promise.all(
      Array.from({ length: 20 }, () => fail(ada.token, taskId, { attempt: 1 })),
    );
    expect(replies.map(({ status }) => status).sort()).toEqual([200, ...Array(19).fill(409)]);
    const types = (await api().events(taskId)).map(({ type }) => type);
    expect(types).toEqual(['task.created', 'task.claimed', 'task.failed']);
    expect(await failuresOf(taskId)).toBe(1);
  });

  it('20 requests with one Idempotency-Key have the effect once, and each gets the task or is told to wait', async () => {
    const { ada, taskId } = await worldWith('held by Ada');
    const key = { 'Idempotency-Key': `fail-${taskId}` };
    const replies = await Promise.all(Array.from({ length: 20 }, () => fail(ada.token, taskId, {}, key)));
    for (const { status } of replies) expect([200, 409]).toContain(status);
    expect((await done(fail(ada.token, taskId, {}, key))).status).toBe('todo');
    expect((await api().events(taskId)).map(({ type }) => type)).toEqual([
      'task.created',
      'task.claimed',
      'task.failed',
    ]);
  });

  it('a failure and a completion: one of them applies', async () => {
    for (let round = 0; round < 8; round += 1) {
      const { world, ada, taskId } = await worldWith('held by Ada');
      const replies = await Promise.all([
        fail(ada.token, taskId, { attempt: 1 }),
        calls(api()).complete(ada.token, taskId, { body: { result: 'Done', attempt: 1 } }),
      ]);
      expect(replies.map(({ status }) => status).sort()).toEqual([200, 409]);
      const isDone = replies[1]?.status === 200;
      expect((await readTask(api(), world, taskId)).status).toBe(isDone ? 'done' : 'todo');
    }
  });

  it('8 agents that fail a task one after another, each at once, stop at the limit', async () => {
    const world = await createWorld(api());
    await setMaxAttempts(api(), world, 4);
    const taskId = await api().createTask(world.team);
    const agents = await Promise.all(Array.from({ length: 8 }, () => api().createAgent(world.team)));
    const work = async ({ token }: { token: string }) => {
      for (let isOpen = true; isOpen; ) {
        const reply = await calls(api()).claim(token, taskId);
        if (reply.status === 200) await done(fail(token, taskId, { retryAfterSeconds: 0 }));
        isOpen = (await readTask(api(), world, taskId)).needsAttention === null;
      }
    };
    await Promise.all(agents.map(work));
    const failed = (await api().events(taskId)).filter(({ type }) => type === 'task.failed');
    expect(failed).toHaveLength(4);
    expect(await readTask(api(), world, taskId)).toMatchObject({
      attempt: 4,
      needsAttention: 'attempts_exhausted',
    });
  });
});
