import { signWebToken } from '@crewboard/app-secret';
import { beforeEach, describe, expect, it } from 'vitest';
import { selectIsKnownSource } from '../../src/auth/sign-in-counters.ts';
import { appSecret, useApi } from '../harness.ts';
import { call, createPerson, sessionOf, signIn } from '../support/people.ts';
import { type Plan, rowsRead } from '../support/query-plan.ts';
import { recordQueries } from '../support/record-queries.ts';
import { callTrpc, expectTrpcProblem } from '../support/trpc.ts';

const api = useApi();

let person: { userId: string; email: string };
beforeEach(async () => {
  await api().db.pool.query('delete from sign_in_counters');
  person = await createPerson(api(), (await api().createTeam()).teamId, 'member');
});

async function countSessions(): Promise<number> {
  const { rowCount } = await api().db.pool.query('select from sessions where user_id = $1', [person.userId]);
  return rowCount ?? 0;
}

/** Inserts sessions of the person that began 1 to `count` minutes ago, with ids named by that. */
const addSessions = (count: number) =>
  api().db.pool.query(
    `insert into sessions (id, user_id, created_at, expires_at, source)
     select $1 || '-' || n, $1, now() - n * interval '1 minute', now() + interval '1 day', sha256(n::text::bytea)
     from generate_series(1, $2::int) as n`,
    [person.userId, count],
  );

async function statusOfSession(session: string): Promise<number> {
  return (await call(api(), ['query', 'accounts.me'], undefined, { session })).status;
}

/** Of the queries of an attempt, with those that count it; not of background work, which deletes what has expired. */
const ofSignIn = /^\s*(?:insert|select|with)\b.*\b(?:sign_in_counters|users|sessions)\b/s;

describe('sign-ins of one account', () => {
  /** Sets the counters as if only this person had signed in, so many times. */
  const setCount = (count: number) => api().db.pool.query('update sign_in_counters set count = $1', [count]);

  it('open at most 60 sessions in 15 minutes across two processes; then get 429 without a query', async () => {
    const replica = await api().replica();
    await sessionOf(api(), person.email);
    await setCount(58);
    const attempts = Array.from({ length: 12 }, (_, i) =>
      signIn(i % 2 ? replica : api(), person.email, `240.1.0.${i}`),
    );
    const statuses = (await Promise.all(attempts)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(2);
    expect(statuses.filter((status) => status === 429)).toHaveLength(10);
    expect(await countSessions()).toBe(3);
    for (const process of [api(), replica]) {
      await signIn(process, person.email);
      expect(await recordQueries(process.db, ofSignIn, () => signIn(process, person.email))).toEqual([]);
    }
    await replica.close();
  });

  it('are rejected with 429 above the limit, also from a known device, for this account only', async () => {
    const first = await signIn(api(), person.email);
    await setCount(60);
    const { device } = first.data as { device: string };
    const input = { email: person.email, password: 'correct-horse-battery', address: '240.1.1.1', device };
    const token = await signWebToken(appSecret, {});
    const send = () => callTrpc(api(), 'mutation', 'accounts.signIn', { token, input });
    const reply = await send();
    expectTrpcProblem(reply, 429, 'RATE_LIMITED');
    expect(Number(reply.headers.get('retry-after'))).toBeGreaterThan(800);
    const other = await createPerson(api(), (await api().createTeam()).teamId, 'member');
    expect((await signIn(api(), other.email)).status).toBe(200);
    expect(await countSessions()).toBe(1);
  });

  it('are not counted as failures, and succeed again after 15 minutes', async () => {
    await sessionOf(api(), person.email);
    await setCount(60);
    expect((await signIn(api(), person.email)).status).toBe(429);
    await api().db.pool.query(`update sign_in_counters set expires_at = now() - interval '1 second'`);
    const replica = await api().replica();
    expect((await signIn(replica, person.email)).status).toBe(200);
    const { rows } = await api().db.pool.query('select count from sign_in_counters');
    expect(rows).toEqual([{ count: 1 }]);
    await replica.close();
  });
});

describe('sessions of one account', () => {
  it('are at most 100: another sign-in deletes the oldest', async () => {
    await addSessions(100);
    expect(await statusOfSession(`${person.userId}-100`)).toBe(200);
    const newest = await sessionOf(api(), person.email);
    expect(await countSessions()).toBe(100);
    expect(await statusOfSession(`${person.userId}-100`)).toBe(401);
    expect(await statusOfSession(`${person.userId}-99`)).toBe(200);
    expect(await statusOfSession(newest)).toBe(200);
  });

  it('are deleted once ended, before open ones', async () => {
    await addSessions(100);
    await api().db.pool.query('update sessions set revoked_at = now() where id = $1', [`${person.userId}-3`]);
    await sessionOf(api(), person.email);
    expect(await countSessions()).toBe(100);
    expect(await statusOfSession(`${person.userId}-3`)).toBe(401);
    expect(await statusOfSession(`${person.userId}-100`)).toBe(200);
  });

  it('are deleted in batches of 1,000 above the limit', async () => {
    await addSessions(2_500);
    for (const left of [1_501, 502, 100]) {
      await sessionOf(api(), person.email);
      expect(await countSessions()).toBe(left);
    }
  });
});

describe('the lookup of a known source', () => {
  it('reads one row of an index among 10,000 sessions', async () => {
    await addSessions(10_000);
    await api().owner.query('vacuum analyze sessions');
    const { rows } = await api().db.pool.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>(
      `explain (analyze, timing off, format json) ${selectIsKnownSource.text.replace('$1', `sha256('7')`)}`,
    );
    const plan = rows[0]?.['QUERY PLAN'][0].Plan as Plan;
    expect(rowsRead(plan, 'sessions')).toBe(1);
  });

  it('finds sessions of other processes at once, with one query when other limits are reached', async () => {
    const replica = await api().replica();
    expect((await signIn(replica, 'nobody@crewboard.test', '240.2.0.1', 'wrong')).status).toBe(401);
    await signIn(api(), person.email, '240.2.0.9');
    for (let i = 0; i < 50; i += 1) await signIn(replica, person.email, `240.2.1.${i}`, 'wrong');
    expect((await signIn(replica, person.email, '240.2.0.9')).status).toBe(200);
    const attempt = async () =>
      expect((await signIn(replica, person.email, '240.2.0.10', 'wrong')).status).toBe(429);
    expect(await recordQueries(replica.db, ofSignIn, attempt)).toHaveLength(1);
    await replica.close();
  });
});
