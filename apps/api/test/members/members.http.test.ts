import { EventPage, errorsOf, Member, MemberPage, type MemberRole, operations } from '@crewboard/contracts';
import { newId } from '@crewboard/db';
import { beforeEach, describe, expect, it } from 'vitest';
import { createUser } from '../../src/features/accounts/create-user.ts';
import { type TestTeam, useApi } from '../harness.ts';
import { type SignedIn, signedIn } from '../log/support/people.ts';
import { settle } from '../log/support/settle.ts';
import { call } from '../support/people.ts';

const api = useApi();

let team: TestTeam;
let owner: SignedIn;
beforeEach(async () => {
  team = await api().createTeam();
  owner = await signedIn(api(), team.teamId, 'owner');
});

const join = (role: MemberRole) => signedIn(api(), team.teamId, role);
const ask = (who: SignedIn, type: 'query' | 'mutation', procedure: string, input: object = {}) =>
  call(api(), [type, procedure], { teamId: team.teamId, ...input }, { session: who.session, team: who.team });
const setRole = (who: SignedIn, { userId }: { userId: string }, role: MemberRole) =>
  ask(who, 'mutation', 'members.setRole', { userId, role });
const remove = (who: SignedIn, { userId }: { userId: string }) =>
  ask(who, 'mutation', 'members.remove', { userId });
const leave = (who: SignedIn) => ask(who, 'mutation', 'members.leave');
const list = async (input: object = {}) =>
  MemberPage.parse((await ask(owner, 'query', 'members.page', input)).data);

async function insertMember(name: string): Promise<string> {
  const id = newId();
  await api().db.pool.query(
    `with account as (
       insert into users (id, email, name, password_hash) values ($1, $1 || '@crewboard.test', $2, '-') returning id
     ) insert into members (team_id, user_id, role) select $3, id, 'member' from account`,
    [id, name, team.teamId],
  );
  return id;
}

/** The events of the team about this person, without sign-ins. */
const eventsOf = async ({ userId }: { userId: string }) =>
  (await api().events(userId)).filter(({ teamId, type }) => {
    return teamId === team.teamId && type !== 'member.signed_in_on_new_device';
  });

describe('members.page', () => {
  it('lists the members with role and last activity', async () => {
    const idle = await insertMember('Idle');
    const { members, nextCursor } = await list();
    expect(nextCursor).toBeNull();
    expect(members).toMatchObject([
      { userId: idle, name: 'Idle', role: 'member', lastActiveAt: null },
      { userId: owner.userId, name: 'The owner', role: 'owner', lastActiveAt: expect.any(String) },
    ]);
  });

  it("sorts by name in any case, and continues after the cursor's member was removed or renamed", async () => {
    const names = ['anna', 'Berta', 'Äbba', 'berta', 'Zoë', '%', '"', "O'Hara"];
    const ids = new Map<string, string>();
    for (const name of names) ids.set(name, await insertMember(name));
    const all = (await list()).members.map(({ userId }) => userId);
    expect(new Set(all)).toEqual(new Set([...ids.values(), owner.userId]));

    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const page: MemberPage = await list({ limit: 2, cursor });
      expect(page.members.length).toBeLessThanOrEqual(2);
      seen.push(...page.members.map(({ userId }) => userId));
      const last = page.members.at(-1)?.userId;
      // The cursor names a member who was removed.
      if (last && last !== owner.userId) expect((await remove(owner, { userId: last })).status).toBe(200);
      cursor = page.nextCursor;
    } while (cursor);
    expect(seen).toEqual(all);
  });

  it.each(['x', 'WyJhIl0', Buffer.from('["a\\u0000","b"]').toString('base64url'), '""', 'null'])(
    'rejects the cursor %s',
    async (cursor) => {
      expect(await ask(owner, 'query', 'members.page', { cursor })).toMatchObject({
        status: 400,
        problem: { code: 'INVALID_CURSOR' },
      });
    },
  );

  it('shows the last use of any session, rounded to the minute', async () => {
    const person = await join('viewer');
    const other = await signedIn(api(), team.teamId, 'viewer');
    const previousUse = '2026-01-01T00:00:00.000Z';
    await api().db.pool.query('update sessions set last_active_at = $2 where user_id = any($1)', [
      [person.userId, other.userId],
      previousUse,
    ]);
    const lastActiveAt = async (of: SignedIn) =>
      (await list()).members.find(({ userId }) => userId === of.userId)?.lastActiveAt;
    expect(await lastActiveAt(person)).toBe(previousUse);
    const before = Date.now();
    await ask(person, 'query', 'board.counts');
    await api().activity.flush();
    const first = await lastActiveAt(person);
    expect(Date.parse(first ?? '')).toBeGreaterThanOrEqual(before - 1_000);
    // Uses within the same minute are not stored.
    await ask(person, 'query', 'board.counts');
    await api().activity.flush();
    expect(await lastActiveAt(person)).toBe(first);
    expect(await lastActiveAt(other)).toBe(previousUse);
  });
});

