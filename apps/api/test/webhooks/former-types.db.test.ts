import { type Database, openDatabase } from '@crewboard/db';
import { createTestDatabase, type TestDatabase } from '@crewboard/db/testing';
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';
import { matchStatement } from '../../src/workers/webhooks/match-events.ts';
import { LogReader } from '../../src/workers/webhooks/read-log-for-deliveries.ts';
import { type Plan, rowsRead } from '../support/query-plan.ts';

const formers = 5_000;
const events = 600;

/**
 * An endpoint that asked for something else thousands of times, with an event in each of many transactions that nobody
 * has read. Transactions have numbers of long ago. Of every second period the types fit.
 */
const seed = `
  insert into teams (id, name) values ('team', 'Team');
  insert into webhooks (id, team_id, url, event_types, secret, subscribed_since)
  values ('w1', 'team', 'http://127.0.0.1:9', '{task.created}', 'sealed', '610:610:');
  update log_readers set xid = '10', id = 0;
  insert into webhook_subscriptions (webhook_id, event_types, tells_all, since, until)
  select 'w1', case when first % 2 = 0 then '{task.completed}'::text[] else '{task.created}' end, false,
    (first || ':' || first || ':')::pg_snapshot, (last || ':' || last || ':')::pg_snapshot
  from generate_series(0, ${formers} - 1) as n,
    lateral (select 10 + n * 600 / ${formers}, 10 + (n + 1) * 600 / ${formers}) as period (first, last)
  order by n;
  insert into events (xid, team_id, type, subject_type, subject_id, actor_kind, snapshot)
  select (9 + n)::text::xid8, 'team', 'task.completed', 'task', 'task' || n, 'system', '{}'
  from generate_series(1, ${events}) as n;`;

describe(`with ${formers} times that an endpoint asked for something else`, () => {
  let db: TestDatabase;
  let single: Database;

  beforeEach(async () => {
    db = await createTestDatabase(inject('postgresUrl'));
    single = openDatabase(db.url, { maxConnections: 1 });
    await single.pool.query(seed);
  });
  afterEach(async () => {
    await single.close();
    await db.close();
  });

  const countOf = async (table: string) =>
    (await single.pool.query<{ count: number }>(`select count(*)::int from ${table}`)).rows[0]?.count;

  it.each([false, true])(
    'a page of the log looks up one of them for each event (analyzed: %s)',
    async (isAnalyzed) => {
      if (isAnalyzed) await db.owner.query('analyze');
      const { rows } = await single.pool.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>(
        `explain (analyze, format json) ${matchStatement.text}`,
        matchStatement.parameters.map((name) => ({ afterXid: '10', afterId: '0', limit: 500 })[name]),
      );
      const plan = (rows[0] as (typeof rows)[0])['QUERY PLAN'][0].Plan;
      expect(rowsRead(plan, 'events')).toBeLessThanOrEqual(2 * events);
      // One more tells whether there are any.
      expect(rowsRead(plan, 'webhook_subscriptions')).toBeLessThanOrEqual(500 + 1);
    },
  );

  it('each event is judged by what was asked for when it was committed, and what is read is cleared away', async () => {
    const log = new LogReader(single);
    while ((await log.readPage()).hasMore);
    const { rows } = await single.pool.query<{ xid: number }>(
      'select event_xid::text::int as xid from webhook_deliveries order by event_xid',
    );
    const even = Array.from({ length: events / 2 }, (_, n) => 10 + 2 * n);
    expect(rows.map(({ xid }) => xid)).toEqual(even);
    expect(await countOf('webhook_subscriptions')).toBe(formers - 2 * 1_000);
  });

  it('a page that is too much for one statement is read in parts, and then it reads more again', async () => {
    const limits: number[] = [];
    let max = 40;
    /** A database in which longer pages run into the time limit. */
    const slow = {
      pool: {
        query: (query: { name: string; text: string; values: unknown[] }) => {
          if (query.name === matchStatement.name) {
            const limit = query.values[matchStatement.parameters.indexOf('limit')] as number;
            limits.push(limit);
            if (limit > max) throw new Error('canceling statement due to statement timeout');
          }
          return single.pool.query(query);
        },
      },
    } as unknown as Database;
    const log = new LogReader(slow);
    for (let hasMore = true; hasMore; ) {
      hasMore = await log.readPage().then(
        (page) => page.hasMore ?? false,
        () => true,
      );
    }
    expect(await countOf('webhook_deliveries')).toBe(events / 2);
    expect(limits.slice(0, 6)).toEqual([500, 250, 125, 62, 31, 62]);
    max = 500;
    for (let reads = 0; reads < 6; reads += 1) await log.readPage();
    expect(limits.at(-1)).toBe(500);
  });
});
