import type { Task } from '@crewboard/contracts';
import { describe, expect, it } from 'vitest';
import { useApi } from '../harness.ts';
import {
  exhaustedTask,
  expire,
  leaseTo,
  onlyNotifiedSweeps,
  passStartTime,
  setMaxAttempts,
  sweep,
} from '../support/leases.ts';
import { expectRejected } from '../support/log.ts';
import { calls, claimNext, done, readTask, taskIn } from '../support/tasks.ts';
import { age, createProject, createWorld, setAgentStatus } from '../support/world.ts';

const api = useApi(onlyNotifiedSweeps);

describe('the end of a lease', () => {
  it('returns the task to todo in one event of the system', async () => {
    const world = await createWorld(api());
    const taskId = await api().createTask(world.team);
    await leaseTo(api(), world.ada, taskId);
    await age(api(), 'tasks', taskId);
    const before = await readTask(api(), world, taskId);
    await expire(api(), taskId);
    const task = await readTask(api(), world, taskId);
    expect(task).toEqual({
      ...before,
      status: 'todo',
      assignedAgentId: null,
      leaseExpiresAt: null,
      version: before.version + 1,
      statusChangedAt: task.updatedAt,
      updatedAt: task.updatedAt,
    });
    expect(task.updatedAt > before.updatedAt).toBe(true);
    const events = await api().events(taskId);
    expect(events.slice(2)).toEqual([
      {
        type: 'task.lease_expired',
        subjectType: 'task',
        subjectId: taskId,
        teamId: world.team.teamId,
        actorKind: 'system',
        actorId: null,
        requestId: null,
        snapshot: task,
        changes: {
          status: { before: 'in_progress', after: 'todo' },
          assignedAgentId: { before: world.ada.id, after: null },
        },
      },
    ]);
  });

  it('keeps claims without a lease and leases that last', async () => {
    const world = await createWorld(api());
    const unleased = await taskIn(api(), world, 'held by Ada');
    const lasting = await api().createTask(world.team);
    await leaseTo(api(), world.ada, lasting);
    const ended = await api().createTask(world.team);
    await leaseTo(api(), world.ada, ended);
    await expire(api(), ended);
    for (const taskId of [unleased, lasting])
      expect(await readTask(api(), world, taskId)).toMatchObject({
        status: 'in_progress',
        assignedAgentId: world.ada.id,
      });
  });

  it('ends more leases than one round takes', async () => {
    const world = await createWorld(api());
    const taskId = await api().createTask(world.team);
    await leaseTo(api(), world.ada, taskId);
    const { rows: copies } = await api().db.pool.query<{ id: string }>(
      `insert into tasks select (jsonb_populate_record(tasks, jsonb_build_object('id', id || n))).*
       from tasks, generate_series(1, 249) as n where id = $1 returning id`,
      [taskId],
    );
    await expire(api(), taskId, ...copies.map(({ id }) => id));
    const { rows } = await api().owner.query(
      `select count(*)::int as tasks, count(distinct subject_id)::int as subjects from events
       where type = 'task.lease_expired' and team_id = $1`,
      [world.team.teamId],
    );
    expect(rows).toEqual([{ tasks: 250, subjects: 250 }]);
  });

  it('ends a lease at its time without a notification', async () => {
    const replica = await api().replica({ bounds: { leaseSweepIntervalMs: 100 } });
    try {
      const world = await createWorld(api());
      const taskId = await api().createTask(world.team);
      await leaseTo(api(), world.ada, taskId);
      await api().owner.query(
        `update tasks set (lease_expires_at, check_at) = (select at, at from (select now() + interval '100 milliseconds' as at) as time) where id = $1`,
        [taskId],
      );
      await expect
        .poll(async () => (await readTask(api(), world, taskId)).status, { timeout: 60_000 })
        .toBe('todo');
    } finally {
      await replica.close();
    }
  });
});

