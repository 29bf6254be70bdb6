import { Event } from '@crewboard/contracts';
import type { Queryable } from '@crewboard/db';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { createUser, createUserWithHash } from '../../src/features/accounts/create-user.ts';
import { eraseAccountAsOperator, listErasures } from '../../src/features/accounts/erase-account.ts';
import { eraseRemains } from '../../src/features/accounts/erase-remains.ts';
import { expectBody, type TestTeam, useApi } from '../harness.ts';
import { settle } from '../log/support/settle.ts';
import { aroundTransactions, dyingIn } from '../support/around-transactions.ts';
import { finishErasure, passErasureMinutes } from '../support/erasures.ts';
import { call, createPerson, password, sessionOf, signIn } from '../support/people.ts';
import { useReceivers } from '../support/receiver.ts';
import { tablesWith } from '../support/search-dump.ts';
import { calls, done } from '../support/tasks.ts';
import { createWebhookAsOwner, eventually, ofType, untilDelivery, useWorkers } from '../support/webhooks.ts';

const api = useApi();
const startReceiver = useReceivers();
const startWorker = useWorkers(api);

/** Other ones in each test. */
let name: string;
let formerName: string;
let teams: TestTeam[];
let userId: string;
let email: string;
let session: string;
/** A person in two teams, who has another name than before. */
beforeEach(async () => {
  [name, formerName] = [`Quintessa ${crypto.randomUUID()}`, `Quinnie ${crypto.randomUUID()}`];
  teams = [await api().createTeam('First'), await api().createTeam('Second')];
  const [first, second] = teams.map(({ teamId }) => teamId);
  for (const teamId of [first, second]) await createPerson(api(), teamId ?? '', 'owner');
  ({ userId, email } = await createPerson(api(), first ?? '', 'admin'));
  const input = { teamId: second ?? '', email, name: '-', role: 'owner', passwordHash: '-' } as const;
  await createUserWithHash({ ctx: { db: api().db }, input });
  session = await sessionOf(api(), email);
  for (const each of [formerName, name])
    await call(api(), ['mutation', 'accounts.update'], { name: each }, { session });
});

const erase = (typed: object = {}) =>
  call(api(), ['mutation', 'accounts.erase'], { email, password, ...typed }, { session });
const words = () => [name, formerName, email];
const listEvents = async ({ teamId, apiKey }: TestTeam, query = '') => {
  await settle(api());
  const reply = await api().request('GET', `/api/teams/${teamId}/events${query}`, { token: apiKey });
  return expectBody(reply, 200, z.array(Event));
};

const eraseAll = () => finishErasure(api(), userId);

/** What leaves the name of the person in as many places as there are. */
async function act(team: TestTeam): Promise<{ taskId: string }> {
  const { teamId } = team;
  const as = { session, team: teamId };
  const agent = await api().createAgent(team);
  const taskId = await api().createTask(team, { assignedMemberId: userId });
  const mutate = async (procedure: string, input: object) => {
    const { status, problem } = await call(api(), ['mutation', procedure], input, as);
    expect(status, problem?.detail).toBe(200);
  };
  await mutate('comments.create', { taskId, body: 'Said' });
  await mutate('tasks.move', { taskId, status: 'in_progress' });
  await mutate('invitations.create', { teamId, role: 'member' });
  await mutate('agents.pause', { agentId: agent.id, reason: 'A pause' });
  await mutate('teams.pause', { teamId, reason: 'A pause' });
  // Its response, which the key keeps, tells who has paused the agent.
  const rotated = await api().request('POST', `/api/agents/${agent.id}/rotate-token`, {
    token: team.apiKey,
    headers: { 'Idempotency-Key': crypto.randomUUID() },
  });
  expect(rotated.text).toContain(name);
  await mutate('teams.resume', { teamId });
  return { taskId };
}

