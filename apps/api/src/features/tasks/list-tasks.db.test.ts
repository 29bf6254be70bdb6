import { taskStatuses } from '@crewboard/contracts';
import { type Database, openDatabase } from '@crewboard/db';
import { createTestDatabase, type TestDatabase } from '@crewboard/db/testing';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { type Plan, rowsRead } from '../../../test/support/query-plan.ts';
import { seedInBulk } from '../../../test/support/seed-in-bulk.ts';
import { columnQuery } from '../board/list-column.ts';
import { listStatement } from './list-tasks.ts';

const tasks = 200_000;
const limit = 100;
const maxRowsRead = 10 * limit;

/**
 * Two teams. In the large one every filter alone is common and some combinations are rare: nearly all tasks are
 * in one project, of one agent, and done; the rest lies far back in time.
 */
const seedTeams = `
  insert into teams (id, name) values ('team', 'Large'), ('other', 'Other');
  insert into projects (id, team_id, name) values
    ('big', 'team', 'Big'), ('small', 'team', 'Small'), ('foreign', 'other', 'Foreign');
  insert into agents (id, team_id, name) values
    ('busy', 'team', 'Busy'), ('idle', 'team', 'Idle'), ('stranger', 'other', 'Stranger');`;

const seedTasks = `
  insert into tasks (id, team_id, project_id, assigned_agent_id, title, status, held_since, created_at)
  select 'task' || n, case when n % 10 = 0 then 'other' else 'team' end,
    case when n % 10 = 0 then 'foreign' when n < 2000 or n % 1000 = 1 then 'small' else 'big' end,
    case when n % 10 = 0 then 'stranger' when n < 1000 and n % 2 = 1 then 'idle' when n % 7 > 0 then 'busy' end,
    'Task ' || n,
    (case when n < 3000 then (array['todo', 'cancelled', 'done'])[n % 3 + 1] else 'done' end)::task_status,
    null, timestamptz '2026-01-01' + n / 3 * interval '1 second'
  from generate_series(1, ${tasks}) as n`;

/** When it was created. */
const timeOf = (id: string) =>
  new Date(Date.UTC(2026, 0) + Math.floor(Number(id.replace('task', '')) / 3) * 1_000).toISOString();

describe(`reading a page of ${tasks} tasks`, () => {
  let db: TestDatabase;
  /** One connection, so that its settings hold for every statement. */
  let client: Database['pool'];
  let close: () => Promise<void>;

  beforeAll(async () => {
    db = await createTestDatabase(inject('postgresUrl'));
    const single = openDatabase(db.url, { maxConnections: 1 });
    client = single.pool;
    close = single.close;
    await client.query(seedTeams);
    await seedInBulk(db, 'tasks', seedTasks);
    await db.owner.query('analyze');
  });

  afterAll(async () => {
    await close();
    await db.close();
  });

  const anyOf = <T>(...values: T[]) => [undefined, ...values];
  const combinations = anyOf(...taskStatuses).flatMap((status) =>
    anyOf('big', 'small', 'foreign').flatMap((projectId) =>
      anyOf('busy', 'idle', 'stranger').flatMap((agentId) =>
        anyOf('task199999', 'task100001', 'task1500').map((cursor) => ({
          status,
          projectId,
          agentId,
          cursor,
        })),
      ),
    ),
  );

  const modes = ['force_custom_plan', 'force_generic_plan'];
  const literal = (value: unknown) => (typeof value === 'number' ? String(value) : `'${value}'`);

  /** How many tasks a statement reads. */
  async function read({ text, values }: { text: string; values: unknown[] }): Promise<number> {
    await client.query(`prepare page as ${text}`);
    const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>(
      `explain (analyze, format json) execute page(${values.map(literal).join(', ')})`,
    );
    await client.query('deallocate page');
    return rowsRead((rows[0] as (typeof rows)[0])['QUERY PLAN'][0].Plan, 'tasks');
  }

  // PostgreSQL may plan for the given values or once for all values: test both.
  it.each(modes)(`reads at most ${maxRowsRead} rows, for every filter and page (%s)`, async (mode) => {
    await client.query(`set plan_cache_mode = ${mode}`);
    const tooMany: unknown[] = [];
    for (const filters of combinations) {
      const { text, parameters } = listStatement(filters);
      const params = { teamId: 'team', limit: limit + 1, ...filters };
      const count = await read({ text, values: parameters.map((name) => params[name]) });
      if (count > maxRowsRead) tooMany.push({ ...filters, count });
    }
    expect(combinations).toHaveLength(320);
    expect(tooMany).toEqual([]);
  });

  it.each(modes)(
    `reads at most ${maxRowsRead} rows for a column of the board, for every filter and page (%s)`,
    async (mode) => {
      await client.query(`set plan_cache_mode = ${mode}`);
      const tooMany: unknown[] = [];
      for (const { status = 'in_progress', cursor: id, ...filters } of combinations) {
        const cursor = id ? { time: timeOf(id), id } : null;
        const input = { teamId: 'team', status, limit, ...filters, cursor };
        const count = await read(columnQuery('team', input, limit + 1));
        if (count > maxRowsRead) tooMany.push({ ...filters, status, id, count });
      }
      expect(tooMany).toEqual([]);
    },
  );

  // Those of claim-next and of leases have plan tests of their own.
  it('uses every index on tasks that it may use: an unused one would only slow down writes', async () => {
    await client.query('select pg_stat_force_next_flush()');
    const { rows } = await client.query<{ name: string }>(
      `select indexrelname as name from pg_stat_user_indexes
       where relname = 'tasks' and idx_scan = 0 and indexrelname !~ '^tasks_(queue|leased|lease_check)_' order by 1`,
    );
    expect(rows).toEqual([]);
  });
});
