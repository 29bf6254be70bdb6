import { createTestDatabase, type TestDatabase } from '@crewboard/db/testing';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, inject, it } from 'vitest';
import { createToken, hashToken } from './auth/tokens.ts';
import { readMigrateEnv } from './env.ts';
import { lockNewAccounts } from './features/accounts/change-account.ts';
import { setUpFirstTeam } from './set-up-first-team.ts';

let db: TestDatabase;
beforeEach(async () => {
  db = await createTestDatabase(inject('postgresUrl'));
});
afterEach(() => db.close());

const owner = { INIT_OWNER_EMAIL: 'ada@crewboard.test', INIT_OWNER_PASSWORD: 'correct horse battery' };
const log = pino({ level: 'silent' });
const read = (values: Record<string, string>) =>
  readMigrateEnv({ NODE_ENV: 'test', DATABASE_URL: db.url, ...values });
const setUp = (values: Record<string, string>) => setUpFirstTeam(read(values), log);

async function stored() {
  const { rows } = await db.pool.query(
    `select team.name as team, account.email, account.is_operator as "isOperator", member.role,
       (select array_agg(token_hash) from api_keys) as keys
     from teams team join members member on member.team_id = team.id join users account on account.id = member.user_id`,
  );
  return rows;
}

it('creates one team with its owner and its key, also when several processes start at once', async () => {
  const { token } = createToken('team');
  const values = { ...owner, INIT_TEAM: 'Harbour', INIT_API_KEY: token };
  await Promise.all([setUp(values), setUp(values), setUp(values)]);
  const first = await stored();
  const account = { email: owner.INIT_OWNER_EMAIL, isOperator: true, role: 'owner' };
  expect(first).toEqual([{ team: 'Harbour', ...account, keys: [hashToken(token)] }]);
  await setUp({ ...values, INIT_TEAM: 'Another', INIT_OWNER_EMAIL: 'bob@crewboard.test' });
  expect(await stored()).toEqual(first);
});

it('waits longer than a request would for another process that creates the first account', async () => {
  let waiting: Promise<void> | undefined;
  await db.administer(async (transaction) => {
    await lockNewAccounts(transaction);
    waiting = setUp(owner);
    // Requests wait for a lock for 2 s.
    await transaction.sql.query({ text: 'select pg_sleep(2.2)::text', values: [] });
  });
  await waiting;
  expect(await stored()).toMatchObject([{ team: 'Team' }]);
});

it('creates no key that nobody knows, and nothing without an owner', async () => {
  await setUp({ INIT_TEAM: 'Harbour' });
  expect(await stored()).toEqual([]);
  await setUp(owner);
  expect(await stored()).toMatchObject([{ team: 'Team', keys: null }]);
});

it('rejects an incomplete owner, a short password and a key that was not generated', () => {
  const { INIT_OWNER_EMAIL, INIT_OWNER_PASSWORD } = owner;
  const halves: Record<string, string>[] = [{ INIT_OWNER_EMAIL }, { INIT_OWNER_PASSWORD }];
  for (const incomplete of halves)
    expect(() => read(incomplete)).toThrow(/INIT_OWNER_EMAIL and INIT_OWNER_PASSWORD are required together/);
  expect(() => read({ ...owner, INIT_OWNER_PASSWORD: 'short' })).toThrow(/INIT_OWNER_PASSWORD: /);
  expect(() => read({ ...owner, INIT_API_KEY: 'cb_team_made_up' })).toThrow(
    /INIT_API_KEY: must be a key that/,
  );
});
