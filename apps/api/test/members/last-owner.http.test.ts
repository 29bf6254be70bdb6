import { newId } from '@crewboard/db';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestApi, useApi } from '../harness.ts';
import { call } from '../support/people.ts';

const api = useApi();
/** A second process of the service: only the database can order its requests. */
let replica: TestApi;
beforeAll(async () => {
  replica = await api().replica();
});
afterAll(() => replica.close());

type Owner = { userId: string; session: string };

/** An account with a session, without a password. */
async function insertOwner(teamId: string): Promise<Owner> {
  const owner = { userId: newId(), session: newId() };
  await api().db.pool.query(
    `with account as (
       insert into users (id, email, name, password_hash) values ($1, $1 || '@crewboard.test', 'Owner', '-') returning id
     ), member as (insert into members (team_id, user_id, role) select $3, id, 'owner' from account)
     insert into sessions (id, user_id, expires_at) select $2, id, now() + interval '1 hour' from account`,
    [owner.userId, owner.session, teamId],
  );
  return owner;
}

async function ownersOf(teamId: string): Promise<string[]> {
  const { rows } = await api().db.pool.query<{ id: string }>(
    `select user_id as id from members where team_id = $1 and role = 'owner'`,
    [teamId],
  );
  return rows.map(({ id }) => id);
}

type Attempt = 'demote other' | 'remove other' | 'demote self' | 'remove self' | 'leave';

function send(attempt: Attempt, on: TestApi, teamId: string, self: Owner, other: Owner) {
  const { userId } = attempt.endsWith('other') ? other : self;
  const caller = { session: self.session, team: teamId };
  if (attempt === 'leave') return call(on, ['mutation', 'members.leave'], { teamId }, caller);
  if (attempt.startsWith('demote')) {
    return call(on, ['mutation', 'members.setRole'], { teamId, userId, role: 'viewer' }, caller);
  }
  return call(on, ['mutation', 'members.remove'], { teamId, userId }, caller);
}

const rounds = 4;

it.each<[string, Attempt[]]>([
  ['demote each other', ['demote other']],
  ['remove each other', ['remove other']],
  ['leave', ['leave']],
  ['do all of it', ['demote other', 'remove other', 'demote self', 'remove self', 'leave']],
])('8 concurrent requests of 2 owners that %s leave one owner, in each of 4 rounds', async (_, attempts) => {
  let next = 0;
  for (let round = 0; round < rounds; round += 1) {
    const { teamId } = await api().createTeam();
    const [a, b] = [await insertOwner(teamId), await insertOwner(teamId)];
    const replies = await Promise.all(
      Array.from({ length: 8 }, (_each, index) => {
        const [self, other] = index % 2 ? [a, b] : [b, a];
        const attempt = attempts[next % attempts.length] ?? 'leave';
        // Vary which attempt of which person comes first.
        next += index === 7 ? 2 : 1;
        return send(attempt, index % 4 < 2 ? api() : replica, teamId, self, other);
      }),
    );
    const statuses = replies.map(({ status }) => status);
    const owners = await ownersOf(teamId);
    expect(owners, statuses.join(' ')).toHaveLength(1);
    // The other requests are rejected: their caller is no owner or no member any more, or is the last owner.
    expect(
      statuses.every((status) => [200, 403, 404, 409].includes(status)),
      statuses.join(' '),
    ).toBe(true);
    expect(statuses).toContain(200);
    // All events are about the other owner: at most a demotion, then a removal.
    const changes = (await api().events()).filter(
      (event) => event.teamId === teamId && event.subjectType === 'member',
    );
    expect(changes.map(({ subjectId }) => subjectId)).not.toContain(owners[0]);
    expect([
      ['member.role_changed'],
      ['member.removed'],
      ['member.role_changed', 'member.removed'],
    ]).toContainEqual(changes.map(({ type }) => type));
  }
});
