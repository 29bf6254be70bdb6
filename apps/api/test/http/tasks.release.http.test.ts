import { Task } from '@crewboard/contracts';
import { describe, expect, it } from 'vitest';
import { expectBody, expectProblem, useApi } from '../harness.ts';
import { checkEachInvalid } from '../support/check-each.ts';
import { exhaustedTask, expire, leaseTo, onlyNotifiedSweeps, passLeaseEnd } from '../support/leases.ts';
import { byAgent, byKey, eventRow, expectRejected, record } from '../support/log.ts';
import { calls, done, readTask, type Situation, taskIn } from '../support/tasks.ts';
import { age, createWorld, unknownId } from '../support/world.ts';

const api = useApi(onlyNotifiedSweeps);
const release = (...args: Parameters<ReturnType<typeof calls>['release']>) => calls(api()).release(...args);

/** A world with a task in a situation, an hour old. */
async function worldWith(situation: Situation) {
  const world = await createWorld(api());
  const taskId = await taskIn(api(), world, situation);
  await age(api(), 'tasks', taskId);
  return { ...world, world, taskId, before: await readTask(api(), world, taskId) };
}

describe('POST /api/tasks/:taskId/release', () => {
  it.each<[string, object | undefined, string | null]>([
    ['no body', undefined, null],
    ['an empty object', {}, null],
    ['a reason', { reason: 'I lack the rights' }, 'I lack the rights'],
    ['null as the reason', { reason: null }, null],
    ['the attempt', { attempt: 1, reason: 'Stuck 🚧' }, 'Stuck 🚧'],
    ['a reason of 2,000 characters', { reason: '🚀'.repeat(2_000) }, '🚀'.repeat(2_000)],
  ])('200: the holder releases its task with %s, in one event', async (_, body, reason) => {
    const { world, ada, taskId, before } = await worldWith('held by Ada');
    const { reply, events } = await record(api(), () => release(ada.token, taskId, { body }));
    const task = expectBody(reply, 200, Task);
    expect(task).toEqual({
      ...before,
      status: 'todo',
      assignedAgentId: null,
      version: before.version + 1,
      statusChangedAt: task.updatedAt,
      updatedAt: task.updatedAt,
    });
    expect(task.updatedAt > before.updatedAt).toBe(true);
    expect(await readTask(api(), world, taskId)).toEqual(task);
    const changes = {
      status: { before: 'in_progress', after: 'todo' },
      assignedAgentId: { before: ada.id, after: null },
      ...(reason !== null && { reason: { before: null, after: reason } }),
    };
    expect(events).toEqual([
      eventRow({ reply, world, actor: byAgent(ada), type: 'task.released', snapshot: task, changes }),
    ]);
  });

  it('200: a released lease is over, and the next claim is the next attempt', async () => {
    const world = await createWorld(api());
    const taskId = await api().createTask(world.team);
    await leaseTo(api(), world.ada, taskId);
    const task = await done(release(world.ada.token, taskId, { body: { attempt: 1 } }));
    expect(task).toMatchObject({ status: 'todo', attempt: 1, leaseExpiresAt: null });
    expect((await leaseTo(api(), world.bob, taskId)).attempt).toBe(2);
    await expectRejected(api(), 409, 'STALE_CLAIM', () =>
      release(world.ada.token, taskId, { body: { attempt: 1 } }),
    );
  });

  it.each<[Situation, 'TASK_ALREADY_COMPLETED' | 'TASK_CANCELLED']>([
    ['done by nobody', 'TASK_ALREADY_COMPLETED'],
    ['completed by Ada', 'TASK_ALREADY_COMPLETED'],
    ['cancelled', 'TASK_CANCELLED'],
    ['cancelled under Ada', 'TASK_CANCELLED'],
  ])('409: a key cannot undo that a task is %s: %s', async (situation, code) => {
    const { team, taskId } = await worldWith(situation);
    await expectRejected(api(), 409, code, () => release(team.apiKey, taskId));
  });

  it.each<Situation>(['in progress with nobody', 'held by Ada'])(
    '200: a key releases a task that is %s',
    async (situation) => {
      const { world, team, taskId, before } = await worldWith(situation);
      const { reply, events } = await record(api(), () =>
        release(team.apiKey, taskId, { body: { reason: 'Again' } }),
      );
      const task = expectBody(reply, 200, Task);
      expect(task).toMatchObject({ status: 'todo', assignedAgentId: null, result: before.result });
      const changes = {
        status: { before: before.status, after: 'todo' },
        ...(before.assignedAgentId && { assignedAgentId: { before: before.assignedAgentId, after: null } }),
        reason: { before: null, after: 'Again' },
      };
      expect(events).toEqual([
        eventRow({ reply, world, actor: byKey(world), type: 'task.released', snapshot: task, changes }),
      ]);
    },
  );

  it.each<Situation>(['todo', 'todo for Ada'])(
    '200: a task that is %s stays as it is when a key releases it',
    async (situation) => {
      const { team, taskId, before } = await worldWith(situation);
      const stored = await api().stored();
      const reply = await release(team.apiKey, taskId, { body: { reason: 'To be sure' } });
      expect(expectBody(reply, 200, Task)).toEqual(before);
      expect(await api().stored()).toEqual(stored);
    },
  );

  it('200: a key ends that a task needs attention', async () => {
    const world = await createWorld(api());
    const before = await exhaustedTask(api(), world);
    const { reply, events } = await record(api(), () =>
      release(world.team.apiKey, before.id, { body: { reason: 'Fixed the input' } }),
    );
    const task = expectBody(reply, 200, Task);
    expect(task).toEqual({
      ...before,
      needsAttention: null,
      version: before.version + 1,
      updatedAt: task.updatedAt,
    });
    const changes = {
      needsAttention: { before: 'attempts_exhausted', after: null },
      reason: { before: null, after: 'Fixed the input' },
    };
    expect(events).toEqual([
      eventRow({ reply, world, actor: byKey(world), type: 'task.released', snapshot: task, changes }),
    ]);
    expect((await leaseTo(api(), world.bob, before.id)).attempt).toBe(2);
  });

  it('409: an agent cannot end that a task needs attention', async () => {
    const world = await createWorld(api());
    const { id } = await exhaustedTask(api(), world);
    await expectRejected(api(), 409, 'NOT_CLAIM_HOLDER', () => release(world.ada.token, id));
  });

  it.each<[Situation, 'NOT_CLAIM_HOLDER' | 'TASK_ALREADY_COMPLETED' | 'TASK_CANCELLED']>([
    ['todo', 'NOT_CLAIM_HOLDER'],
    ['todo for Ada', 'NOT_CLAIM_HOLDER'],
    ['in progress with nobody', 'NOT_CLAIM_HOLDER'],
    ['done by nobody', 'TASK_ALREADY_COMPLETED'],
    ['completed by Ada', 'TASK_ALREADY_COMPLETED'],
    ['cancelled under Ada', 'TASK_CANCELLED'],
  ])('409: an agent cannot release a task that is %s: %s', async (situation, code) => {
    const { ada, bob, taskId, before } = await worldWith(situation);
    for (const { token } of [ada, bob]) {
      await expectRejected(api(), 409, code, () => release(token, taskId));
      await expectRejected(api(), 409, 'STALE_CLAIM', () =>
        release(token, taskId, { body: { attempt: before.attempt } }),
      );
    }
  });

  it('409: what another agent holds, with the facts about the holder', async () => {
    const { ada, bob, taskId } = await worldWith('held by Ada');
    const plain = await expectRejected(api(), 409, 'NOT_CLAIM_HOLDER', () => release(bob.token, taskId));
    expect(plain).toMatchObject({ heldByCaller: false, assignedAgentId: ada.id });
    const fenced = await expectRejected(api(), 409, 'STALE_CLAIM', () =>
      release(bob.token, taskId, { body: { attempt: 1 } }),
    );
    expect(fenced).toMatchObject({ heldByCaller: false, assignedAgentId: ada.id });
  });

  it('409: between the end of a lease and its sweep, and with its attempt afterwards too', async () => {
    const world = await createWorld(api());
    const taskId = await api().createTask(world.team);
    await leaseTo(api(), world.ada, taskId);
    await passLeaseEnd(api(), taskId);
    for (const body of [undefined, { attempt: 1 }])
      await expectRejected(api(), 409, 'STALE_CLAIM', () => release(world.ada.token, taskId, { body }));
    await expectRejected(api(), 409, 'NOT_CLAIM_HOLDER', () => release(world.bob.token, taskId));
    await expire(api(), taskId);
    await expectRejected(api(), 409, 'NOT_CLAIM_HOLDER', () => release(world.ada.token, taskId));
    await expectRejected(api(), 409, 'STALE_CLAIM', () =>
      release(world.ada.token, taskId, { body: { attempt: 1 } }),
    );
  });

  it('400: each invalid field, for the holder and a key', async () => {
    const { team, ada, taskId } = await worldWith('held by Ada');
    const rows = [
      ['reason', 'x'.repeat(2_001)],
      ['reason', 'a\0b'],
      ['reason', '\ud800'],
      ['reason', 5],
      ['reason', ['a']],
      ['attempt', -1],
      ['attempt', 1.5],
      ['attempt', '1'],
      ['attempt', null],
      ['attempt', 2_147_483_648],
      ['status', 'todo'],
      ['leaseSeconds', 60],
    ] as const;
    for (const token of [ada.token, team.apiKey])
      await checkEachInvalid(api(), rows, (field, value) =>
        release(token, taskId, { body: { [field]: value } }),
      );
  });

  it('404: an unknown task, and one of another team', async () => {
    const { ada } = await createWorld(api());
    const other = await worldWith('held by Ada');
    for (const taskId of [unknownId, other.taskId])
      expectProblem(await release(ada.token, taskId), 404, 'NOT_FOUND');
  });

  it('20 releases by a key at once cause one event', async () => {
    const { team, taskId } = await worldWith('held by Ada');
    const replies = await Promise.all(Array.from({ length: 20 }, () => release(team.apiKey, taskId)));
    for (const reply of replies) expect(expectBody(reply, 200, Task).status).toBe('todo');
    const types = (await api().events(taskId)).map(({ type }) => type);
    expect(types).toEqual(['task.created', 'task.claimed', 'task.released']);
  });
});