describe('an erasure', () => {
  it('leaves neither the name nor the e-mail in any table', async () => {
    const [team] = teams as [TestTeam];
    const receiver = await startReceiver();
    receiver.respond = (response, { body }) => void response.writeHead(500).end(body.slice(-900));
    const webhook = await createWebhookAsOwner(api(), team, receiver.url, { eventTypes: ['*'] });
    const worker = startWorker({ retryDelaysMs: [10 * 60_000] });
    const { taskId } = await act(team);
    await receiver.until((received) => ofType(received, 'agent.token_rotated').length > 0);
    await untilDelivery(api(), team, webhook.id, 'pending');
    await worker.stop();
    const before = await listEvents(team, '?limit=100');
    expect(await tablesWith(api(), words())).toEqual([
      ...['events', 'idempotency_keys', 'users', 'webhook_deliveries'],
    ]);

    expect(await erase()).toMatchObject({ status: 200, problem: undefined });
    await eraseAll();
    expect(await tablesWith(api(), words())).toEqual([]);

    // The ids of events are cursors as before, and the history goes on.
    const after = await listEvents(team, '?limit=100');
    expect(after.slice(0, before.length).map(({ id }) => id)).toEqual(before.map(({ id }) => id));
    // But for the last: what the sweeper does for those who left may follow at any time.
    for (const [index, { id }] of before.slice(0, -1).entries())
      expect(await listEvents(team, `?cursor=${id}&limit=1`)).toEqual(after.slice(index + 1, index + 2));
    const comment = after.find(({ type }) => type === 'task.commented');
    expect(comment?.actor).toEqual({ kind: 'member', id: userId, name: 'Deleted account' });
    const comments = await api().request('GET', `/api/tasks/${taskId}/comments`, { token: team.apiKey });
    expect(comments.body).toMatchObject([{ author: { id: userId, name: 'Deleted account' }, body: 'Said' }]);

    // What was pending goes on.
    receiver.respond = (response) => void response.writeHead(204).end();
    await api().owner.query(`update webhook_deliveries set next_attempt_at = now() where status = 'pending'`);
    const sentBefore = receiver.received.length;
    startWorker();
    const received = await receiver.until((all) =>
      ['task.commented', 'member.removed'].every((type) => ofType(all.slice(sentBefore), type).length > 0),
    );
    const sent = received.slice(sentBefore);
    expect(ofType(sent, 'task.commented')[0]?.json.data.actor).toMatchObject({ name: 'Deleted account' });
    expect(sent.map(({ body }) => body).join()).not.toMatch(
      new RegExp(`${name}|${formerName}|${email}`, 'i'),
    );
    // A round of the sweeper that comes later would change what the next tests compare.
    await eventually(
      async () => (await done(calls(api()).get(team.apiKey, taskId))).assignedMemberId,
      (memberId) => memberId === null,
    );
  });

  it('ends sessions, memberships and assignments at once, with their events, and frees the e-mail', async () => {
    const [first, second] = teams as [TestTeam, TestTeam];
    const taskId = await api().createTask(first, { assignedMemberId: userId });
    const skip = await api().countEvents();
    expect((await erase()).status).toBe(200);
    expect((await call(api(), ['query', 'accounts.me'], undefined, { session })).status).toBe(401);
    expect((await signIn(api(), email)).status).toBe(401);
    expect((await signIn(api(), `erased ${userId}`, '192.0.2.1', '')).status).toBe(401);
    const removed = (await api().events(userId, 0)).filter(({ type }) => type === 'member.removed');
    expect(removed.map(({ teamId }) => teamId).sort()).toEqual([first.teamId, second.teamId].sort());
    for (const event of removed)
      expect(event).toMatchObject({
        actorKind: 'member',
        actorId: userId,
        snapshot: { name: 'Deleted account' },
      });
    await eventually(
      () => api().events(undefined, skip),
      (events) => events.some((event) => event.type === 'task.updated' && event.subjectId === taskId),
    );
    const input = { teamId: first.teamId, email, name: 'Another', role: 'member', password } as const;
    expect((await createUser({ ctx: { db: api().db }, input })).isNew).toBe(true);
  });

  it('is recorded without personal data, as finished after the last pass alone', async () => {
    await erase();
    const find = async () => (await listErasures(api().db)).find((each) => each.userId === userId);
    expect(await find()).toEqual({
      ...{ userId, requestedBy: 'person', requestedAt: expect.any(String), finishedAt: null },
    });
    // The first pass has nothing left to do, and ends before the minutes have passed.
    await eventually(
      () => eraseRemains(api().db),
      ({ hasMore }) => !hasMore,
    );
    expect((await find())?.finishedAt).toBeNull();
    await eraseAll();
    expect((await find())?.finishedAt).not.toBeNull();
  });

  it('erases what a request writes late that had read the account before', async () => {
    const [team] = teams as [TestTeam];
    await erase();
    await eventually(
      () => eraseRemains(api().db),
      ({ hasMore }) => !hasMore,
    );
    await api().owner.query(
      `insert into events (team_id, actor_kind, actor_id, type, subject_type, subject_id, snapshot, changes)
       values ($1, 'member', $2, 'member.updated', 'member', $2, $3, $4)`,
      [team.teamId, userId, { name }, { name: { before: formerName } }],
    );
    await eraseAll();
    expect(await tablesWith(api(), words())).toEqual([]);
  });

  it('is passed over while another process works on it', async () => {
    await erase();
    const other = await api().owner.connect();
    onTestFinished(() => other.release(true));
    await other.query('begin');
    await other.query('select from account_erasures where user_id = $1 for update', [userId]);
    // One that waits for the lock fails, instead of the test that would wait as well.
    const impatient = aroundTransactions(api().db, async (connection, run) => {
      await connection.query(`set local lock_timeout = '1s'`);
      return run();
    });
    const passOver = async () => {
      while ((await eraseRemains(impatient)).hasMore);
    };
    await expect(passOver()).resolves.toBeUndefined();
  });

  it('goes on where a process died, in bounded batches, by several processes', async () => {
    const [team] = teams as [TestTeam];
    await erase();
    await api().owner.query(
      `insert into events (team_id, actor_kind, actor_id, type, subject_type, subject_id, snapshot)
       select $1, 'member', $2, 'member.updated', 'member', $2, $3 from generate_series(1, 1800)`,
      [team.teamId, userId, { name }],
    );
    const left = async () => {
      const { rows } = await api().owner.query<{ count: number }>(
        `select count(*)::int from events where snapshot ->> 'name' = $1`,
        [name],
      );
      return rows[0]?.count ?? 0;
    };
    await passErasureMinutes(api());
    // It dies between the batch and its commit: the next process repeats the batch.
    await expect(eraseRemains(dyingIn(api().db))).rejects.toThrow('killed');
    let most = 0;
    /** Not those of other transactions: the worker of the app erases as well. */
    const countUpdates = async (connection: Queryable) => {
      const { rows } = await connection.query<{ count: number }>(
        `select n_tup_upd::int as count from pg_stat_xact_user_tables where relname = 'events'`,
      );
      return rows[0]?.count ?? 0;
    };
    const watched = aroundTransactions(api().db, async (connection, run) => {
      const before = await countUpdates(connection);
      const result = await run();
      most = Math.max(most, (await countUpdates(connection)) - before);
      return result;
    });
    await eventually(
      async () => {
        await eraseRemains(watched);
        return left();
      },
      (count) => count === 0,
    );
    expect(most).toBeLessThanOrEqual(1_000);
    await Promise.all(Array.from({ length: 8 }, () => eraseRemains(api().db)));
    await eraseAll();
    expect(await tablesWith(api(), words())).toEqual([]);
  });
});

