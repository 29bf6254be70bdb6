import { Account } from '@crewboard/contracts';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createUser } from '../../src/features/accounts/create-user.ts';
import { setOperator } from '../../src/features/accounts/set-operator.ts';
import { type TestTeam, useApi } from '../harness.ts';
import { call, createPerson, sessionOf } from '../support/people.ts';

const api = useApi();
let team: TestTeam;
/** The first account of the installation, which is an operator. */
let first: { userId: string; email: string };
let others: { userId: string; email: string }[];
let initialOperators: string[];

beforeAll(async () => {
  team = await api().createTeam();
  first = await createPerson(api(), team.teamId, 'viewer');
  others = await Promise.all(Array.from({ length: 7 }, () => createPerson(api(), team.teamId, 'owner')));
  initialOperators = await operators();
});
beforeEach(async () => {
  await api().db.pool.query('update users set is_operator = (id = $1)', [first.userId]);
});

const change = (email: string, isOperator: boolean) =>
  setOperator({ ctx: { db: api().db }, input: { email, isOperator } });
const emails = () => [first, ...others].map(({ email }) => email);

async function operators(): Promise<string[]> {
  const { rows } = await api().db.pool.query<{ email: string }>('select email from users where is_operator');
  return rows.map(({ email }) => email);
}

async function canCreateTeams(email: string, replica = api()): Promise<boolean> {
  const { data } = await call(replica, ['query', 'accounts.me'], undefined, {
    session: await sessionOf(api(), email),
  });
  return Account.parse(data).canCreateTeams;
}

const countTeams = async () => (await api().db.pool.query('select from teams')).rowCount;

describe('operators', () => {
  it('include only the first account of an installation', async () => {
    expect(initialOperators).toEqual([first.email]);
    const input = { teamId: team.teamId, role: 'owner', name: 'Late', password: 'correct-horse' } as const;
    const create = (email: string) => createUser({ ctx: { db: api().db }, input: { ...input, email } });
    expect(await create('late@crewboard.test')).toMatchObject({ isNew: true, isOperator: false });
  });

  it('create teams, and other callers of any role cannot', async () => {
    const [owner] = others;
    const before = await countTeams();
    for (const [email, may] of [[first.email, true] as const, [owner?.email ?? '', false] as const]) {
      expect(await canCreateTeams(email)).toBe(may);
      const session = await sessionOf(api(), email);
      for (const caller of [{ session }, { session, team: team.teamId }]) {
        const { problem } = await call(api(), ['mutation', 'teams.create'], { name: 'New' }, caller);
        expect(problem?.code).toBe(may ? undefined : 'FORBIDDEN');
        if (!may) expect(problem?.detail).toMatch(/Only operators .* Ask one of them/);
      }
    }
    expect(await countTeams()).toBe((before ?? 0) + 2);
  });

  it('are added and removed with effect on the next request', async () => {
    const [{ email } = first] = others;
    await change(email, true);
    await change(email, true);
    expect(await canCreateTeams(email)).toBe(true);
    await change(email, false);
    await change(email, false);
    expect(await canCreateTeams(email)).toBe(false);
    await expect(change('nobody@crewboard.test', true)).rejects.toThrow(/no account/);
  });

  it('keep the last one when its removal is requested', async () => {
    await expect(change(first.email, false)).rejects.toThrow(/last operator/);
    expect(await operators()).toEqual([first.email]);
  });

  it('keep one when all eight are removed concurrently', async () => {
    const { pool } = api().db;
    await pool.query('update users set is_operator = true where email = any($1)', [emails()]);
    // All eight wait for a lock before the first one continues.
    const gate = await pool.connect();
    await gate.query('begin');
    await gate.query('select from users for no key update');
    const removals = Promise.allSettled(emails().map((email) => change(email, false)));
    const waiting = `select from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`;
    await expect.poll(async () => (await pool.query(waiting)).rowCount, { interval: 10 }).toBe(8);
    await gate.query('rollback');
    gate.release();
    const rejected = (await removals).flatMap((each) => (each.status === 'rejected' ? [each.reason] : []));
    expect(rejected.map(({ message }) => message)).toEqual([expect.stringMatching(/is the last operator/)]);
    expect(await operators()).toHaveLength(1);
  });

  it('remove one only once for eight concurrent requests', async () => {
    const [{ email } = first] = others;
    await change(email, true);
    await Promise.all(Array.from({ length: 8 }, () => change(email, false)));
    expect(await operators()).toEqual([first.email]);
  });
});

describe('with TEAM_CREATION=anyone', () => {
  it('allows every signed-in person to create teams', async () => {
    const [{ email } = first] = others;
    const open = await api().replica({ teamCreation: 'anyone' });
    try {
      expect(await canCreateTeams(email, open)).toBe(true);
      const session = await sessionOf(api(), email);
      const { data } = await call(open, ['mutation', 'teams.create'], { name: 'Mine' }, { session });
      expect(data).toMatchObject({ teamId: expect.any(String) });
    } finally {
      await open.close();
    }
  });
});
