import { createTestDatabase, type TestDatabase } from '@crewboard/db/testing';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { deleteExpiredKeys } from './delete-expired-keys.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await createTestDatabase(inject('postgresUrl'));
});
afterAll(() => db.close());

/** Stores responses under so many keys, which are `age` old. */
const insert = (count: number, age: string, from = 1) =>
  db.owner.query(
    `insert into idempotency_keys (key_hash, request_hash, response, created_at)
     select sha256(number::text::bytea), sha256('request'), '{}', now() - $1::interval
     from generate_series($2::int, $3::int) as number`,
    [age, from, from + count - 1],
  );

const left = async () =>
  (await db.owner.query<{ count: number }>('select count(*)::int from idempotency_keys')).rows[0]?.count;

it('deletes keys that are older than 24 hours, 50 rows at a time, and no others', async () => {
  await insert(110, '24 hours 1 second');
  await insert(10, '23 hours 59 minutes', 2_000);
  const rounds = [];
  do rounds.push(await deleteExpiredKeys(db));
  while (rounds.at(-1)?.hasMore);
  expect(rounds).toEqual([{ hasMore: true }, { hasMore: true }, { hasMore: false }]);
  expect(await left()).toBe(10);
});

it('skips a row that a request is replacing', async () => {
  await insert(2, '25 hours', 3_000);
  const client = await db.owner.connect();
  await client.query(`begin; select from idempotency_keys where key_hash = sha256('3000') for update`);
  await deleteExpiredKeys(db);
  expect(await left()).toBe(11);
  await client.query('rollback');
  client.release();
  await deleteExpiredKeys(db);
  expect(await left()).toBe(10);
});

it('reads only the rows that it deletes, through the index', async () => {
  await insert(20_000, '1 hour', 10_000);
  await db.owner.query('analyze idempotency_keys');
  const { rows } = await db.owner.query<{ 'QUERY PLAN': string }>(
    `explain select key_hash from idempotency_keys where created_at <= clock_timestamp() - interval '24 hours'
     order by created_at limit 50 for update skip locked`,
  );
  expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toContain('idempotency_keys_created_at_idx');
});