describe('maxAttempts', () => {
  it('so many expiries in a row make a task need attention: nobody gets it', async () => {
    const world = await createWorld(api());
    await setMaxAttempts(api(), world, 2);
    const taskId = await api().createTask(world.team);
    await leaseTo(api(), world.ada, taskId);
    await expire(api(), taskId);
    expect(await readTask(api(), world, taskId)).toMatchObject({ needsAttention: null });
    await leaseTo(api(), world.bob, taskId);
    await expire(api(), taskId);
    const task = await readTask(api(), world, taskId);
    expect(task).toMatchObject({
      status: 'todo',
      assignedAgentId: null,
      attempt: 2,
      needsAttention: 'attempts_exhausted',
    });
    const event = (await api().events(taskId)).at(-1);
    expect(event).toMatchObject({ type: 'task.lease_expired', snapshot: task });
    expect(event?.changes?.needsAttention).toEqual({ before: null, after: 'attempts_exhausted' });
    for (const { token } of [world.ada, world.bob]) {
      expect((await claimNext(api(), token, world.team)).status).toBe(204);
      await expectRejected(api(), 409, 'TASK_NOT_CLAIMABLE', () => calls(api()).claim(token, taskId));
    }
  });

  it('is 5 unless the project says otherwise', async () => {
    const world = await createWorld(api());
    const taskId = await api().createTask(world.team);
    for (let attempt = 1; attempt <= 5; attempt += 1) {
      expect((await readTask(api(), world, taskId)).needsAttention).toBeNull();
      expect((await leaseTo(api(), world.ada, taskId)).attempt).toBe(attempt);
      await expire(api(), taskId);
      if (attempt > 1 && attempt < 5) await passStartTime(api(), taskId);
    }
    expect((await readTask(api(), world, taskId)).needsAttention).toBe('attempts_exhausted');
  });

  it('null permits any number', async () => {
    const world = await createWorld(api());
    await setMaxAttempts(api(), world, null);
    const taskId = await api().createTask(world.team);
    for (let attempt = 1; attempt <= 7; attempt += 1) {
      await leaseTo(api(), world.ada, taskId);
      await expire(api(), taskId);
      if (attempt > 1) await passStartTime(api(), taskId);
    }
    expect(await readTask(api(), world, taskId)).toMatchObject({ attempt: 7, needsAttention: null });
  });

  it('of the project that the task is in when its lease expires', async () => {
    const world = await createWorld(api());
    const projectId = await createProject(api(), world.team);
    await setMaxAttempts(api(), world, 1);
    const taskId = await api().createTask(world.team, { projectId });
    await leaseTo(api(), world.ada, taskId);
    await done(calls(api()).update(world.team.apiKey, taskId, { projectId: world.team.projectId }));
    await expire(api(), taskId);
    expect((await readTask(api(), world, taskId)).needsAttention).toBe('attempts_exhausted');
  });

  it('a release by its holder neither raises nor resets the count of expired leases', async () => {
    const world = await createWorld(api());
    await setMaxAttempts(api(), world, 2);
    const taskId = await api().createTask(world.team);
    await leaseTo(api(), world.ada, taskId);
    await expire(api(), taskId);
    await leaseTo(api(), world.ada, taskId);
    expect((await done(release(world.ada.token, taskId))).needsAttention).toBeNull();
    await leaseTo(api(), world.ada, taskId);
    await expire(api(), taskId);
    expect((await readTask(api(), world, taskId)).needsAttention).toBe('attempts_exhausted');
  });

  type End = (world: Awaited<ReturnType<typeof createWorld>>, taskId: string) => Promise<Task>;
  const { complete, claim, move, release, update } = {
    complete: (...args: Parameters<ReturnType<typeof calls>['complete']>) => calls(api()).complete(...args),
    claim: (...args: Parameters<ReturnType<typeof calls>['claim']>) => calls(api()).claim(...args),
    move: (...args: Parameters<ReturnType<typeof calls>['move']>) => calls(api()).move(...args),
    release: (...args: Parameters<ReturnType<typeof calls>['release']>) => calls(api()).release(...args),
    update: (...args: Parameters<ReturnType<typeof calls>['update']>) => calls(api()).update(...args),
  };
  const backToTodo: End = ({ team }, id) => done(move(team.apiKey, id, 'todo'));

  it.each<[string, End]>([
    [
      'a release by a key',
      async ({ ada, team }, id) => {
        await leaseTo(api(), ada, id);
        return done(release(team.apiKey, id));
      },
    ],
    [
      'a completion',
      async (world, id) => {
        await done(complete(world.ada.token, id));
        return backToTodo(world, id);
      },
    ],
    [
      'a hand-over',
      async (world, id) => {
        await done(claim(world.ada.token, id));
        await done(update(world.team.apiKey, id, { assignedAgentId: world.bob.id }));
        return backToTodo(world, id);
      },
    ],
  ])('%s ends the row of expiries', async (_, end) => {
    const world = await createWorld(api());
    await setMaxAttempts(api(), world, 2);
    const taskId = await api().createTask(world.team);
    await leaseTo(api(), world.ada, taskId);
    await expire(api(), taskId);
    await end(world, taskId);
    await leaseTo(api(), world.ada, taskId);
    await expire(api(), taskId);
    expect((await readTask(api(), world, taskId)).needsAttention).toBeNull();
    await leaseTo(api(), world.ada, taskId);
    await expire(api(), taskId);
    expect((await readTask(api(), world, taskId)).needsAttention).toBe('attempts_exhausted');
  });

  it.each(['in_progress', 'done', 'cancelled'] as const)(
    'an agent that moves a task to %s cannot end that it needs attention, a key that moves it can',
    async (status) => {
      const world = await createWorld(api());
      const { id } = await exhaustedTask(api(), world);
      await expectRejected(api(), 409, 'TASK_NOT_CLAIMABLE', () =>
        calls(api()).move(world.ada.token, id, status),
      );
      await done(calls(api()).move(world.ada.token, id, 'todo'));
      await expectRejected(api(), 409, 'TASK_NOT_CLAIMABLE', () => calls(api()).claim(world.ada.token, id));
      const task = await done(calls(api()).move(world.team.apiKey, id, status));
      expect(task).toMatchObject({ status, needsAttention: null });
      const event = (await api().events(id)).at(-1);
      expect(event?.changes?.needsAttention).toEqual({ before: 'attempts_exhausted', after: null });
    },
  );
});

