import { Account, type DeletedTeam } from '@crewboard/contracts';
import { type Database, newId, type Queryable } from '@crewboard/db';
import { afterEach, describe, expect, it } from 'vitest';
import { createInvitation } from '../../src/features/invitations/create-invitation.ts';
import { removeTeams } from '../../src/features/teams/remove-teams.ts';
import { restoreTeamAsOperator } from '../../src/features/teams/restore-team.ts';
import { type TestApi, type TestTeam, useApi } from '../harness.ts';
import { closeStreams, openStream } from '../log/support/event-stream.ts';
import { type SignedIn, signedIn } from '../log/support/people.ts';
import { claimNext, waitUntilIdle } from '../support/claim-next.ts';
import { call } from '../support/people.ts';
import { useReceivers } from '../support/receiver.ts';
import { tablesWith } from '../support/search-dump.ts';
import { createWebhook, eventually, ofType, useWorkers } from '../support/webhooks.ts';

const api = useApi();
const startReceiver = useReceivers();
const startWorker = useWorkers(api);
afterEach(closeStreams);

type World = { team: TestTeam; name: string; owner: SignedIn; agent: { id: string; token: string } };

async function createWorld(): Promise<World> {
  const name = `Harbour ${crypto.randomUUID()}`;
  const team = await api().createTeam(name);
  const owner = await signedIn(api(), team.teamId, 'owner');
  return { team, name, owner, agent: await api().createAgent(team) };
}
const as = ({ session, team }: SignedIn) => ({ session, team });
const remove = ({ team: { teamId }, name, owner }: World, typed = name) =>
  call(api(), ['mutation', 'teams.delete'], { teamId, name: typed }, as(owner));
const restore = ({ teamId }: TestTeam, who: SignedIn) =>
  call(api(), ['mutation', 'teams.restore'], { teamId }, { session: who.session });
const accountOf = async ({ session }: SignedIn) =>
  Account.parse((await call(api(), ['query', 'accounts.me'], undefined, { session })).data);
const statusOf = async (token: string) => (await api().request('GET', '/api/me', { token })).status;

const invite = ({ teamId }: TestTeam) =>
  createInvitation({
    ctx: { db: api().db, actor: { kind: 'system', id: null, teamId }, requestId: null },
    input: { role: 'member', expiresInDays: 1, maxUses: 2 },
  });
const lookUp = (secret: string) =>
  call(api(), ['mutation', 'invitations.lookUp'], { secret, address: '192.0.2.7' }, {});

