import { createHash } from 'node:crypto';
import { Account, AccountSession, type EventType, SignedIn as SignInReply } from '@crewboard/contracts';
import { newId } from '@crewboard/db';
import { beforeEach, describe, expect, it } from 'vitest';
import { createUserWithHash } from '../../src/features/accounts/create-user.ts';
import { resetPassword } from '../../src/features/accounts/reset-password.ts';
import { revokeAllSessions } from '../../src/features/accounts/revoke-sessions.ts';
import { type TestTeam, useApi } from '../harness.ts';
import { signedIn } from '../log/support/people.ts';
import { interceptQuery } from '../support/intercept-query.ts';
import { call, createPerson, password, sessionOf, signIn } from '../support/people.ts';

const api = useApi();

let teams: TestTeam[];
let userId: string;
let email: string;
/** A person in two teams, with a different role in each. */
beforeEach(async () => {
  teams = [await api().createTeam('First'), await api().createTeam('Second')];
  const [first, second] = teams.map(({ teamId }) => teamId);
  ({ userId, email } = await createPerson(api(), first ?? '', 'admin'));
  const input = { teamId: second ?? '', email, name: '-', role: 'viewer', passwordHash: '-' } as const;
  await createUserWithHash({ ctx: { db: api().db }, input });
});

const mutate = (session: string, procedure: string, input?: object) =>
  call(api(), ['mutation', `accounts.${procedure}`], input, { session });
const isOpen = async (session: string) =>
  (await call(api(), ['query', 'accounts.me'], undefined, { session })).status === 200;
const sessions = async (session: string) => {
  const { data } = await call(api(), ['query', 'accounts.sessions'], undefined, { session });
  return (data as unknown[]).map((row) => AccountSession.parse(row));
};
const change = (session: string, currentPassword: string, newPassword = 'another-battery') =>
  mutate(session, 'changePassword', { currentPassword, newPassword });

/** The events of one type about this person. */
const eventsOf = async (type: EventType) =>
  (await api().events(userId)).filter((event) => event.type === type);

/** Expects one event in each team, with the person's role in that team. */
async function expectInEachTeam(type: EventType, expected: object): Promise<void> {
  const events = await eventsOf(type);
  const [first, second] = teams;
  const common = { ...expected, subjectType: 'member', subjectId: userId };
  expect(events).toHaveLength(2);
  for (const [teamId, role] of [
    [first?.teamId, 'admin'],
    [second?.teamId, 'viewer'],
  ]) {
    const snapshot = { userId, teamId, role, name: expect.any(String) };
    expect(events).toContainEqual(expect.objectContaining({ ...common, teamId, snapshot }));
  }
}

describe('accounts.update', () => {
  it('renames the person in all their teams, once', async () => {
    const session = await sessionOf(api(), email);
    for (let i = 0; i < 2; i += 1) {
      expect(Account.parse((await mutate(session, 'update', { name: 'Ada' })).data).name).toBe('Ada');
    }
    await expectInEachTeam('member.updated', {
      actorKind: 'member',
      actorId: userId,
      requestId: expect.any(String),
      changes: { name: { before: 'The admin', after: 'Ada' } },
    });
  });

  it.each(['', '  ', 'x'.repeat(101), 'a\0b'])('rejects the name %j', async (name) => {
    const { problem } = await mutate(await sessionOf(api(), email), 'update', { name });
    expect(problem).toMatchObject({ code: 'VALIDATION_ERROR', errors: [{ path: 'name' }] });
  });
});

describe('accounts.revokeSession', () => {
  it('counts a session once, and none that has expired', async () => {
    const [session, other, expired] = [
      await sessionOf(api(), email),
      await sessionOf(api(), email),
      await sessionOf(api(), email),
    ];
    await api().db.pool.query('update sessions set expires_at = now() where id = $1', [expired]);
    const counts: unknown[] = [];
    for (const sessionId of [other, other, expired])
      counts.push((await mutate(session, 'revokeSession', { sessionId })).data);
    expect(counts).toEqual([{ count: 1 }, { count: 0 }, { count: 0 }]);
  });
});

