import { newId, queryMany, queryOne, sql } from '@crewboard/db';
import { createTestDatabase, type TestDatabase } from '@crewboard/db/testing';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { OpenWriter } from '#test/log/support/open-writer.ts';
import { seeds, subjectLock } from '../events/lock-subject.ts';
import { changeAccount } from './change-account.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase(inject('postgresUrl'));
});
afterAll(() => database.close());

const createTeam = async (): Promise<string> => {
  const teamId = newId();
  await database.owner.query(`insert into teams (id, name) values ($1, 'Team')`, [teamId]);
  return teamId;
};
const join = (teamId: string, userId: string) =>
  database.owner.query(`insert into members (team_id, user_id, role) values ($1, $2, 'member')`, [
    teamId,
    userId,
  ]);

async function countWaiting(): Promise<number | null> {
  const { rowCount } = await database.owner.query(
    `select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
  );
  return rowCount;
}

it('also locks a team that the person joins while the change waits for the lock of another team', async () => {
  const [former, joined, userId] = [await createTeam(), await createTeam(), newId()];
  await database.owner.query(
    `insert into users (id, email, name, password_hash) values ($1, 'ada@crewboard.test', 'Ada', '-')`,
    [userId],
  );
  await join(former, userId);
  const holder = await OpenWriter.begin(database.owner);
  const lock = sql`select from (select ${subjectLock('members', sql`${former}::text`)}) as locked`;
  await queryMany(holder.client, lock);
  const tryLock = sql`
    select pg_try_advisory_xact_lock(hashtextextended(${joined}::text, ${seeds.members}::int)) as "isFree"`;
  const changed = changeAccount(database, { id: userId }, () =>
    queryOne<{ isFree: boolean }>(database.owner, tryLock),
  );
  await expect.poll(countWaiting, { interval: 10 }).toBe(1);
  await join(joined, userId);
  await holder.commit();
  expect(await changed).toEqual({ isFree: false });
});