describe('a deleted team', () => {
  it('does not exist for its agents, keys, members and invitations until it is restored', async () => {
    const world = await createWorld();
    const { team, name, owner, agent } = world;
    const admin = await signedIn(api(), team.teamId, 'admin');
    const { secret } = await invite(team);
    const deleted = (await remove(world)).data as DeletedTeam;
    expect(deleted).toEqual({ id: team.teamId, name, goneAt: expect.any(String) });
    expect(Date.parse(deleted.goneAt) - Date.now()).toBeGreaterThan(6.9 * 86_400_000);
    expect(await Promise.all([agent.token, team.apiKey].map(statusOf))).toEqual([401, 401]);
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
    expect(await Promise.all([agent.token, team.apiKey].map(statusOf))).toEqual([200, 200]);
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
      ];
      const waiting = claimNext(replica, team, idle, { wait: 2 });
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

const makeGone = ({ teamId }: TestTeam) =>
  api().owner.query('update team_deletions set gone_at = clock_timestamp() where team_id = $1', [teamId]);
const passMinute = () =>
  api().owner.query(`update team_deletions set emptied_at = emptied_at - interval '1 minute'`);

/** Rows of every table that has any of a team. */
async function fill({ team, agent }: World): Promise<void> {
  const { teamId } = team;
  const blocker = await api().createTask(team, { description: 'x'.repeat(3_000) });
  const taskId = await api().createTask(team, { blockedBy: [blocker] });
  await api().createComment(team, taskId);
  const post = async (path: string, body: object, token = team.apiKey) => {
    const { status, text } = await api().request('POST', path, { token, body });
    expect(status, text).toBeLessThan(300);
  };
  await post(`/api/tasks/${blocker}/claim`, {}, agent.token);
  await post(`/api/tasks/${blocker}/complete`, { result: 'Done' }, agent.token);
  await post(`/api/agents/${agent.id}/pause`, { reason: 'A pause' });
  await invite(team);
  const webhook = await createWebhook(api(), team, 'http://127.0.0.1:9/hook');
  await post(`/api/webhooks/${webhook.id}/test`, {});
  await api().owner.query(
    `insert into webhook_allow_rules (team_id, destination) values ($1, '127.0.0.1/32:9')`,
    [teamId],
  );
  await api().owner.query(
    `insert into tasks (id, team_id, project_id, title, archived_at, in_queue)
     select $1 || n, $2, $3, 'Archived', now(), false from generate_series(1, 120) as n`,
    [newId(), teamId, team.projectId],
  );
  await api().owner.query(
    `insert into tombstones (id, team_id, subject_type, created_at) values ($1, $2, 'task', now())`,
    [newId(), teamId],
  );
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

describe('a team that is gone', () => {
  it('leaves nothing in any table, and other teams as they were', async () => {
    const [world, other] = [await createWorld(), await createWorld()];
    await fill(world);
    await fill(other);
    await remove(world);
    await makeGone(world.team);
    expect((await restore(world.team, world.owner)).status).toBe(404);
    expect(await restoreTeamAsOperator(api().db, world.team.teamId)).toBe(false);
    const countOther = async () => {
      const { rows } = await api().owner.query(
        `select (select count(*) from tasks where team_id = $1) as tasks, (select count(*) from events where team_id = $1) as events,
           (select count(*) from webhook_deliveries) as deliveries, (select count(*) from comments where team_id = $1) as comments`,
        [other.team.teamId],
      );
      return { ...rows[0], deliveries: Number(rows[0].deliveries) > 0 };
    };
    const before = await countOther();
    const replica = await api().replica();
    try {
      await eventually(
        async () => {
          const rounds = await Promise.all([api(), replica, api()].map(({ db }) => removeTeams(db)));
          await passMinute();
          return rounds.some(({ hasMore }) => hasMore);
        },
        (hasMore) => !hasMore,
      );
    } finally {
      await replica.close();
    }
    // Kept responses outlive the team by their 24 hours at most: seven days later there is none.
    await api().owner.query('delete from idempotency_keys');
    expect(await tablesWith(api(), [world.team.teamId, world.name, world.agent.id])).toEqual([]);
    expect(await countOther()).toEqual(before);
    expect(await statusOf(other.team.apiKey)).toBe(200);
  });

  it('is found by indexes alone: other teams may have millions of rows', async () => {
    const [world, other] = [await createWorld(), await createWorld()];
    await fill(world);
    await fill(other);
    await api().owner.query('analyze');
    await remove(world);
    await makeGone(world.team);
    const scanned = new Set<string>();
    const rowsRead = async (connection: Queryable) => {
      const { rows } = await connection.query<{ table: string; count: number }>(
        `select relname as table, seq_tup_read::int as count from pg_stat_xact_user_tables where relname <> 'team_deletions'`,
      );
      return new Map(rows.map(({ table, count }) => [table, count]));
    };
    const watched = Object.create(api().db, {
      transaction: {
        value: (run: Parameters<Database['transaction']>[0]) =>
          api().db.transaction(async (connection) => {
            const before = await rowsRead(connection);
            const result = await run(connection);
            for (const [table, count] of await rowsRead(connection))
              if (count > (before.get(table) ?? 0)) scanned.add(table);
            return result;
          }),
      },
    });
    await eventually(
      async () => {
        const { hasMore } = await removeTeams(watched);
        await passMinute();
        return hasMore;
      },
      (hasMore) => !hasMore,
    );
    expect([...scanned]).toEqual([]);
  });

  it('goes on where a process died', async () => {
    const world = await createWorld();
    await fill(world);
    await remove(world);
    await makeGone(world.team);
    const dying = Object.create(api().db, {
      transaction: {
        value: (run: (connection: never) => Promise<unknown>) =>
          api().db.transaction(async (connection) => {
            await run(connection as never);
            throw new Error('killed');
          }),
      },
    });
    for (let round = 0; round < 3; round += 1) {
      await expect(removeTeams(dying)).rejects.toThrow('killed');
      await removeTeams(api().db);
    }
    await eventually(
      async () => {
        await removeTeams(api().db);
        await passMinute();
        return tablesWith(api(), [world.name]);
      },
      (tables) => tables.length === 0,
    );
  });
});
