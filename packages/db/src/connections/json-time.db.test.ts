import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { queryMany } from '../statement.ts';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { toJsonTime } from './json-time.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await createTestDatabase(inject('postgresUrl'));
});
afterAll(() => db.close());

it('rows have times as JSON has them, for every number of digits, without what is shorter than a millisecond', async () => {
  const rows = await queryMany<{ at: string; text: string }>(
    db,
    sql`
    select at, to_char(date_trunc('milliseconds', at at time zone 'UTC'), 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as text
    from generate_series(timestamptz '1999-12-31T23:59:58Z', '2000-01-01T00:00:02Z', '777 microseconds') as at
    union all select null, null`,
  );
  expect(rows.length).toBeGreaterThan(5_000);
  expect(rows.filter(({ at, text }) => at !== text)).toEqual([]);
});

it('rows have an absent time as null', async () => {
  expect(await queryMany(db, sql`select null::timestamptz as at`)).toEqual([{ at: null }]);
});

it.each([
  ['2026-01-31 09:30:00.5+05:30', '2026-01-31T04:00:00.500Z'],
  ['10000-01-31 09:30:00+00', '+010000-01-31T09:30:00.000Z'],
])('reads %s, which has another layout', (text, expected) => {
  expect(toJsonTime(text)).toBe(expected);
});
