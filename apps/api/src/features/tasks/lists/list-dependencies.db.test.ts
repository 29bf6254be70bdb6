import type { Database } from '@crewboard/db';
import { createTestDatabase, openTestDatabase, type TestDatabase } from '@crewboard/db/testing';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { type Plan, rowsRead } from '#test/support/query-plan.ts';
import { seedInBulk } from '#test/support/seed-in-bulk.ts';
import { dependenciesStatement } from './list-dependencies.ts';

const tasks = 50_000;

/** Each task waits for the one before and for the first of its 400, for which 399 others wait. */
const edges = `
  insert into task_dependencies
  select distinct 'task' || blocker, 'task' || n
  from generate_series(1, ${tasks}) as n, unnest(array[n - 1, n - n % 400]) as blocker
  where blocker > 0 and blocker < n`;

describe(`reading the dependencies of one of ${tasks} tasks`, () => {
  let db: TestDatabase;
  let single: Database;

  beforeAll(async () => {
    db = await createTestDatabase(inject('postgresUrl'));
    single = openTestDatabase(db.url, { maxConnections: 1 });
    await db.owner.query(`
      insert into teams (id, name) values ('team', 'Team');
      insert into projects (id, team_id, name) values ('project', 'team', 'Project');`);
    await seedInBulk(
      db,
      'tasks',
      `insert into tasks (id, team_id, project_id, title)
       select 'task' || n, 'team', 'project', 'T' from generate_series(1, ${tasks}) as n`,
    );
    await db.owner.query(edges);
    await db.owner.query('analyze tasks, task_dependencies');
  });

  afterAll(async () => {
    await single.close();
    await db.close();
  });

  it.each(['force_custom_plan', 'force_generic_plan'])('looks up each task (%s)', async (mode) => {
    const { text, parameters } = dependenciesStatement;
    const blockedBy = Array.from({ length: 50 }, (_, index) => `task${index + 1}`);
    const params = { taskId: "'task400'", blockedBy: `'{${blockedBy}}'` };
    const values = parameters.map((name) => params[name]).join(', ');
    await single.pool.query(`set plan_cache_mode = ${mode}`);
    await single.pool.query(`prepare page as ${text}`);
    const { rows } = await single.pool.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>(
      `explain (analyze, timing off, format json) execute page(${values})`,
    );
    await single.pool.query('deallocate page');
    const plan = (rows[0] as (typeof rows)[0])['QUERY PLAN'][0].Plan;
    expect(rowsRead(plan, 'tasks')).toBe(50 + 399);
    expect(rowsRead(plan, 'task_dependencies')).toBe(399);
  });
});
