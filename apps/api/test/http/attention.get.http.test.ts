import { Attention, type TaskNext } from '@crewboard/contracts';
import { describe, expect, it } from 'vitest';
import { expectBody, useApi } from '../harness.ts';
import { exhaustedTask, expire, leaseTo, passStartTime, setMaxAttempts, sweep } from '../support/leases.ts';
import { passTime } from '../support/pass-time.ts';
import { pausesOf } from '../support/pauses.ts';
import { calls, claimNext, done, taskIn } from '../support/tasks.ts';
import { callTrpc, dataOf } from '../support/trpc.ts';
import { createWorld, rotateToken, setAgentStatus, type World } from '../support/world.ts';

const api = useApi();
const hours = 3_600;

const attentionOf = async ({ team }: World, token = team.apiKey) =>
  expectBody(await api().request('GET', `/api/teams/${team.teamId}/attention`, { token }), 200, Attention);

/** The ids of the tasks by reason. */
const reasonsOf = async (world: World) =>
  Object.fromEntries(
    (await attentionOf(world)).tasks.map(({ reason, tasks }) => [reason, tasks.map(({ id }) => id)]),
  );

const nextOf = async ({ team }: World, taskId: string): Promise<TaskNext | null | undefined> => {
  const { body } = await api().request('GET', `/api/tasks/${taskId}?include=next`, { token: team.apiKey });
  return (body as { next?: TaskNext | null }).next;
};

const update = ({ team }: World, taskId: string, patch: object) =>
  done(calls(api()).update(team.apiKey, taskId, patch));

