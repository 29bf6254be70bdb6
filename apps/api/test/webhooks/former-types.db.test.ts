import type { Database } from '@crewboard/db';
import { createTestDatabase, openTestDatabase, type TestDatabase } from '@crewboard/db/testing';
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';
import { DeliveryMaker } from '../../src/workers/webhooks/delivery-maker.ts';
import { matchStatement } from '../../src/workers/webhooks/match-events.ts';
import { type Plan, rowsRead } from '../support/query-plan.ts';

const formers = 5_000;
const events = 600;

/**
 * An endpoint that changed its types thousands of times, with an event in each of many transactions that are
 * unread. Transaction ids lie in the past. The types of every second period select the event.
 */
const seed = `
  insert into teams (id, name) values ('team', 'Team');
  insert into webhooks (id, team_id, url, event_types, secret, subscribed_since)
  values ('w1', 'team', 'http://127.0.0.1:9', '{task.created}', 'sealed', '610:610:');
  update log_readers set xid = '10', id = 0;
  insert into webhook_subscriptions (webhook_id, event_types, includes_confidential, since, until)
  select 'w1', case when first % 2 = 0 then '{task.completed}'::text[] else '{task.created}' end, false,
    (first || ':' || first || ':')::pg_snapshot, (last || ':' || last || ':')::pg_snapshot
  from generate_series(0, ${formers} - 1) as n,
    lateral (select 10 + n * 600 / ${formers}, 10 + (n + 1) * 600 / ${formers}) as period (first, last)
  order by n;
  insert into events (xid, team_id, type, subject_type, subject_id, actor_kind, snapshot)
  select (9 + n)::text::xid8, 'team', 'task.completed', 'task', 'task' || n, 'system', '{}'
  from generate_series(1, ${events}) as n;`;

describe(`with ${formers} former selections of types of an endpoint`, () => {
  let db: TestDatabase;
  let single: Database;

  beforeEach(async () => {
    db = await createTestDatabase(inject('postgresUrl'));
    single = openTestDatabase(db.url, { maxConnections: 1 });
    await single.pool.query(seed);
  });
  afterEach(async () => {
    await single.close();
    await db.close();
  });

  const countOf = async (table: string) =>
    (await single.pool.query<{ count: number }>(`select count(*)::int from ${table}`)).rows[0]?.count;

  it.each([false, true])(
    'looks up one of them for each event of a page (analyzed: %s)',
    async (isAnalyzed) => {
      if (isAnalyzed) await db.owner.query('analyze');
      const { rows } = await single.pool.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>(
        `explain (analyze, timing off, format json) ${matchStatement.text}`,
        matchStatement.parameters.map((name) => ({ afterXid: '10', afterId: '0', limit: 500 })[name]),
      );
      const plan = (rows[0] as (typeof rows)[0])['QUERY PLAN'][0].Plan;
      expect(rowsRead(plan, 'events')).toBeLessThanOrEqual(2 * events);
      // One more row shows whether there are others.
      expect(rowsRead(plan, 'webhook_subscriptions')).toBeLessThanOrEqual(500 + 1);
    },
  );

  it('applies to each event the types selected when it was committed, and deletes those no longer needed', async () => {
    const log = new DeliveryMaker(single);
    while ((await log.makeFromNextPage()).hasMore);
    const { rows } = await single.pool.query<{ xid: number }>(
      'select event_xid::text::int as xid from webhook_deliveries order by event_xid',
    );
    const even = Array.from({ length: events / 2 }, (_, n) => 10 + 2 * n);
    expect(rows.map(({ xid }) => xid)).toEqual(even);
    expect(await countOf('webhook_subscriptions')).toBe(formers - 2 * 1_000);
  });

  it('reads a page that exceeds the statement timeout in parts, then larger parts again', async () => {
    const limits: number[] = [];
    let max = 40;
    /** A database in which longer pages exceed the statement timeout. */
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
    const log = new DeliveryMaker(slow);
    for (let hasMore = true; hasMore; ) {
      hasMore = await log.makeFromNextPage().then(
        (page) => page.hasMore ?? false,
        () => true,
      );
    }
    expect(await countOf('webhook_deliveries')).toBe(events / 2);
    expect(limits.slice(0, 6)).toEqual([500, 250, 125, 62, 31, 62]);
    max = 500;
    for (let reads = 0; reads < 6; reads += 1) await log.makeFromNextPage();
    expect(limits.at(-1)).toBe(500);
  });
});
