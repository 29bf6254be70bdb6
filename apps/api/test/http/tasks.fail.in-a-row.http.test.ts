import { Task } from '@crewboard/contracts';
import { describe, expect, it } from 'vitest';
import { expectBody, useApi } from '../harness.ts';
import { claimNext } from '../support/claim-next.ts';
import { expire, leaseTo, onlyNotifiedSweeps, passStartTime, setMaxAttempts } from '../support/leases.ts';
import { expectRejected, record } from '../support/log.ts';
import { calls, delayOf, done, readTask } from '../support/tasks.ts';
import { createProject, createWorld, type World } from '../support/world.ts';

const api = useApi(onlyNotifiedSweeps);
const fail = (token: string, taskId: string, fields: object = {}) =>
  calls(api()).fail(token, taskId, { body: { reason: 'No access', ...fields } });
const failuresOf = async (taskId: string) => {
  const { rows } = await api().owner.query('select failures_in_row as count from tasks where id = $1', [
    taskId,
  ]);
  return rows[0]?.count;
};

describe('failures in a row', () => {
  const worldWithLimit = async (maxAttempts: number): Promise<World & { world: World; taskId: string }> => {
    const world = await createWorld(api());
    await setMaxAttempts(api(), world, maxAttempts);
    return { ...world, world, taskId: await api().createTask(world.team) };
  };
  const failNow = (token: string, taskId: string) => done(fail(token, taskId, { retryAfterSeconds: 0 }));

  it('make a task need attention: nobody gets it until a person or a key releases it', async () => {
    const { world, team, ada, bob, taskId } = await worldWithLimit(2);
    await leaseTo(api(), ada, taskId);
    expect((await failNow(ada.token, taskId)).needsAttention).toBeNull();
    await leaseTo(api(), bob, taskId);
    const { reply, events } = await record(api(), () => fail(bob.token, taskId));
    const task = expectBody(reply, 200, Task);
    expect(task).toMatchObject({ needsAttention: 'attempts_exhausted', notBefore: null, status: 'todo' });
    expect(events).toMatchObject([
      { type: 'task.failed', changes: { needsAttention: { before: null, after: 'attempts_exhausted' } } },
    ]);
    expect((await claimNext(api(), team, ada)).status).toBe(204);
    await expectRejected(api(), 409, 'TASK_NOT_CLAIMABLE', () => calls(api()).claim(ada.token, taskId));
    await done(calls(api()).release(team.apiKey, taskId));
    expect(await failuresOf(taskId)).toBe(0);
    expect(expectBody(await claimNext(api(), world.team, ada), 200, Task).id).toBe(taskId);
  });

  it('count together with expired leases', async () => {
    const { world, ada, taskId } = await worldWithLimit(3);
    await leaseTo(api(), ada, taskId);
    await expire(api(), taskId);
    expect(await readTask(api(), world, taskId)).toMatchObject({ notBefore: null });
    await leaseTo(api(), ada, taskId);
    const failed = await done(fail(ada.token, taskId));
    expect(delayOf(failed)).toBe(60);
    await passStartTime(api(), taskId);
    await leaseTo(api(), ada, taskId);
    await expire(api(), taskId);
    expect((await readTask(api(), world, taskId)).needsAttention).toBe('attempts_exhausted');
  });

  it('an expired lease is offered again at once, and from the second failure in a row later', async () => {
    const { world, ada, bob, taskId } = await worldWithLimit(5);
    await leaseTo(api(), ada, taskId);
    await expire(api(), taskId);
    expect(expectBody(await claimNext(api(), world.team, bob, { leaseSeconds: 60 }), 200, Task).id).toBe(
      taskId,
    );
    await expire(api(), taskId);
    const task = await readTask(api(), world, taskId);
    expect(delayOf(task)).toBe(60);
    expect((await claimNext(api(), world.team, bob)).status).toBe(204);
    const event = (await api().events(taskId)).at(-1);
    expect(event).toMatchObject({ type: 'task.lease_expired', snapshot: task });
    expect(event?.changes?.notBefore).toEqual({ before: null, after: task.notBefore });
  });

  it.each<[string, number, (world: World, taskId: string) => Promise<unknown>]>([
    ['a release by the agent keeps', 1, ({ ada }, id) => done(calls(api()).release(ada.token, id))],
    ['a release by a key resets', 0, ({ team }, id) => done(calls(api()).release(team.apiKey, id))],
    ['a move by a key resets', 0, ({ team }, id) => done(calls(api()).move(team.apiKey, id, 'todo'))],
    [
      'a completion resets',
      0,
      ({ ada }, id) => done(calls(api()).complete(ada.token, id, { body: { result: 'Done' } })),
    ],
    [
      'a hand-over resets',
      0,
      ({ team, bob }, id) => done(calls(api()).update(team.apiKey, id, { assignedAgentId: bob.id })),
    ],
  ])('%s the count: %i', async (_, count, end) => {
    const { world, ada, taskId } = await worldWithLimit(5);
    await leaseTo(api(), ada, taskId);
    await failNow(ada.token, taskId);
    await leaseTo(api(), ada, taskId);
    await end(world, taskId);
    expect(await failuresOf(taskId)).toBe(count);
  });

  it('are counted by the limit of the project that the task is in by then', async () => {
    const { world, team, ada, taskId } = await worldWithLimit(1);
    const projectId = await createProject(api(), team);
    await leaseTo(api(), ada, taskId);
    await done(calls(api()).update(team.apiKey, taskId, { projectId }));
    expect((await failNow(ada.token, taskId)).needsAttention).toBeNull();
    await done(calls(api()).update(team.apiKey, taskId, { projectId: world.team.projectId }));
    await leaseTo(api(), ada, taskId);
    expect((await failNow(ada.token, taskId)).needsAttention).toBe('attempts_exhausted');
  });
});
