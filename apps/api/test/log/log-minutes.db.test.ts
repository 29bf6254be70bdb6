import { createTestDatabase, type TestDatabase } from '@crewboard/db/testing';
import { afterAll, beforeAll, beforeEach, expect, inject, it } from 'vitest';
import { type LogQuery, logQuery, readLog } from '../../src/features/events/log/read-log.ts';
import { type Plan, rowsRead } from '../support/query-plan.ts';

// No worker runs here: each test writes the minutes itself.

const teamId = 'team';
/** The time of the event with this number: one every ten seconds, each in a transaction of its own. */
const timeOf = (event: number) => new Date(Date.UTC(2026, 0, 1) + event * 10_000).toISOString();
const events = 120;
const perMinute = 6;

let db: TestDatabase;
beforeAll(async () => {
  db = await createTestDatabase(inject('postgresUrl'));
  await db.owner.query(
    `insert into events (xid, team_id, actor_kind, type, subject_type, subject_id, snapshot, created_at)
     select (n + 3)::text::xid8, $1, 'system', 'task.moved', 'task', n::text, '{}',
       timestamptz '2026-01-01T00:00:00Z' + n * interval '10 seconds' from generate_series(0, $2::int - 1) as n`,
    [teamId, events],
  );
});
beforeEach(() => db.owner.query('delete from log_minutes'));
afterAll(() => db.close());

/** Writes these minutes as the counter does at the end or the start of each, where all transactions so far have ended. */
async function writeMinutes(minutes: number[], at: 'end' | 'start' = 'end'): Promise<void> {
  const ended = at === 'end' ? perMinute : 0;
  for (const minute of minutes)
    await db.owner.query(
      `insert into log_minutes values (timestamptz '2026-01-01T00:00:00Z' + $1::int * interval '1 minute', $2::text::xid8)`,
      [minute, String(minute * perMinute + ended + 3)],
    );
}

const queryOf = (from: number | undefined, to: number | undefined): LogQuery => ({
  ...{ teamId, subjects: ['task'], order: 'asc', limit: events },
  from: from === undefined ? undefined : timeOf(from),
  to: to === undefined ? undefined : timeOf(to),
});
const read = async (from: number | undefined, to: number | undefined): Promise<number[]> =>
  (await readLog(db.pool, queryOf(from, to))).events.map(({ subject }) => Number(subject.id));

const all = Array.from({ length: events }, (_, n) => n);
const allMinutes = Array.from({ length: events / perMinute }, (_, minute) => minute);
const bounds = [undefined, 0, 1, 5, 6, 29, 30, 31, 60, 89, 119, 130];

async function expectAllRanges(): Promise<void> {
  for (const from of bounds)
    for (const to of bounds) {
      const expected = all.filter((n) => n >= (from ?? 0) && n < (to ?? events));
      expect(await read(from, to), JSON.stringify({ from, to })).toEqual(expected);
    }
}

it('finds the same events with all minutes, with none, and with those of a service that was stopped', async () => {
  await expectAllRanges();
  await writeMinutes([3, 4, 5, 14]);
  await expectAllRanges();
  await writeMinutes([0, 1, 2, 6, 7, 8, 9, 10, 11, 12, 13, 15, 16, 17, 18, 19]);
  await expectAllRanges();
});

it.each([
  [59, 'end'],
  [59, 'start'],
  [-59, 'end'],
  [-59, 'start'],
] as const)(
  'finds events %i s from their transaction, with minutes written at their %s',
  async (seconds, at) => {
    await writeMinutes(allMinutes, at);
    const shift = (by: number) =>
      db.owner.query(`update events set created_at = created_at + $1::int * interval '1 second'`, [by]);
    await shift(seconds);
    try {
      for (const from of [12, 60, 90])
        for (const to of [30, 61, 100]) {
          const expected = all.filter((n) => n + seconds / 10 >= from && n + seconds / 10 < to);
          expect(await read(from, to), JSON.stringify({ from, to })).toEqual(expected);
        }
    } finally {
      await shift(-seconds);
    }
  },
);

it('reads only near the range where there are minutes', async () => {
  const countRead = async () => {
    const { text, values } = logQuery(queryOf(60, 66));
    const { rows } = await db.pool.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>(
      `explain (analyze, timing off, format json) ${text}`,
      values,
    );
    return rowsRead((rows[0] as (typeof rows)[0])['QUERY PLAN'][0].Plan, 'events');
  };
  expect(await countRead()).toBe(events);
  await writeMinutes(allMinutes);
  // The minute itself, two before it, and two after it.
  expect(await countRead()).toBeLessThanOrEqual(5 * perMinute);
});
