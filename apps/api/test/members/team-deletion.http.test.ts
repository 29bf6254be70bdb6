import { Account, type DeletedTeam } from '@crewboard/contracts';
import { afterEach, describe, expect, it } from 'vitest';

import { type TestApi, type TestTeam, useApi } from '../harness.ts';
import { closeStreams, openStream } from '../log/support/event-stream.ts';
import { type SignedIn, signedIn, webToken } from '../log/support/people.ts';
import { claimNext, waitUntilIdle } from '../support/claim-next.ts';
import { call } from '../support/people.ts';
import { useReceivers } from '../support/receiver.ts';
import { createWebhook, ofType, useWorkers } from '../support/webhooks.ts';
import { as, deletedTeams } from './support/deleted-teams.ts';

const api = useApi();
const startReceiver = useReceivers();
const startWorker = useWorkers(api);
afterEach(closeStreams);

const { createWorld, remove, restore, statusOf, invite, fill } = deletedTeams(api);
const accountOf = async ({ session }: SignedIn) =>
  Account.parse((await call(api(), ['query', 'accounts.me'], undefined, { session })).data);
const lookUp = (secret: string) =>
  call(api(), ['mutation', 'invitations.lookUp'], { secret, address: '192.0.2.7' }, {});

describe('a deleted team', () => {
  it('does not exist for its agents, keys, members and invitations until it is restored', async () => {
    const world = await createWorld();
    const { team, name, owner, agent } = world;
    const rotated = await api().request('POST', `/api/agents/${agent.id}/rotate-token`, {
      ...{ token: team.apiKey, body: { graceSeconds: 3_600 } },
    });
    const tokens = [team.apiKey, agent.token, (rotated.body as { token: string }).token];
    const admin = await signedIn(api(), team.teamId, 'admin');
    const { secret } = await invite(team);
    const deleted = (await remove(world)).data as DeletedTeam;
    expect(deleted).toEqual({ id: team.teamId, name, goneAt: expect.any(String) });
    expect(Date.parse(deleted.goneAt) - Date.now()).toBeGreaterThan(6.9 * 86_400_000);
    expect(await Promise.all(tokens.map(statusOf))).toEqual([401, 401, 401]);
    for (const who of [owner, admin]) {
      const { status } = await call(api(), ['query', 'teams.get'], { teamId: team.teamId }, as(who));
      expect(status).toBe(404);
      expect((await accountOf(who)).teams).toEqual([]);
    }
    expect((await accountOf(owner)).deletedTeams).toEqual([deleted]);
    expect((await accountOf(admin)).deletedTeams).toEqual([]);
    expect((await lookUp(secret)).status).toBe(404);
    expect((await restore(team, admin)).status).toBe(404);
    expect((await remove(world)).status).toBe(404);

    expect((await restore(team, owner)).status).toBe(200);
    expect(await Promise.all(tokens.map(statusOf))).toEqual([200, 200, 200]);
    expect((await accountOf(admin)).teams).toEqual([{ id: team.teamId, name, role: 'admin' }]);
    expect((await lookUp(secret)).status).toBe(200);
    expect((await restore(team, owner)).status).toBe(404);
    const types = (await api().events(team.teamId)).map(({ type }) => type);
    expect(types.slice(-2)).toEqual(['team.deleted', 'team.restored']);
  });

  it('ends streams and waits of all processes, and claims', async () => {
    const world = await createWorld();
    const { team, agent } = world;
    const taskId = await api().createTask(team, { assignedAgentId: agent.id });
    const replica = await api().replica();
    try {
      const idle = await api().createAgent(team, 'Idle');
      const { token } = agent;
      const streams = [
        await openStream(api(), team.teamId, { token }),
        await openStream(replica, team.teamId, { token: team.apiKey }),
        await openStream(replica, team.teamId, { token: await webToken(world.owner) }),
      ];
      const waiting = claimNext(replica, team, idle, { wait: 30 });
      await waitUntilIdle(replica, 1);
      expect((await remove(world)).status).toBe(200);
      for (const stream of streams) {
        await stream.expectEnd(60_000);
        expect(stream.end).toBe('by the server');
      }
      const claim = await replica.request('POST', `/api/tasks/${taskId}/claim`, { token: agent.token });
      expect(claim.status).toBe(401);
      expect([204, 401]).toContain((await waiting).status);
    } finally {
      await replica.close();
    }
  });

  it('sends nothing to webhooks, and what was pending once it is restored', async () => {
    const world = await createWorld();
    const receiver = await startReceiver();
    await createWebhook(api(), world.team, receiver.url, { eventTypes: ['task.created'] });
    await api().createTask(world.team);
    await remove(world);
    const other = await createWorld();
    const marker = await startReceiver();
    await createWebhook(api(), other.team, marker.url, { eventTypes: ['task.created'] });
    await api().createTask(other.team);
    startWorker();
    await marker.until((received) => ofType(received, 'task.created').length > 0);
    // What would be sent beside the first marker arrives before a second one.
    await api().createTask(other.team);
    await marker.until((received) => ofType(received, 'task.created').length > 1);
    expect(receiver.received).toEqual([]);
    await restore(world.team, world.owner);
    await receiver.until((received) => ofType(received, 'task.created').length > 0);
  });

  it('is rejected with another name, and for admins', async () => {
    const world = await createWorld();
    const { problem } = await remove(world, `${world.name}!`);
    expect(problem).toMatchObject({ code: 'VALIDATION_ERROR', errors: [{ path: 'name' }] });
    const admin = await signedIn(api(), world.team.teamId, 'admin');
    expect((await remove({ ...world, owner: admin })).problem).toMatchObject({ code: 'FORBIDDEN' });
    expect(await statusOf(world.team.apiKey)).toBe(200);
  });
});

/** All rows of a team, but for its events, the revision of the team, and times of last use, which are written late. */
async function rowsOf({ teamId }: TestTeam): Promise<unknown[]> {
  const tables = [
    'tasks',
    'projects',
    'agents',
    'api_keys',
    'members',
    'invitations',
    'webhooks',
    'pauses',
    'comments',
  ];
  const select = tables.map(
    (table) =>
      `select to_jsonb(t) - 'last_used_at' - 'last_active_at' as row from ${table} t where team_id = $1`,
  );
  const { rows } = await api().owner.query(
    `select row from (${select.join(' union all ')}) as all_rows order by row::text`,
    [teamId],
  );
  return rows;
}

describe('a restored team', () => {
  it('has every row as it was, and of concurrent requests of two processes one deletes and one restores it', async () => {
    const world = await createWorld();
    await fill(world);
    const before = await rowsOf(world.team);
    const replica = await api().replica();
    try {
      const { teamId } = world.team;
      const each = (send: (on: TestApi) => ReturnType<typeof call>) =>
        Promise.all(Array.from({ length: 8 }, (_, index) => send(index % 2 ? api() : replica)));
      const statuses = async (send: (on: TestApi) => ReturnType<typeof call>) =>
        (await each(send)).map(({ status }) => status).sort();
      const once = [200, ...Array.from({ length: 7 }, () => 404)];
      const input = { teamId, name: world.name };
      expect(await statuses((on) => call(on, ['mutation', 'teams.delete'], input, as(world.owner)))).toEqual(
        once,
      );
      const { session } = world.owner;
      expect(
        await statuses((on) => call(on, ['mutation', 'teams.restore'], { teamId }, { session })),
      ).toEqual(once);
    } finally {
      await replica.close();
    }
    expect(await rowsOf(world.team)).toEqual(before);
  });
});
