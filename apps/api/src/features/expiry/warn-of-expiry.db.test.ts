import { newId } from '@crewboard/db';
import { createTestDatabase, openTestDatabase, type TestDatabase } from '@crewboard/db/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { expireIn, warnBefore } from '#test/support/expiry.ts';
import { createApiKey } from '../api-keys/create-api-key.ts';
import { revokeApiKey } from '../api-keys/revoke-api-key.ts';
import { restoreFields, type StoredFields } from '../events/field-sets.ts';
import { warnOfExpiry } from './warn-of-expiry.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await createTestDatabase(inject('postgresUrl'));
  await db.owner.query(`insert into teams (id, name) values ('team', 'Team')`);
});
afterAll(() => db.close());
beforeEach(() => db.owner.query('delete from agents; delete from api_keys'));

const hours = (count: number) => new Date(Date.now() + count * 3_600_000).toISOString();
const ctx = () => ({ db, actor: { kind: 'system', id: null, teamId: 'team' } as const, requestId: null });

async function createToken(expiresAt: string | null): Promise<string> {
  const id = newId();
  await db.owner.query(
    `insert into agents (id, team_id, name, token_hash, token_prefix, token_expires_at)
     values ($1, 'team', 'Ada', sha256($1::text::bytea), 'cb_agent_x', $2)`,
    [id, expiresAt],
  );
  return id;
}
const createKey = async (expiresAt: string | null) =>
  (await createApiKey({ ctx: ctx(), input: { name: 'CI', expiresAt } })).id;

const kinds = [
  { table: 'agents', type: 'agent.token_expiring', create: createToken, field: 'tokenExpiresAt' },
  { table: 'api_keys', type: 'api_key.expiring', create: createKey, field: 'expiresAt' },
] as const;

async function warnings(id: string) {
  const { rows } = await db.owner.query<StoredFields & { type: string; actor: string }>(
    `select type, actor_kind as actor, subject_type as "subjectType", field_set as "fieldSet", snapshot, changes from events
     where subject_id = $1 and type in ('agent.token_expiring', 'api_key.expiring') order by xid, events.id`,
    [id],
  );
  return rows.map((row) => ({ ...row, ...restoreFields(row) }));
}
const after = (days: number) => ({ expiresInDays: { before: null, after: days } });
const daysOf = async (id: string) => (await warnings(id)).map(({ changes }) => changes);

describe.each(kinds)('the warnings of $table', ({ table, type, create, field }) => {
  it('are two events of the system, 14 and 3 days before the end, each once', async () => {
    const id = await create(hours(30 * 24));
    expect(await warnOfExpiry(db.pool)).toEqual({ count: 0, hasMore: false });
    await warnBefore(db.pool, table, id, '14 days');
    expect(await warnOfExpiry(db.pool)).toEqual({ count: 1, hasMore: false });
    expect(await warnOfExpiry(db.pool)).toEqual({ count: 0, hasMore: false });
    const [first] = await warnings(id);
    expect(first).toMatchObject({ type, actor: 'system', changes: after(14), snapshot: { id } });
    expect(Date.parse(String(first?.snapshot[field]))).toBeGreaterThan(Date.now() + 13.9 * 86_400_000);
    await warnBefore(db.pool, table, id, '3 days');
    for (let round = 0; round < 3; round += 1) await warnOfExpiry(db.pool);
    expect(await daysOf(id)).toEqual([after(14), after(3)]);
  });

  it('are written once, even by concurrent calls in two processes', async () => {
    const ids = await Promise.all(Array.from({ length: 20 }, () => create(hours(30 * 24))));
    for (const id of ids) await warnBefore(db.pool, table, id, '14 days');
    const other = openTestDatabase(db.url);
    const rounds = [db, other, db, other, db, other].map(({ pool }) => warnOfExpiry(pool));
    const counts = (await Promise.all(rounds)).map(({ count }) => count);
    await other.close();
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(ids.length);
    for (const id of ids) expect(await daysOf(id)).toEqual([after(14)]);
  });

  it('omit those whose time has passed when the credential is made, and all missed ones but the last', async () => {
    const [week, day, never] = [await create(hours(7 * 24)), await create(hours(24)), await create(null)];
    await warnOfExpiry(db.pool);
    expect(await Promise.all([week, day, never].map(daysOf))).toEqual([[], [], []]);
    await warnBefore(db.pool, table, week, '3 days');
    await warnBefore(db.pool, table, day, '1 day');
    await warnOfExpiry(db.pool);
    expect(await Promise.all([week, day, never].map(daysOf))).toEqual([[after(3)], [after(1)], []]);
  });

  it('end with the expiry, and start again with a new expiry', async () => {
    const id = await create(hours(30 * 24));
    await warnBefore(db.pool, table, id, '0');
    expect(await warnOfExpiry(db.pool)).toEqual({ count: 0, hasMore: false });
    await expireIn(db.pool, table, id, '20 days');
    const { rows } = await db.owner.query(
      `select extract(epoch from expiry_warning_at - now()) / 86400 as days from ${table} where id = $1`,
      [id],
    );
    expect(Number(rows[0].days)).toBeCloseTo(6, 2);
  });
});

it('writes no warning about a revoked key', async () => {
  const keyId = await createKey(hours(30 * 24));
  await warnBefore(db.pool, 'api_keys', keyId, '14 days');
  await revokeApiKey({ ctx: ctx(), input: { keyId } });
  expect(await warnOfExpiry(db.pool)).toEqual({ count: 0, hasMore: false });
  expect(await warnings(keyId)).toEqual([]);
});

it('keeps a warning that is due when the agent is renamed, and forgets it when the token is deleted', async () => {
  const [renamed, deleted] = [await createToken(hours(30 * 24)), await createToken(hours(30 * 24))];
  for (const id of [renamed, deleted]) await warnBefore(db.pool, 'agents', id, '14 days');
  await db.pool.query(`update agents set name = 'Eve', token_hash = token_hash where id = $1`, [renamed]);
  await db.pool.query(
    'update agents set token_hash = null, token_prefix = null, token_expires_at = null where id = $1',
    [deleted],
  );
  expect(await warnOfExpiry(db.pool)).toEqual({ count: 1, hasMore: false });
  expect(await daysOf(renamed)).toEqual([after(14)]);
});

it('writes more than 100 warnings in several calls', async () => {
  await db.owner.query(
    `insert into agents (id, team_id, name, token_hash, token_prefix, token_expires_at)
     select 'a' || n, 'team', 'Ada', sha256(n::text::bytea), 'cb_agent_x', now() + interval '30 days'
     from generate_series(1, 150) as n`,
  );
  await db.owner.query('update agents set expiry_warning_at = now()');
  expect(await warnOfExpiry(db.pool)).toEqual({ count: 100, hasMore: true });
  expect(await warnOfExpiry(db.pool)).toEqual({ count: 50, hasMore: false });
});
