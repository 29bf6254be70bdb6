import type { Database } from '@crewboard/db';
import { createTestDatabase, openTestDatabase, type TestDatabase } from '@crewboard/db/testing';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { explainPrepared, rowsRead } from '#test/support/query-plan.ts';
import { seedInBulk } from '#test/support/seed-in-bulk.ts';
import { dependenciesStatement } from './list-dependencies.ts';

const tasks = 50_000;

/** Each task waits for the task before, and for the first of its group of 400, which has 399 dependants. */
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
    const params = { taskId: 'task400', blockedBy: `{${blockedBy}}` };
    await single.pool.query(`set plan_cache_mode = ${mode}`);
    const values = parameters.map((name) => params[name]);
    const plan = await explainPrepared(single.pool, { text, values });
    expect(rowsRead(plan, 'tasks')).toBe(50 + 399);
    expect(rowsRead(plan, 'task_dependencies')).toBe(399);
  });
});