describe('accounts.changePassword', () => {
  it('ends the other sessions of the person only, and writes an event in each team', async () => {
    const [session, other, ended] = [
      await sessionOf(api(), email),
      await sessionOf(api(), email),
      await sessionOf(api(), email),
    ];
    await api().db.pool.query('update sessions set expires_at = now() where id = $1', [ended]);
    const outsider = await signedIn(api(), teams[0]?.teamId ?? '', 'member');
    expect((await change(session, password)).data).toEqual({ count: 1 });
    expect(await Promise.all([session, other, outsider.session].map(isOpen))).toEqual([true, false, true]);
    expect((await signIn(api(), email)).status).toBe(401);
    expect((await signIn(api(), email, '192.0.2.1', 'another-battery')).status).toBe(200);
    await expectInEachTeam('member.password_changed', {
      actorKind: 'member',
      actorId: userId,
      requestId: expect.any(String),
      changes: null,
    });
  });

  it('requires the current password, and counts only failures', async () => {
    const [session, other] = [await sessionOf(api(), email), await sessionOf(api(), email)];
    const before = await api().stored();
    const statuses: number[] = [];
    // All sessions of a person share the remaining attempts.
    for (let i = 0; i < 5; i += 1) {
      const { status, problem } = await change(i % 2 ? session : other, 'wrong');
      statuses.push(status);
      expect(problem).toMatchObject({ code: 'VALIDATION_ERROR', errors: [{ path: 'currentPassword' }] });
    }
    expect(statuses).toEqual([400, 400, 400, 400, 400]);
    const { problem } = await change(session, password);
    expect(problem).toMatchObject({
      code: 'RATE_LIMITED',
      detail: expect.stringMatching(/in (\d+ minutes|\d+ seconds|1 minute)\.$/),
    });
    expect(await api().stored()).toEqual(before);
    expect(await isOpen(other)).toBe(true);
    // Sign-ins have a separate limit: use an address from which the account has signed in before.
    expect((await signIn(api(), email)).status).toBe(200);
  });

  it('works while another client uses up the sign-ins of the account', async () => {
    const session = await sessionOf(api(), email);
    await api().db.pool.query(
      `insert into sign_in_counters (key, count, expires_at) values ($1, 60, now() + interval '15 minutes')
       on conflict (key) do update set count = excluded.count`,
      [createHash('sha256').update(`sign-ins\0${email}`).digest()],
    );
    expect((await signIn(api(), email)).problem?.code).toBe('RATE_LIMITED');
    expect((await change(session, password)).status).toBe(200);
  });

  it('rejects a new password that is too short without counting it', async () => {
    const { problem } = await change(await sessionOf(api(), email), 'wrong', 'short');
    expect(problem).toMatchObject({ code: 'VALIDATION_ERROR', errors: [{ path: 'newPassword' }] });
  });

  it('succeeds once for concurrent requests with one current password', async () => {
    const open = await Promise.all(Array.from({ length: 4 }, () => sessionOf(api(), email)));
    const replies = await Promise.all(
      open.map((session, index) => change(session, password, `another-battery-${index}`)),
    );
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    const [first, second] = await Promise.all(open.map(isOpen)).then((all) => all.filter(Boolean));
    expect([first, second]).toEqual([true, undefined]);
    expect(await eventsOf('member.password_changed')).toHaveLength(2);
  });
});

describe('a password reset', () => {
  it('writes an event by the system in each team, and ends all sessions', async () => {
    const session = await sessionOf(api(), email);
    await resetPassword({ ctx: { db: api().db }, input: { email, password: 'reset-battery' } });
    expect(await isOpen(session)).toBe(false);
    await expectInEachTeam('member.password_reset', { actorKind: 'system', actorId: null, changes: null });
  });

  it('stands against a change that has checked the former password', async () => {
    const session = await sessionOf(api(), email);
    interceptQuery(api().db, /select password_hash as "passwordHash" from users/, async (send) => {
      const checked = await send();
      await resetPassword({ ctx: { db: api().db }, input: { email, password: 'reset-battery' } });
      return checked;
    });
    const { problem } = await change(session, password);
    expect(problem).toMatchObject({ code: 'VALIDATION_ERROR', errors: [{ path: 'currentPassword' }] });
    expect(await eventsOf('member.password_changed')).toEqual([]);
    expect((await signIn(api(), email, '192.0.2.1', 'reset-battery')).status).toBe(200);
  });

  it('works for an account without a team', async () => {
    await api().db.pool.query('delete from members where user_id = $1', [userId]);
    const before = (await api().events(userId)).length;
    await resetPassword({ ctx: { db: api().db }, input: { email, password: 'reset-battery' } });
    expect((await signIn(api(), email, '192.0.2.1', 'reset-battery')).status).toBe(200);
    expect(await api().events(userId)).toHaveLength(before);
  });
});

