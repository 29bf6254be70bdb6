import { DeliveryStatus } from '@crewboard/contracts';
import type { Database } from '@crewboard/db';
import { createTestDatabase, openTestDatabase, type TestDatabase } from '@crewboard/db/testing';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { maxScannedEvents } from '../../src/features/events/log/scan-log.ts';
import { listQuery } from '../../src/features/webhooks/list-deliveries.ts';
import { recoveryPage } from '../../src/workers/webhooks/recover-from-log.ts';
import { takeStatement } from '../../src/workers/webhooks/take-deliveries.ts';
import { indexesUsed, type Plan, rowsRead } from '../support/query-plan.ts';

const deliveries = 30_000;
const endpoints = 100;
/** Endpoints without deliveries. */
const idleEndpoints = 2_000;
const limit = 51;

/** Nearly all belong to one failing endpoint: most wait for their next attempt, some are due, few have failed. */
const seed = `
  insert into teams (id, name) values ('team', 'Team');
  insert into webhooks (id, team_id, url, event_types, secret)
  select 'w' || n, 'team', 'http://127.0.0.1:9', '{*}', 'sealed'
  from generate_series(1, ${endpoints + idleEndpoints}) as n;
  insert into events (team_id, type, subject_type, subject_id, actor_kind, snapshot)
  select 'team', 'task.completed', 'task', 'task' || n, 'system', '{}' from generate_series(1, ${deliveries}) as n;
  insert into webhook_deliveries (id, webhook_id, event_xid, event_id, event_type, status, next_attempt_at, created_at)
  select 'd' || lpad(id::text, 9, '0'), case when id % 1000 = 0 then 'w' || (id / 1000 % ${endpoints} + 1) else 'w1' end,
    xid, id, case when id % 9000 = 1 then 'agent.created' else 'task.completed' end, status::delivery_status,
    case when status = 'pending' then now() + (id % 600 - 300) * interval '1 minute' end,
    now() - (${deliveries} - id) * interval '1 second'
  from events, lateral (select case when id % 7000 = 3 then 'failed' when id % 2 = 0 then 'pending' else 'succeeded' end)
    as state (status);`;

describe(`with ${deliveries} deliveries of an endpoint`, () => {
  let db: TestDatabase;
  let single: Database;

  beforeAll(async () => {
    db = await createTestDatabase(inject('postgresUrl'));
    single = openTestDatabase(db.url, { maxConnections: 1 });
    await single.pool.query('set statement_timeout = 60000');
    await single.pool.query({ text: seed, query_timeout: 60_000 } as never);
    await db.owner.query('vacuum analyze webhook_deliveries');
    await db.owner.query('analyze events, webhooks');
  });
  afterAll(async () => {
    await single.close();
    await db.close();
  });

  async function planOf(text: string, values: unknown[]): Promise<Plan> {
    await single.pool.query('begin');
    const { rows } = await single.pool.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>(
      `explain (analyze, timing off, format json) ${text}`,
      values,
    );
    await single.pool.query('rollback');
    return (rows[0] as (typeof rows)[0])['QUERY PLAN'][0].Plan;
  }
  const read = async (text: string, values: unknown[]) =>
    rowsRead(await planOf(text, values), 'webhook_deliveries');

  it('a page of its log reads little more than the page, whatever the filters and the place', async () => {
    const cursors = [undefined, 'd000015001', 'd000000099'];
    for (const status of [undefined, ...DeliveryStatus.options]) {
      for (const type of [undefined, 'task.completed', 'agent.created'] as const) {
        for (const cursor of cursors) {
          const { text, values } = listQuery({ webhookId: 'w1', limit, status, type, cursor }, true);
          const count = await read(text, values);
          expect(count, JSON.stringify({ status, type, cursor })).toBeLessThanOrEqual(4 * limit);
        }
      }
    }
  });

  type Take = { owner: string; leaseMs: number; waitsForFormerOwners: boolean; after: string };
  const take: Take = { owner: 'me', leaseMs: 10_000, waitsForFormerOwners: false, after: '' };
  const valuesOf = (busy: object) =>
    takeStatement.parameters.map((name) => ({ ...take, busy: JSON.stringify(busy) })[name]);

  it('finds due deliveries without reading others, while some are being sent', async () => {
    const { text } = takeStatement;
    expect(await read(text, valuesOf({}))).toBeLessThanOrEqual(8 * endpoints);
    const ids = Array.from({ length: 8 }, (_, n) => `d${String(n * 2).padStart(9, '0')}`);
    expect(await read(text, valuesOf({ w1: { ids, max: 8 } }))).toBeLessThanOrEqual(8 * endpoints);
  });

  it('reads no endpoint without pending deliveries', async () => {
    expect(rowsRead(await planOf(takeStatement.text, valuesOf({})), 'webhooks')).toBeLessThanOrEqual(
      2 * endpoints,
    );
  });

  it('reads the event of each due delivery by its position', async () => {
    const plan = await planOf(takeStatement.text, valuesOf({}));
    expect(indexesUsed(plan, 'events')).toEqual(['events_pkey']);
    // By the number alone, PostgreSQL would search all of the same index.
    expect(JSON.stringify(plan)).toMatch(/"Index Cond":"\(\(?xid = [^"]*event_xid\)/);
    expect(rowsRead(plan, 'events')).toBeGreaterThan(0);
    expect(rowsRead(plan, 'events')).toBeLessThanOrEqual(8 * endpoints);
  });

  it('a page of a recovery reads a bounded number of events, however few are of its types', async () => {
    const recovery = {
      ...{ webhookId: 'w1', teamId: 'team', eventTypes: ['agent.created'], includesConfidential: false },
      ...{ since: '2020-01-01T00:00:00Z', xid: '0', eventId: '0', until: '9000000000' },
    };
    const values = recoveryPage.parameters.map((name) => recovery[name]);
    // The other test files have open transactions.
    const text = recoveryPage.text.replaceAll(
      'pg_snapshot_xmin(pg_current_snapshot())',
      `'9000000000'::xid8`,
    );
    expect(rowsRead(await planOf(text, values), 'events')).toBe(maxScannedEvents + 1);
  });
});