describe('who acts next', () => {
  it('is an agent of the queue, until the task has been there for 7 days', async () => {
    const world = await createWorld(api());
    const taskId = await api().createTask(world.team);
    const next = await nextOf(world, taskId);
    expect(next).toMatchObject({ actor: 'agent', reason: 'queued' });
    expect(Date.parse(next?.deadline ?? '') - Date.parse(next?.since ?? '')).toBe(7 * 24 * hours * 1_000);
    expect(await reasonsOf(world)).toEqual({});
    await passTime(api(), 7 * 24 * hours);
    await sweep(api());
    expect(await nextOf(world, taskId)).toMatchObject({ actor: 'person', reason: 'stale', was: 'queued' });
    expect(await reasonsOf(world)).toEqual({ stale: [taskId] });
    const events = await api().events(taskId);
    expect(events.map(({ type }) => type)).toEqual(['task.created', 'task.stale']);
    expect(events[1]).toMatchObject({
      actorKind: 'system',
      changes: { reason: { before: null, after: 'queued' } },
    });
    await sweep(api());
    expect(await api().events(taskId)).toHaveLength(2);
    await done(claimNext(api(), world.ada.token, world.team));
    expect(await nextOf(world, taskId)).toMatchObject({
      actor: 'agent',
      reason: 'working',
      agentId: world.ada.id,
    });
    expect(await reasonsOf(world)).toEqual({});
  });

  it('is the agent that a task is assigned to, for a day', async () => {
    const world = await createWorld(api());
    const taskId = await taskIn(api(), world, 'todo for Ada');
    expect(await nextOf(world, taskId)).toMatchObject({
      actor: 'agent',
      reason: 'assigned',
      agentId: world.ada.id,
    });
    await passTime(api(), 24 * hours);
    await sweep(api());
    expect(await nextOf(world, taskId)).toMatchObject({
      reason: 'stale',
      was: 'assigned',
      agentId: world.ada.id,
    });
  });

  it('is the holder: to the end of its lease, or for a day after its last sign', async () => {
    const world = await createWorld(api());
    const { ada } = world;
    const [leased, unleased] = [
      await api().createTask(world.team),
      await taskIn(api(), world, 'held by Ada'),
    ];
    const { leaseExpiresAt } = await leaseTo(api(), ada, leased);
    expect(await nextOf(world, leased)).toMatchObject({
      reason: 'working',
      deadline: leaseExpiresAt,
      attempt: 1,
    });
    await passTime(api(), 23 * hours);
    await done(calls(api()).heartbeat(ada.token, unleased));
    await passTime(api(), 2 * hours);
    await sweep(api());
    expect(await nextOf(world, unleased)).toMatchObject({ actor: 'agent', reason: 'working' });
    await passTime(api(), 22 * hours);
    await sweep(api());
    expect(await nextOf(world, unleased)).toMatchObject({ actor: 'person', reason: 'stale', was: 'working' });
    await done(calls(api()).heartbeat(ada.token, unleased));
    expect(await nextOf(world, unleased)).toMatchObject({ actor: 'agent', reason: 'working' });
    expect(await reasonsOf(world)).toEqual({});
    await passTime(api(), 24 * hours);
    await sweep(api());
    expect((await api().events(unleased)).filter(({ type }) => type === 'task.stale')).toHaveLength(2);
  });

  it('is a person: whom it is assigned to, which is no attention, or whoever looks at what nobody is assigned to', async () => {
    const world = await createWorld(api());
    const unassigned = await taskIn(api(), world, 'in progress with nobody');
    expect(await nextOf(world, unassigned)).toMatchObject({
      actor: 'person',
      reason: 'in_progress_unassigned',
    });
    expect(await reasonsOf(world)).toEqual({ in_progress_unassigned: [unassigned] });
    const { id: exhausted } = await exhaustedTask(api(), world);
    expect(await nextOf(world, exhausted)).toMatchObject({ actor: 'person', reason: 'attempts_exhausted' });
    expect((await attentionOf(world)).tasks[0]?.tasks[0]?.lastFailure).toEqual({
      outcome: 'expired',
      reason: null,
    });
    expect(await reasonsOf(world)).toEqual({
      attempts_exhausted: [exhausted],
      in_progress_unassigned: [unassigned],
    });
  });

  it('is other tasks, and a person once one of them is cancelled', async () => {
    const world = await createWorld(api());
    const { apiKey } = world.team;
    const [first, second] = [await api().createTask(world.team), await api().createTask(world.team)];
    const taskId = await api().createTask(world.team, { blockedBy: [first, second] });
    expect(await nextOf(world, taskId)).toMatchObject({
      actor: 'task',
      reason: 'blocked',
      blockerIds: [first, second].sort(),
    });
    await done(calls(api()).move(apiKey, second, 'cancelled'));
    const next = await nextOf(world, taskId);
    expect(next).toMatchObject({ actor: 'person', reason: 'blocker_cancelled', blockerIds: [second, first] });
    expect(await reasonsOf(world)).toEqual({ blocker_cancelled: [taskId] });
    await done(calls(api()).move(apiKey, second, 'todo'));
    expect(await nextOf(world, taskId)).toMatchObject({ reason: 'blocked' });
    expect(await reasonsOf(world)).toEqual({});
  });

  it('is a time, and then an agent', async () => {
    const world = await createWorld(api());
    const notBefore = new Date(Date.now() + hours * 1_000).toISOString();
    const taskId = await api().createTask(world.team, { notBefore });
    expect(await nextOf(world, taskId)).toMatchObject({
      actor: 'time',
      reason: 'not_before',
      deadline: notBefore,
    });
    await passStartTime(api(), taskId);
    expect(await nextOf(world, taskId)).toMatchObject({ actor: 'agent', reason: 'queued' });
    await sweep(api());
    const { rows } = await api().owner.query(
      'select in_queue, check_at > now() as later from tasks where id = $1',
      [taskId],
    );
    expect(rows).toEqual([{ in_queue: true, later: true }]);
  });

  it.each(['team', 'project', 'agent'] as const)(
    'is a person while the %s is paused; from then on it has its whole time',
    async (subject) => {
      const world = await createWorld(api());
      const taskId = await taskIn(api(), world, 'todo for Ada');
      const { pause, resume } = pausesOf(api(), world);
      await pause(subject);
      const paused = { team: world.team.teamId, project: world.team.projectId, agent: world.ada.id }[subject];
      expect(await nextOf(world, taskId)).toMatchObject({
        actor: 'person',
        reason: 'paused',
        paused: { type: subject, id: paused },
      });
      expect(await reasonsOf(world)).toEqual({ paused: [taskId] });
      await passTime(api(), 25 * hours);
      await sweep(api());
      expect(await nextOf(world, taskId)).toMatchObject({ reason: 'paused' });
      await resume(subject);
      expect(await nextOf(world, taskId)).toMatchObject({ reason: 'assigned' });
      await passTime(api(), 24 * hours);
      await sweep(api());
      expect(await nextOf(world, taskId)).toMatchObject({ reason: 'stale', was: 'assigned' });
    },
  );

  it('is a person while the agent is inactive or has no valid token', async () => {
    const world = await createWorld(api());
    const taskId = await taskIn(api(), world, 'todo for Ada');
    await setAgentStatus(api(), world.team, world.ada.id, 'inactive');
    expect(await nextOf(world, taskId)).toMatchObject({
      actor: 'person',
      reason: 'agent_cannot_work',
      agentId: world.ada.id,
    });
    await setAgentStatus(api(), world.team, world.ada.id, 'active');
    expect(await reasonsOf(world)).toEqual({ agent_cannot_work: [taskId] });
    await passTime(api(), 25 * hours);
    await sweep(api());
    await rotateToken(api(), world.team, world.ada.id);
    expect(await nextOf(world, taskId)).toMatchObject({ actor: 'agent', reason: 'assigned' });
    expect(await reasonsOf(world)).toEqual({});
  });

  it.each(['done by nobody', 'cancelled'] as const)('is nobody: %s', async (situation) => {
    const world = await createWorld(api());
    expect(await nextOf(world, await taskIn(api(), world, situation))).toBeNull();
  });
});

