import { describe, expect, it } from 'vitest';
import { useApi } from '../harness.ts';
import { attentionOf } from '../support/attention.ts';
import { expire, leaseTo, passStartTime, setMaxAttempts } from '../support/leases.ts';
import { pausesOf } from '../support/pauses.ts';
import { calls, done, taskIn } from '../support/tasks.ts';
import { callTrpc, dataOf } from '../support/trpc.ts';
import { createWorld, setAgentStatus } from '../support/world.ts';

const api = useApi();
const hours = 3_600;

describe('GET /api/teams/:teamId/attention', () => {
  it('counts more tasks than it has', async () => {
    const world = await createWorld(api());
    await api().owner.query(
      `insert into tasks (id, team_id, project_id, title, status, in_queue, attention, created_at)
       select 'task' || n || $1, $1, $2, 'Task', 'in_progress', false, 'in_progress_unassigned', now() - make_interval(mins => n)
       from generate_series(1, 1001) as n`,
      [world.team.teamId, world.team.projectId],
    );
    const { tasks } = await attentionOf(api(), world);
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
      .poll(async () => (await attentionOf(api(), world)).stuck)
      .toEqual([
        { reason: 'agent_failing', id: ada.id, name: 'Ada', at: null, failures },
        { reason: 'token_expiring', id: world.bob.id, name: 'Bob', at: expiresAt },
        { reason: 'key_expiring', id: world.keyId, name: expect.any(String), at: expiresAt },
      ]);
    const forAgents = (await attentionOf(api(), world, ada.token)).stuck.map(({ reason }) => reason);
    expect(forAgents).toEqual(['agent_failing', 'token_expiring']);
    const failuresOfAda = async () =>
      dataOf(
        await callTrpc(api(), 'query', 'agents.failures', { token: team.apiKey, input: { agentId: ada.id } }),
      );
    expect(await failuresOfAda()).toEqual({ count: 3, last: failures });
    const { pause, resume } = pausesOf(api(), world);
    await pause('agent');
    expect((await attentionOf(api(), world)).stuck.map(({ reason }) => reason)).not.toContain(
      'agent_failing',
    );
    await resume('agent');
    await done(calls(api()).complete(ada.token, await api().createTask(team)));
    await expect
      .poll(async () => (await attentionOf(api(), world)).stuck.map(({ reason }) => reason))
      .toEqual(['token_expiring', 'key_expiring']);
    expect(await failuresOfAda()).toEqual({ count: 0, last: [] });
  });

  it('names webhooks that the service has disabled, not those that somebody has switched off', async () => {
    const world = await createWorld(api());
    const { team } = world;
    const path = `/api/teams/${team.teamId}/webhooks`;
    const body = { url: 'http://127.0.0.1:9/secret', enabled: false };
    const created = await api().request('POST', path, { token: team.apiKey, body });
    const { id } = created.body as { id: string };
    expect((await attentionOf(api(), world)).stuck).toEqual([]);
    for (const reason of ['failing', 'gone']) {
      await api().owner.query('update webhooks set disabled_reason = $2 where id = $1', [id, reason]);
      expect((await attentionOf(api(), world)).stuck).toMatchObject([
        { reason: 'webhook_disabled', id, name: '127.0.0.1:9', at: expect.any(String) },
      ]);
    }
  });

  it('says that no agent can work on what is in the queue', async () => {
    const world = await createWorld(api());
    for (const { id } of [world.ada, world.bob]) await setAgentStatus(api(), world.team, id, 'inactive');
    expect((await attentionOf(api(), world)).stuck).toEqual([]);
    await api().createTask(world.team);
    expect((await attentionOf(api(), world)).stuck).toMatchObject([{ reason: 'no_working_agent' }]);
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