describe('accounts.signIn', () => {
  const signInWith = (input: object) =>
    call(api(), ['mutation', 'accounts.signIn'], { email, password, address: '198.51.100.7', ...input }, {});

  it('writes an event in each team on an unknown device, and none on a known one', async () => {
    const { device } = SignInReply.parse((await signInWith({})).data);
    await expectInEachTeam('member.signed_in_on_new_device', {
      actorKind: 'member',
      actorId: userId,
      requestId: expect.any(String),
      changes: null,
    });
    expect((await signInWith({ device })).status).toBe(200);
    expect(await eventsOf('member.signed_in_on_new_device')).toHaveLength(2);
    // A device token of another account and a forged one count as unknown devices.
    const other = await createPerson(api(), teams[0]?.teamId ?? '', 'member');
    const foreign = SignInReply.parse((await signIn(api(), other.email)).data).device;
    for (const token of [foreign, `${device}x`])
      expect((await signInWith({ device: token })).status).toBe(200);
    expect(await eventsOf('member.signed_in_on_new_device')).toHaveLength(6);
  });

  it('counts only failures', async () => {
    const before = await api().stored();
    for (let i = 0; i < 7; i += 1) {
      expect((await signInWith({ password: 'wrong' })).status).toBe(i < 5 ? 401 : 429);
    }
    expect(await api().stored()).toEqual(before);
  });

  it('stores the address and the beginning of the user agent for the list of sessions', async () => {
    const agent = `Mozilla/5.0 \0${'😀'.repeat(400)}`;
    const { sessionId } = SignInReply.parse((await signInWith({ userAgent: agent })).data);
    const [session] = await sessions(sessionId);
    expect(session).toMatchObject({ id: sessionId, address: '198.51.100.7', isCurrent: true });
    expect(session?.userAgent).toMatch(/^Mozilla\/5\.0 😀+/u);
    expect(session?.userAgent?.length).toBeLessThanOrEqual(300);
    expect((await signInWith({ userAgent: 'x'.repeat(20_001) })).problem?.code).toBe('VALIDATION_ERROR');
  });
});

describe('accounts.sessions', () => {
  it('lists the open sessions of the account, newest first', async () => {
    const open = [
      await sessionOf(api(), email),
      await sessionOf(api(), email),
      await sessionOf(api(), email),
    ];
    const [first = '', second = '', third = ''] = open;
    await signedIn(api(), teams[0]?.teamId ?? '', 'member');
    await mutate(second, 'signOut');
    const listed = await sessions(first);
    expect(listed.map(({ id }) => id)).toEqual([third, first]);
    expect(listed.map(({ isCurrent }) => isCurrent)).toEqual([false, true]);
    expect(listed[0]).toMatchObject({ address: '192.0.2.1', userAgent: null });
  });

  it('ends one session with effect on the next request', async () => {
    const [first, second] = [await sessionOf(api(), email), await sessionOf(api(), email)];
    expect((await mutate(first, 'revokeSession', { sessionId: second })).data).toEqual({ count: 1 });
    expect(await isOpen(second)).toBe(false);
    expect((await mutate(first, 'revokeSession', { sessionId: second })).data).toEqual({ count: 0 });
    expect((await mutate(first, 'revokeSession', { sessionId: first })).data).toEqual({ count: 1 });
    expect(await isOpen(first)).toBe(false);
  });

  it('responds with 404 for sessions of others, which remain', async () => {
    const session = await sessionOf(api(), email);
    const outsider = await signedIn(api(), teams[0]?.teamId ?? '', 'owner');
    const before = await api().stored();
    const replies = await Promise.all(
      [outsider.session, newId()].map((sessionId) => mutate(session, 'revokeSession', { sessionId })),
    );
    expect(replies.map(({ problem }) => problem?.code)).toEqual(['NOT_FOUND', 'NOT_FOUND']);
    expect(await api().stored()).toEqual(before);
  });

  it('ends all sessions except the current one, and an operator ends all', async () => {
    const [first, second, third] = [
      await sessionOf(api(), email),
      await sessionOf(api(), email),
      await sessionOf(api(), email),
    ];
    const outsider = await signedIn(api(), teams[0]?.teamId ?? '', 'owner');
    expect((await mutate(first, 'revokeOtherSessions')).data).toEqual({ count: 2 });
    expect(await Promise.all([first, second, third].map(isOpen))).toEqual([true, false, false]);
    const ctx = { db: api().db };
    expect(await revokeAllSessions({ ctx, input: { email } })).toEqual({ count: 1 });
    expect(await isOpen(first)).toBe(false);
    expect(await isOpen(outsider.session)).toBe(true);
  });
});