describe('the times of a project', () => {
  const setTimes = (world: World, times: object) =>
    api().request('PATCH', `/api/projects/${world.team.projectId}`, {
      token: world.team.apiKey,
      body: times,
    });

  it('apply to the tasks that it has', async () => {
    const world = await createWorld(api());
    const taskId = await api().createTask(world.team);
    await passTime(api(), 3 * hours);
    await setTimes(world, { queueStaleAfterSeconds: 2 * hours });
    await expect.poll(() => reasonsOf(world)).toEqual({ stale: [taskId] });
    await setTimes(world, { queueStaleAfterSeconds: 4 * hours });
    await expect.poll(() => reasonsOf(world)).toEqual({});
    expect(await nextOf(world, taskId)).toMatchObject({ reason: 'queued' });
  });

  it('apply to a task that moves there', async () => {
    const world = await createWorld(api());
    const taskId = await api().createTask(world.team);
    const { body } = await api().request('POST', `/api/teams/${world.team.teamId}/projects`, {
      token: world.team.apiKey,
      body: { name: 'Strict', queueStaleAfterSeconds: hours },
    });
    await passTime(api(), 2 * hours);
    await update(world, taskId, { projectId: (body as { id: string }).id });
    await sweep(api());
    expect(await reasonsOf(world)).toEqual({ stale: [taskId] });
  });

  it('are told to nobody of tasks that were there before', async () => {
    const world = await createWorld(api());
    const taskId = await api().createTask(world.team);
    await passTime(api(), 8 * 24 * hours);
    await api().owner.query(
      'update tasks set next_since = null, status_changed_at = next_since where id = $1',
      [taskId],
    );
    await sweep(api());
    expect(await reasonsOf(world)).toEqual({ stale: [taskId] });
    expect(await api().events(taskId)).toHaveLength(1);
  });
});