describe('members.setRole', () => {
  it('changes the role with effect on the next request, and writes an event', async () => {
    const admin = await join('admin');
    expect((await ask(admin, 'query', 'members.page')).status).toBe(200);
    const { data } = await setRole(owner, admin, 'viewer');
    expect(Member.parse(data)).toMatchObject({ userId: admin.userId, role: 'viewer', name: 'The admin' });
    expect((await ask(admin, 'query', 'members.page')).problem?.code).toBe('FORBIDDEN');
    expect((await ask(admin, 'query', 'board.counts')).status).toBe(200);
    expect((await eventsOf(admin)).at(-1)).toMatchObject({
      type: 'member.role_changed',
      subjectType: 'member',
      actorKind: 'member',
      actorId: owner.userId,
      requestId: expect.any(String),
      snapshot: { userId: admin.userId, teamId: team.teamId, role: 'viewer', name: 'The admin' },
      changes: { role: { before: 'admin', after: 'viewer' } },
    });
  });

  it('changes nothing and writes no event when the role is the current one', async () => {
    const admin = await join('admin');
    const before = await api().stored();
    expect((await setRole(owner, admin, 'admin')).data).toMatchObject({ role: 'admin' });
    expect(await api().stored()).toEqual(before);
  });

  it('allows only owners to create or change an owner', async () => {
    const [admin, other, second] = [await join('admin'), await join('member'), await join('owner')];
    const before = await api().stored();
    for (const attempt of [
      await setRole(admin, other, 'owner'),
      await setRole(admin, admin, 'owner'),
      await setRole(admin, second, 'admin'),
      await remove(admin, second),
    ]) {
      expect(attempt).toMatchObject({ status: 403, problem: { code: 'FORBIDDEN' } });
      expect(attempt.problem?.detail).toMatch(/^Your role \(admin\) .*only owners .*Ask an owner/);
    }
    expect(await api().stored()).toEqual(before);
    expect((await setRole(admin, other, 'admin')).status).toBe(200);
    expect((await setRole(owner, other, 'owner')).status).toBe(200);
    expect((await setRole(other, owner, 'member')).status).toBe(200);
  });

  it('responds with 404 for people of other teams, which each change of a member declares', async () => {
    const { setRole: role, remove: removal, leave: departure } = operations.members;
    for (const operation of [role, removal, departure]) expect(errorsOf(operation)).toContain('NOT_FOUND');
    const foreign = await signedIn(api(), (await api().createTeam()).teamId, 'member');
    const before = await api().stored();
    for (const userId of [foreign.userId, newId()]) {
      expect((await setRole(owner, { userId }, 'viewer')).problem?.code).toBe('NOT_FOUND');
      expect((await remove(owner, { userId })).problem?.code).toBe('NOT_FOUND');
    }
    expect(await api().stored()).toEqual(before);
  });
});

