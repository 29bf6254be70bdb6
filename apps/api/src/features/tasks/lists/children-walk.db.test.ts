import {
  maxCountedChildren,
  maxLevels,
  maxListedChildren,
  maxSubTaskSearch,
  taskStatuses,
} from '@crewboard/contracts';
import { createTestDatabase, openTestDatabase, type TestDatabase } from '@crewboard/db/testing';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { explainPrepared, indexesUsed, rowsRead } from '#test/support/query-plan.ts';
import { seedInBulk } from '#test/support/seed-in-bulk.ts';
import { selectAbove, selectBelow, selectLevels } from '../change/parents.ts';
import { countChildrenStatement } from '../context/count-children.ts';
import { taskRow } from '../task-row.ts';
import { childrenWalk, maxLookedAt } from './children-walk.ts';
import { hierarchyStatement } from './get-hierarchy.ts';
import { walkQuery } from './walk-tasks.ts';

const tasks = 60_000;
const limit = 100;

/** A third of the tasks are sub-tasks of `task1`, nearly all of them archived or done. Other parents have few sub-tasks. */
const seed = `
  insert into tasks (id, team_id, project_id, title, parent_id, assigned_agent_id, status, archived_at, in_queue, created_at)
  select 'task' || n, 'team', 'project', 'Task ' || n,
    case when n % 3 = 0 then 'task1' when n % 3 = 1 and n > 1 then 'task' || n / 10 end,
    case when n % 2 = 0 then 'agent' end, status::task_status,
    case when n % 5 > 0 and status = 'done' then at end, status = 'todo', at
  from generate_series(1, ${tasks}) as n, lateral (select
    case when n % 3000 < 3 then 'todo' else 'done' end, timestamptz '2026-01-01' + n * interval '1 second') as each (status, at)`;

let db: TestDatabase;
let single: ReturnType<typeof openTestDatabase>;
beforeAll(async () => {
  db = await createTestDatabase(inject('postgresUrl'));
  single = openTestDatabase(db.url, { maxConnections: 1 });
  await db.owner.query(`insert into teams (id, name) values ('team', 'Team')`);
  await seedInBulk(db, 'tasks', seed);
});
afterAll(async () => {
  await single.close();
  await db.close();
});

const modes = ['force_custom_plan', 'force_generic_plan'];
const caller = { kind: 'key', id: 'key', teamId: 'team' } as const;
/** The sub-tasks that a page looks at, one of each status that PostgreSQL reads ahead, and the tasks of the page. */
const maxRows = 2 * maxLookedAt + taskStatuses.length + limit + 2;

it.each(modes)('reads a bounded number of sub-tasks for a page, for every filter (%s)', async (mode) => {
  await single.pool.query(`set plan_cache_mode = ${mode}`);
  const wrong: unknown[] = [];
  for (const filters of [
    {},
    { status: 'todo' as const },
    { status: 'done' as const },
    { archived: true },
    { agentId: 'agent' },
    { agentId: 'nobody', projectId: 'project' },
    { claimable: true },
    { cursor: `task${tasks / 2}` },
  ])
    for (const parentId of ['task1', 'task100', 'task7', 'unknown']) {
      const plan = await explainPrepared(
        single.pool,
        walkQuery(taskRow, childrenWalk(caller, { parentId, limit: limit + 1, ...filters })),
      );
      const count = rowsRead(plan, 'tasks');
      const used = indexesUsed(plan, 'tasks').filter((name) => name !== 'tasks_pkey');
      if (count > maxRows || used.some((name) => name !== 'tasks_of_parent_idx'))
        wrong.push({ parentId, ...filters, count, used });
    }
  expect(wrong).toEqual([]);
});

it.each(modes)('counts at most 1,000 sub-tasks through their index (%s)', async (mode) => {
  await single.pool.query(`set plan_cache_mode = ${mode}`);
  for (const taskId of ['task1', 'task100']) {
    const plan = await explainPrepared(single.pool, { text: countChildrenStatement.text, values: [taskId] });
    expect(rowsRead(plan, 'tasks')).toBeLessThanOrEqual(maxCountedChildren);
    expect(indexesUsed(plan, 'tasks')).toEqual(['tasks_of_parent_idx']);
  }
});

it.each(modes)('reads a bounded number of sub-tasks for the panel of a task (%s)', async (mode) => {
  await single.pool.query(`set plan_cache_mode = ${mode}`);
  for (const taskId of ['task1', 'task100']) {
    const { text, parameters } = hierarchyStatement;
    const params: Record<string, string> = { taskId, parentId: 'task10' };
    const plan = await explainPrepared(single.pool, { text, values: parameters.map((name) => params[name]) });
    expect(rowsRead(plan, 'tasks')).toBeLessThanOrEqual(
      maxCountedChildren + taskStatuses.length * maxListedChildren + 1,
    );
    expect(indexesUsed(plan, 'tasks').sort()).toEqual(['tasks_of_parent_idx', 'tasks_pkey']);
  }
});

it.each(modes)(
  'looks up the tasks above a new parent, and reads a bounded number of tasks below a task (%s)',
  async (mode) => {
    await single.pool.query(`set plan_cache_mode = ${mode}`);
    const valuesOf = (parameters: readonly string[], params: Record<string, unknown>) =>
      parameters.map((name) => params[name]);
    const above = await explainPrepared(single.pool, {
      text: selectAbove.text,
      values: valuesOf(selectAbove.parameters, { parentId: 'task10000', teamId: 'team' }),
    });
    expect(rowsRead(above, 'tasks')).toBeLessThanOrEqual(maxLevels);
    const parents = Array.from({ length: 50 }, (_, index) => `task${10_000 + index}`);
    const levels = await explainPrepared(single.pool, {
      text: selectLevels.text,
      values: valuesOf(selectLevels.parameters, { taskIds: `{${parents}}`, teamId: 'team' }),
    });
    expect(rowsRead(levels, 'tasks')).toBeLessThanOrEqual(50 * maxLevels);
    const below = await explainPrepared(single.pool, {
      text: selectBelow.text,
      values: valuesOf(selectBelow.parameters, { taskId: 'task1', maxLevels: maxLevels - 1 }),
    });
    expect(rowsRead(below, 'tasks')).toBeLessThanOrEqual(2 * maxSubTaskSearch);
    expect(indexesUsed(below, 'tasks')).toEqual(['tasks_of_parent_idx']);
  },
);
