import { describe, expect, it } from 'vitest';
import { useApi } from '../harness.ts';
import { signedIn } from '../log/support/people.ts';
import { attentionOf, nextOf, reasonsOf } from '../support/attention.ts';
import { exhaustedTask, leaseTo, passStartTime, sweep } from '../support/leases.ts';
import { passTime } from '../support/pass-time.ts';
import { pausesOf } from '../support/pauses.ts';
import { calls, claimNext, done, taskIn } from '../support/tasks.ts';
import { createWorld, rotateToken, setAgentStatus, type World } from '../support/world.ts';

const api = useApi();
const hours = 3_600;

const update = ({ team }: World, taskId: string, patch: object) =>
  done(calls(api()).update(team.apiKey, taskId, patch));

describe('who acts next', () => {
  it('is an agent of the queue, until the task has been there for 7 days', async () => {
    const world = await createWorld(api());
    const taskId = await api().createTask(world.team);
    const next = await nextOf(api(), world, taskId);
    expect(next).toMatchObject({ actor: 'agent', reason: 'queued' });
    expect(Date.parse(next?.deadline ?? '') - Date.parse(next?.since ?? '')).toBe(7 * 24 * hours * 1_000);
    expect(await reasonsOf(api(), world)).toEqual({});
    await passTime(api(), 7 * 24 * hours);
    await sweep(api());
    expect(await nextOf(api(), world, taskId)).toMatchObject({
      actor: 'person',
      reason: 'stale',
      was: 'queued',
    });
    expect(await reasonsOf(api(), world)).toEqual({ stale: [taskId] });
    const events = await api().events(taskId);
    expect(events.map(({ type }) => type)).toEqual(['task.created', 'task.stale']);
    expect(events[1]).toMatchObject({
      actorKind: 'system',
      changes: { reason: { before: null, after: 'queued' } },
    });
    await sweep(api());
    expect(await api().events(taskId)).toHaveLength(2);
    await done(claimNext(api(), world.ada.token, world.team));
    expect(await nextOf(api(), world, taskId)).toMatchObject({
      actor: 'agent',
      reason: 'working',
      agentId: world.ada.id,
    });
    expect(await reasonsOf(api(), world)).toEqual({});
  });

  it('is the agent that a task is assigned to, for a day', async () => {
    const world = await createWorld(api());
    const taskId = await taskIn(api(), world, 'todo for Ada');
    expect(await nextOf(api(), world, taskId)).toMatchObject({
      actor: 'agent',
      reason: 'assigned',
      agentId: world.ada.id,
    });
    await passTime(api(), 24 * hours);
    await sweep(api());
    expect(await nextOf(api(), world, taskId)).toMatchObject({
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
    expect(await nextOf(api(), world, leased)).toMatchObject({
      reason: 'working',
      deadline: leaseExpiresAt,
      attempt: 1,
    });
    await passTime(api(), 23 * hours);
    await done(calls(api()).heartbeat(ada.token, unleased));
    await passTime(api(), 2 * hours);
    await sweep(api());
    expect(await nextOf(api(), world, unleased)).toMatchObject({ actor: 'agent', reason: 'working' });
    await passTime(api(), 22 * hours);
    await sweep(api());
    expect(await nextOf(api(), world, unleased)).toMatchObject({
      actor: 'person',
      reason: 'stale',
      was: 'working',
    });
    await done(calls(api()).heartbeat(ada.token, unleased));
    expect(await nextOf(api(), world, unleased)).toMatchObject({ actor: 'agent', reason: 'working' });
    expect(await reasonsOf(api(), world)).toEqual({});
    await passTime(api(), 24 * hours);
    await sweep(api());
    expect((await api().events(unleased)).filter(({ type }) => type === 'task.stale')).toHaveLength(2);
  });

  it('is a person: whom it is assigned to, which is no attention, or any member where nobody is assigned', async () => {
    const world = await createWorld(api());
    const unassigned = await taskIn(api(), world, 'in progress with nobody');
    expect(await nextOf(api(), world, unassigned)).toMatchObject({
      actor: 'person',
      reason: 'in_progress_unassigned',
    });
    expect(await reasonsOf(api(), world)).toEqual({ in_progress_unassigned: [unassigned] });
    const { id: exhausted } = await exhaustedTask(api(), world);
    expect(await nextOf(api(), world, exhausted)).toMatchObject({
      actor: 'person',
      reason: 'attempts_exhausted',
    });
    expect((await attentionOf(api(), world)).tasks[0]?.tasks[0]?.lastFailure).toEqual({
      outcome: 'expired',
      reason: null,
    });
    expect(await reasonsOf(api(), world)).toEqual({
      attempts_exhausted: [exhausted],
      in_progress_unassigned: [unassigned],
    });
  });

  it('is a person once all attempts have failed: the end of a reason of more than 300 characters is marked as cut', async () => {
    const world = await createWorld(api());
    const { apiKey, projectId } = world.team;
    const project = { token: apiKey, body: { maxAttempts: 1 } };
    expect((await api().request('PATCH', `/api/projects/${projectId}`, project)).status).toBe(200);
    const failedWith = async (reason: string) => {
      const taskId = await api().createTask(world.team);
      await done(calls(api()).claim(world.ada.token, taskId));
      await done(calls(api()).fail(world.ada.token, taskId, { body: { reason } }));
    };
    await failedWith('a'.repeat(300));
    await failedWith('b'.repeat(301));
    const [exhausted] = (await attentionOf(api(), world)).tasks;
    expect(exhausted?.tasks.map(({ lastFailure }) => lastFailure?.reason)).toEqual([
      'a'.repeat(300),
      `${'b'.repeat(299)}…`,
    ]);
  });

  it('is whom a task is assigned to whose attempts are exhausted, and an agent may claim it', async () => {
    const world = await createWorld(api());
    const [{ id: toPerson }, { id: toAgent }] = [
      await exhaustedTask(api(), world),
      await exhaustedTask(api(), world),
    ];
    const { userId: assignedMemberId } = await signedIn(api(), world.team.teamId, 'member');
    await update(world, toPerson, { assignedMemberId });
    await update(world, toAgent, { assignedAgentId: world.bob.id });
    expect(await nextOf(api(), world, toPerson)).toMatchObject({
      reason: 'person',
      memberId: assignedMemberId,
    });
    expect(await nextOf(api(), world, toAgent)).toMatchObject({ reason: 'assigned', agentId: world.bob.id });
    expect(await reasonsOf(api(), world)).toEqual({});
    await done(calls(api()).claim(world.bob.token, toAgent));
  });

  it('is other tasks, and a person once one of them is cancelled', async () => {
    const world = await createWorld(api());
    const { apiKey } = world.team;
    const [first, second] = [await api().createTask(world.team), await api().createTask(world.team)];
    const taskId = await api().createTask(world.team, { blockedBy: [first, second] });
    expect(await nextOf(api(), world, taskId)).toMatchObject({
      actor: 'task',
      reason: 'blocked',
      blockerIds: [first, second].sort(),
    });
    await done(calls(api()).move(apiKey, second, 'cancelled'));
    const next = await nextOf(api(), world, taskId);
    expect(next).toMatchObject({ actor: 'person', reason: 'blocker_cancelled', blockerIds: [second, first] });
    expect(await reasonsOf(api(), world)).toEqual({ blocker_cancelled: [taskId] });
    await done(calls(api()).move(apiKey, second, 'todo'));
    expect(await nextOf(api(), world, taskId)).toMatchObject({ reason: 'blocked' });
    expect(await reasonsOf(api(), world)).toEqual({});
  });

  it('is a time, and then an agent', async () => {
    const world = await createWorld(api());
    const notBefore = new Date(Date.now() + hours * 1_000).toISOString();
    const taskId = await api().createTask(world.team, { notBefore });
    expect(await nextOf(api(), world, taskId)).toMatchObject({
      actor: 'time',
      reason: 'not_before',
      deadline: notBefore,
    });
    await passStartTime(api(), taskId);
    expect(await nextOf(api(), world, taskId)).toMatchObject({ actor: 'agent', reason: 'queued' });
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
      expect(await nextOf(api(), world, taskId)).toMatchObject({
        actor: 'person',
        reason: 'paused',
        paused: { type: subject, id: paused },
      });
      expect(await reasonsOf(api(), world)).toEqual({ paused: [taskId] });
      await passTime(api(), 25 * hours);
      await sweep(api());
      expect(await nextOf(api(), world, taskId)).toMatchObject({ reason: 'paused' });
      await resume(subject);
      expect(await nextOf(api(), world, taskId)).toMatchObject({ reason: 'assigned' });
      await passTime(api(), 24 * hours);
      await sweep(api());
      expect(await nextOf(api(), world, taskId)).toMatchObject({ reason: 'stale', was: 'assigned' });
    },
  );

  it('is a person while the agent is inactive or has no valid token', async () => {
    const world = await createWorld(api());
    const taskId = await taskIn(api(), world, 'todo for Ada');
    await setAgentStatus(api(), world.team, world.ada.id, 'inactive');
    expect(await nextOf(api(), world, taskId)).toMatchObject({
      actor: 'person',
      reason: 'agent_cannot_work',
      agentId: world.ada.id,
    });
    await setAgentStatus(api(), world.team, world.ada.id, 'active');
    expect(await reasonsOf(api(), world)).toEqual({ agent_cannot_work: [taskId] });
    await passTime(api(), 25 * hours);
    await sweep(api());
    await rotateToken(api(), world.team, world.ada.id);
    expect(await nextOf(api(), world, taskId)).toMatchObject({ actor: 'agent', reason: 'assigned' });
    expect(await reasonsOf(api(), world)).toEqual({});
  });

  it.each(['done by nobody', 'cancelled'] as const)('is nobody: %s', async (situation) => {
    const world = await createWorld(api());
    expect(await nextOf(api(), world, await taskIn(api(), world, situation))).toBeNull();
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
    await expect.poll(() => reasonsOf(api(), world)).toEqual({ stale: [taskId] });
    await setTimes(world, { queueStaleAfterSeconds: 4 * hours });
    await expect.poll(() => reasonsOf(api(), world)).toEqual({});
    expect(await nextOf(api(), world, taskId)).toMatchObject({ reason: 'queued' });
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
    expect(await reasonsOf(api(), world)).toEqual({ stale: [taskId] });
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
    expect(await reasonsOf(api(), world)).toEqual({ stale: [taskId] });
    expect(await api().events(taskId)).toHaveLength(1);
  });
});
