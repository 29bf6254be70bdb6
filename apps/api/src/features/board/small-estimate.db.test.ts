import type { TaskStatus } from '@crewboard/contracts';
import { createTestDatabase, type TestDatabase } from '@crewboard/db/testing';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { explain, indexesUsed, rowsRead } from '#test/support/query-plan.ts';
import { seedInBulk } from '#test/support/seed-in-bulk.ts';
import { maxLookedAt } from '../bounded-count.ts';
import { listStatement } from '../tasks/lists/list-tasks.ts';
import { columnQuery } from './column-tasks.ts';
import { countMatches } from './count-columns.ts';
import { columnWalkQuery } from './walk-column.ts';

/** A large project among thousands of small ones: PostgreSQL takes it for a small one. */
const seedProjects = `
  insert into projects (id, team_id, name)
  select 'big', 'team', 'Big' union all select 'small' || n, 'team', 'Small' from generate_series(1, 8000) as n`;
const seedTasks = `
  insert into tasks (id, team_id, project_id, title, status, created_at, status_changed_at)
  select 'task' || n, 'team', case when n % 2 = 0 then 'big' else 'small' || (n % 8000 + 1) end, 'T', 'todo', at, at
  from generate_series(1, 80000) as n, lateral (select timestamptz '2026-01-01' + n * 7919 % 80000 * interval '1 second') as time (at)`;

let db: TestDatabase;
beforeAll(async () => {
  db = await createTestDatabase(inject('postgresUrl'));
  await db.owner.query(`insert into teams (id, name) values ('team', 'Team')`);
  await db.owner.query(seedProjects);
  await seedInBulk(db, 'tasks', seedTasks);
  await db.owner.query('analyze');
});
afterAll(() => db.close());

const limit = 101;
const filter = { projectId: 'big', status: 'todo' as TaskStatus };
const input = { ...filter, teamId: 'team', limit, cursor: null };
const list = () => {
  const { text, parameters } = listStatement({ ...filter, cursor: undefined } as never);
  const params = { ...input, actorId: 'agent', tokenHash: null } as Record<string, unknown>;
  return { text, values: parameters.map((name) => params[name]) };
};

it.each([
  ['a page of the list', list, limit],
  ['a page of the column', () => columnQuery('team', input, limit), limit],
  [
    'a page under a filter',
    () => columnWalkQuery('team', { ...input, priority: 'high' }, limit),
    2 * maxLookedAt,
  ],
  ['a count', () => countMatches('team', { ...input, priority: 'high' }), maxLookedAt + 1],
] as const)(
  'reads a bounded number of tasks in todo of a project that seems small to PostgreSQL: %s',
  async (_, query, max) => {
    const plan = await explain(db.reads, query());
    expect(indexesUsed(plan, 'tasks')).toContain('tasks_of_project_idx');
    expect(rowsRead(plan, 'tasks')).toBeLessThanOrEqual(max);
  },
);
