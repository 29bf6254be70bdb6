import type { MemberRole } from '@crewboard/contracts';
import { type Database, queryMany, sql } from '@crewboard/db';
import { openTestDatabase } from '@crewboard/db/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { PersonActor } from '../../src/auth/actor.ts';
import { AppError } from '../../src/errors.ts';
import { createUserWithHash } from '../../src/features/accounts/create-user.ts';
import { startSession } from '../../src/features/accounts/start-session.ts';
import { updateAccount } from '../../src/features/accounts/update-account.ts';
import { subjectLock } from '../../src/features/events/lock-subject.ts';
import { removeMember } from '../../src/features/members/remove-member.ts';
import { setMemberRole } from '../../src/features/members/set-member-role.ts';
import { createOwnTeam } from '../../src/features/teams/create-own-team.ts';
import type { VerbContext } from '../../src/features/verb-context.ts';
import { type EventRow, type TestTeam, useApi } from '../harness.ts';
import { untilOneWaitsForLock } from '../support/lock-waiters.ts';
import { createPerson } from '../support/people.ts';
import { OpenWriter } from './support/open-writer.ts';

const api = useApi();
/** One connection per writer, without a share: only the locks order the writers. */
let connections: Database[];
let teams: TestTeam[];
let userId: string;
let email: string;
let passwordHash: string;

beforeAll(async () => {
  connections = Array.from({ length: 8 }, () => openTestDatabase(api().db.url, { maxConnections: 1 }));
  teams = [await api().createTeam('First'), await api().createTeam('Second')];
  const [first, second] = teams;
  ({ userId, email } = await createPerson(api(), first?.teamId ?? '', 'viewer'));
  const { rows } = await api().db.pool.query<{ hash: string }>(
    'select password_hash as hash from users where id = $1',
    [userId],
  );
  passwordHash = rows[0]?.hash ?? '';
  await join(api().db, second as TestTeam);
});
afterAll(() => Promise.all(connections.map((connection) => connection.close())));

const roles: MemberRole[] = ['admin', 'member', 'viewer'];
/** Adds the person to a team. */
const join = (db: Database, { teamId }: TestTeam) =>
  createUserWithHash({ ctx: { db }, input: { teamId, email, name: '-', role: 'viewer', passwordHash } });

const asPerson = (db: Database) =>
  ({
    db,
    actor: { kind: 'user', id: userId, sessionId: '-' },
    requestId: null,
  }) as unknown as VerbContext<PersonActor>;

const rename = (db: Database, name: string) => updateAccount({ ctx: asPerson(db), input: { name } });

/** All changes of a member or an account, one after another. */
function write(db: Database, team: TestTeam, step: number): Promise<unknown> {
  const actor = { kind: 'system', id: null, teamId: team.teamId } as const;
  const ctx = { db, actor, requestId: null };
  switch (step % 8) {
    case 0:
      return rename(db, `Name ${step}`);
    case 1:
      return startSession({
        ctx: { db, requestId: '-' },
        input: { address: '192.0.2.1' },
        user: { id: userId, passwordHash },
        source: { addressSource: Buffer.from('source'), deviceId: undefined },
      });
    case 2:
      return removeMember({ ctx, input: { userId } });
    case 3:
      return join(db, team);
    default:
      return setMemberRole({ ctx, input: { userId, role: roles[step % roles.length] ?? 'viewer' } });
  }
}

async function writeOften(writer: number): Promise<void> {
  const db = connections[writer];
  for (let step = 0; step < 40; step += 1) {
    const team = teams[step % 3 === 0 ? 1 : 0];
    if (!db || !team) throw new Error('There are eight connections and two teams');
    await write(db, team, step + writer * 3).catch((error) => {
      // The order decides whether the person is a member; both results are valid.
      const isExpected =
        error instanceof AppError ? error.code === 'NOT_FOUND' : /already/.test(error.message);
      if (!isExpected) throw error;
    });
  }
}

/** Returns the contradictions between consecutive events in the log of one team. */
function contradictions(events: EventRow[]): string[] {
  const errors: string[] = [];
  let known: { role: unknown; name: unknown } | undefined;
  for (const [index, { type, snapshot, changes }] of events.entries()) {
    const { role, name } = snapshot;
    const before = {
      role: changes?.role ? changes.role.before : role,
      name: changes?.name ? changes.name.before : name,
    };
    const isAdded = type === 'member.added';
    if (isAdded === (known !== undefined))
      errors.push(`${index}: ${type}, member before: ${known !== undefined}`);
    if (!isAdded && known && (known.role !== before.role || known.name !== before.name)) {
      errors.push(`${index}: ${type} from ${JSON.stringify(before)} after ${JSON.stringify(known)}`);
    }
    known = type === 'member.removed' ? undefined : { role, name };
  }
  return errors;
}

it('8 writers of one person in two teams leave a log with every change in order', async () => {
  await Promise.all(connections.map((_, writer) => writeOften(writer)));
  const all = await api().events(userId);
  const seen = new Set(all.map(({ type }) => type));
  expect(seen).toEqual(
    new Set([
      ...['member.added', 'member.removed', 'member.role_changed'],
      ...['member.updated', 'member.signed_in_on_new_device'],
    ]),
  );
  for (const { teamId } of teams) {
    const events = all.filter((event) => event.teamId === teamId);
    expect(contradictions(events)).toEqual([]);
    const { rows } = await api().db.pool.query(
      'select role from members where user_id = $2 and team_id = $1',
      [teamId, userId],
    );
    const last = events.at(-1);
    const role = last?.snapshot.role;
    expect(rows).toEqual(last?.type === 'member.removed' ? [] : [{ role }]);
  }
});

it.each([
  {
    how: 'is added to',
    async joinAnother(db: Database): Promise<string> {
      const team = await api().createTeam('Third');
      await join(db, team);
      return team.teamId;
    },
  },
  {
    how: 'creates',
    async joinAnother(db: Database): Promise<string> {
      const ctx = { ...asPerson(db), teamCreation: 'anyone' } as const;
      return (await createOwnTeam({ ctx, input: { name: 'Fourth' } })).teamId;
    },
  },
])('a rename is in the log of a team that the person $how while it waits', async ({ joinAnother }) => {
  const [renaming, joining] = connections as [Database, Database];
  const first = teams[0]?.teamId ?? '';
  await join(joining, teams[0] as TestTeam).catch(() => undefined);
  const holder = await OpenWriter.begin(api().db.pool);
  await queryMany(holder.client, sql`select ${subjectLock('members', sql`${first}::text`)}`);
  const renamed = rename(renaming, `Name for ${crypto.randomUUID()}`);
  await untilOneWaitsForLock(joining);
  const teamId = await joinAnother(joining);
  await holder.commit();
  const { name } = await renamed;
  for (const id of [first, teamId]) {
    const last = (await api().events(userId)).filter((event) => event.teamId === id).at(-1);
    expect(last).toMatchObject({ type: 'member.updated', snapshot: { name } });
  }
});