describe('GET /api/teams/:teamId/attention', () => {
  it('counts more tasks than it has', async () => {
    const world = await createWorld(api());
    await api().owner.query(
      `insert into tasks (id, team_id, project_id, title, status, in_queue, attention, created_at)
       select 'task' || n || $1, $1, $2, 'Task', 'in_progress', false, 'in_progress_unassigned', now() - make_interval(mins => n)
       from generate_series(1, 1001) as n`,
      [world.team.teamId, world.team.projectId],
    );
    const { tasks } = await attentionOf(world);
    expect(tasks).toMatchObject([{ reason: 'in_progress_unassigned', count: 1_000, isExact: false }]);
    expect(tasks[0]?.tasks.map(({ id }) => id).slice(0, 2)).toEqual([
      `task1001${world.team.teamId}`,
      `task1000${world.team.teamId}`,
    ]);
    expect(tasks[0]?.tasks).toHaveLength(20);
  });

  it('names agents that fail and tokens and keys that expire, keys to those who manage them alone', async () => {
    const world = await createWorld(api());
    const { team, ada } = world;
    await setMaxAttempts(api(), world, null);
    const taskId = await api().createTask(team);
    for (let attempt = 1; attempt <= 3; attempt += 1) {
      await leaseTo(api(), ada, taskId);
      if (attempt < 3) await expire(api(), taskId);
      else await done(calls(api()).fail(ada.token, taskId, { body: { reason: 'No' } }));
      await passStartTime(api(), taskId).catch(() => undefined);
    }
    const attempt = { taskId, title: expect.any(String), endedAt: expect.any(String) };
    const failures = [
      { ...attempt, outcome: 'failed', reason: 'No' },
      ...[1, 2].map(() => ({ ...attempt, outcome: 'expired', reason: null })),
    ];
    const expiresAt = new Date(Date.now() + 24 * hours * 1_000).toISOString();
    await api().owner.query('update agents set token_expires_at = $2 where id = $1', [
      world.bob.id,
      expiresAt,
    ]);
    await api().owner.query('update api_keys set expires_at = $2 where id = $1', [world.keyId, expiresAt]);
    await expect
      .poll(async () => (await attentionOf(world)).stuck)
      .toEqual([
        { reason: 'agent_failing', id: ada.id, name: 'Ada', at: null, failures },
        { reason: 'token_expiring', id: world.bob.id, name: 'Bob', at: expiresAt },
        { reason: 'key_expiring', id: world.keyId, name: expect.any(String), at: expiresAt },
      ]);
    const forAgents = (await attentionOf(world, ada.token)).stuck.map(({ reason }) => reason);
    expect(forAgents).toEqual(['agent_failing', 'token_expiring']);
    const failuresOfAda = async () =>
      dataOf(
        await callTrpc(api(), 'query', 'agents.failures', { token: team.apiKey, input: { agentId: ada.id } }),
      );
    expect(await failuresOfAda()).toEqual({ count: 3, last: failures });
    const { pause, resume } = pausesOf(api(), world);
    await pause('agent');
    expect((await attentionOf(world)).stuck.map(({ reason }) => reason)).not.toContain('agent_failing');
    await resume('agent');
    await done(calls(api()).complete(ada.token, await api().createTask(team)));
    await expect
      .poll(async () => (await attentionOf(world)).stuck.map(({ reason }) => reason))
      .toEqual(['token_expiring', 'key_expiring']);
    expect(await failuresOfAda()).toEqual({ count: 0, last: [] });
  });

  it('says that no agent can work on what is in the queue', async () => {
    const world = await createWorld(api());
    for (const { id } of [world.ada, world.bob]) await setAgentStatus(api(), world.team, id, 'inactive');
    expect((await attentionOf(world)).stuck).toEqual([]);
    await api().createTask(world.team);
    expect((await attentionOf(world)).stuck).toMatchObject([{ reason: 'no_working_agent' }]);
  });
});

describe('a list of tasks', () => {
  it.each(['status=done', 'archived=true'])('has none of people with %s', async (filter) => {
    const world = await createWorld(api());
    await taskIn(api(), world, 'in progress with nobody');
    await taskIn(api(), world, 'done by nobody');
    const url = `/api/teams/${world.team.teamId}/tasks?nextActor=person&${filter}`;
    const { status, body } = await api().request('GET', url, { token: world.team.apiKey });
    expect({ status, body }).toEqual({ status: 200, body: [] });
  });

  it('has those on which a person acts next', async () => {
    const world = await createWorld(api());
    const stopped = await taskIn(api(), world, 'todo for Ada');
    await api().createTask(world.team);
    const unassigned = await taskIn(api(), world, 'in progress with nobody');
    await pausesOf(api(), world).pause('agent');
    const { body } = await api().request(
      'GET',
      `/api/teams/${world.team.teamId}/tasks?nextActor=person&include=next`,
      {
        token: world.team.apiKey,
      },
    );
    expect(body).toMatchObject([
      { id: unassigned, next: { reason: 'in_progress_unassigned' } },
      { id: stopped, next: { reason: 'paused' } },
    ]);
  });
});