describe('the deactivation of an agent', () => {
  it('releases its leased tasks with a reason, and keeps its claims without a lease', async () => {
    const world = await createWorld(api());
    await setMaxAttempts(api(), world, 1);
    const leased = await Promise.all([1, 2].map(() => api().createTask(world.team)));
    for (const taskId of leased) await leaseTo(api(), world.ada, taskId);
    const unleased = await taskIn(api(), world, 'held by Ada');
    const ofBob = await api().createTask(world.team);
    await leaseTo(api(), world.bob, ofBob);
    await setAgentStatus(api(), world.team, world.ada.id, 'inactive');
    for (const taskId of leased) {
      await expect
        .poll(async () => (await readTask(api(), world, taskId)).status, { timeout: 60_000 })
        .toBe('todo');
      const task = await readTask(api(), world, taskId);
      // No expiry is counted: one would make it need attention.
      expect(task).toMatchObject({ assignedAgentId: null, leaseExpiresAt: null, needsAttention: null });
      expect((await api().events(taskId)).at(-1)).toMatchObject({
        type: 'task.released',
        actorKind: 'system',
        snapshot: task,
        changes: {
          status: { before: 'in_progress', after: 'todo' },
          assignedAgentId: { before: world.ada.id, after: null },
          reason: { before: null, after: 'The agent was deactivated.' },
        },
      });
    }
    await sweep(api());
    for (const [taskId, agent] of [
      [unleased, world.ada],
      [ofBob, world.bob],
    ] as const)
      expect(await readTask(api(), world, taskId)).toMatchObject({
        status: 'in_progress',
        assignedAgentId: agent.id,
      });
  });
});