describe('rejects', () => {
  const expectRejected = async (typed: object, expected: object) => {
    const stored = await api().stored();
    expect((await erase(typed)).problem).toMatchObject(expected);
    expect(await api().stored()).toEqual(stored);
    expect((await call(api(), ['query', 'accounts.me'], undefined, { session })).status).toBe(200);
  };

  it('a wrong password, and another e-mail', async () => {
    await expectRejected({ password: 'wrong' }, { code: 'VALIDATION_ERROR', errors: [{ path: 'password' }] });
    const other = { email: 'other@crewboard.test' };
    await expectRejected(other, { code: 'VALIDATION_ERROR', errors: [{ path: 'email' }] });
  });

  it('the last owner of a team, which it names, unless the team is deleted', async () => {
    const [, second] = teams as [TestTeam, TestTeam];
    await api().owner.query(`delete from members where team_id = $1 and user_id <> $2`, [
      second.teamId,
      userId,
    ]);
    const detail =
      'You are the last owner of "Second". Make someone else an owner there, or delete the team, first.';
    await expectRejected({}, { status: 409, code: 'LAST_OWNER', detail });
    await expect(eraseAccountAsOperator(api().db, { email })).rejects.toThrow(
      'This person is the last owner',
    );
    const { teamId } = second;
    const as = { session, team: teamId };
    await call(api(), ['mutation', 'teams.delete'], { teamId, name: 'Second' }, as);
    expect(await erase()).toMatchObject({ status: 200, problem: undefined });
  });

  it('the last operator', async () => {
    await api().owner.query('update users set is_operator = (id = $1)', [userId]);
    await expectRejected({}, { status: 403, code: 'FORBIDDEN' });
  });
});