describe('members.remove', () => {
  it('removes a person from this team only, with effect on the next request, and writes an event', async () => {
    const person = await join('admin');
    const elsewhere = await api().createTeam();
    await createUser({
      ctx: { db: api().db },
      input: {
        teamId: elsewhere.teamId,
        email: person.email,
        name: '-',
        role: 'viewer',
        password: 'unused-one',
      },
    });
    expect((await remove(owner, person)).data).toEqual({ userId: person.userId });
    expect((await ask(person, 'query', 'board.counts')).problem?.code).toBe('NOT_FOUND');
    const there = { session: person.session, team: elsewhere.teamId };
    const counts = await call(api(), ['query', 'board.counts'], { teamId: elsewhere.teamId }, there);
    expect(counts.status).toBe(200);
    expect((await eventsOf(person)).at(-1)).toMatchObject({
      type: 'member.removed',
      actorId: owner.userId,
      snapshot: { userId: person.userId, role: 'admin', name: 'The admin' },
      changes: null,
    });
    expect((await remove(owner, person)).problem?.code).toBe('NOT_FOUND');
  });

  it('allows admins to remove themselves, and everyone to leave', async () => {
    const admin = await join('admin');
    expect((await remove(admin, admin)).status).toBe(200);
    for (const role of ['admin', 'member', 'viewer'] as const) {
      const person = await join(role);
      expect((await leave(person)).data).toEqual({ userId: person.userId });
      expect((await ask(person, 'query', 'board.counts')).problem?.code).toBe('NOT_FOUND');
      expect((await leave(person)).problem?.code).toBe('NOT_FOUND');
      expect((await eventsOf(person)).at(-1)).toMatchObject({
        type: 'member.removed',
        actorId: person.userId,
      });
    }
  });
});

describe('the last owner', () => {
  it('cannot be demoted or removed, and cannot leave', async () => {
    await join('admin');
    const before = await api().stored();
    for (const attempt of [
      await setRole(owner, owner, 'admin'),
      await remove(owner, owner),
      await leave(owner),
    ]) {
      expect(attempt).toMatchObject({ status: 409, problem: { code: 'LAST_OWNER' } });
      expect(attempt.problem?.detail).toBe(
        'You are the last owner of this team. Make someone else an owner first.',
      );
    }
    expect(await api().stored()).toEqual(before);
  });

  it('can leave once another member is an owner', async () => {
    const newOwner = await join('member');
    expect((await setRole(owner, newOwner, 'owner')).status).toBe(200);
    expect((await leave(owner)).status).toBe(200);
    expect((await leave(newOwner)).problem?.code).toBe('LAST_OWNER');
  });

  it('is counted per team', async () => {
    const elsewhere = await api().createTeam();
    await signedIn(api(), elsewhere.teamId, 'owner');
    expect((await leave(owner)).problem?.code).toBe('LAST_OWNER');
  });
});

it('admins read events of members in the audit; agents, keys and other members do not', async () => {
  const [admin, member] = [await join('admin'), await join('member')];
  await setRole(owner, member, 'viewer');
  await settle(api());
  const { data } = await ask(admin, 'query', 'events.audit', {
    subjectType: 'member',
    subjectId: member.userId,
  });
  expect(EventPage.parse(data).events[0]).toMatchObject({
    type: 'member.role_changed',
    actor: { kind: 'member', id: owner.userId, name: 'The owner' },
    snapshot: { name: 'The member', role: 'viewer' },
  });
  const agent = await api().createAgent(team);
  for (const token of [team.apiKey, agent.token]) {
    const { body } = await api().request('GET', `/api/teams/${team.teamId}/events`, { token });
    expect(JSON.stringify(body)).not.toContain('member.');
  }
  const seen = await ask(member, 'query', 'events.list');
  expect(JSON.stringify(seen.data)).not.toContain('member.role_changed');
});
