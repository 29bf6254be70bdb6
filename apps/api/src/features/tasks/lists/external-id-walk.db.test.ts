import { createTestDatabase, openTestDatabase, type TestDatabase } from '@crewboard/db/testing';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { explainPrepared, indexesUsed, rowsRead } from '#test/support/query-plan.ts';
import { seedInBulk } from '#test/support/seed-in-bulk.ts';
import { taskRow } from '../task-row.ts';
import { externalIdWalk } from './external-id-walk.ts';
import { walkQuery } from './walk-tasks.ts';

const tasks = 50_000;

/**
 * Every other task has an external id, the two teams have the same ones, and a fifth of the tasks is archived. All are
 * assigned.
 */
const seed = `
  insert into tasks (id, team_id, project_id, title, assigned_agent_id, assigned_member_id, external_id, archived_at, in_queue, created_at)
  select 'task' || n, case when n % 4 < 2 then 'team' else 'other' end, 'project', 'Task ' || n,
    case when n % 3 > 0 then 'agent' end, case when n % 3 = 0 then 'person' end,
    case when n % 2 = 0 then 'plan ' || n / 4 end, case when n % 5 = 0 then at end, n % 5 > 0 and n % 3 > 0, at
  from generate_series(1, ${tasks}) as n, lateral (select timestamptz '2026-01-01' + n * interval '1 second') as time (at)`;

let db: TestDatabase;
let single: ReturnType<typeof openTestDatabase>;
beforeAll(async () => {
  db = await createTestDatabase(inject('postgresUrl'));
  single = openTestDatabase(db.url, { maxConnections: 1 });
  await db.owner.query(`insert into teams (id, name) values ('team', 'Team'), ('other', 'Other')`);
  await db.owner.query(`insert into projects (id, team_id, name) values ('project', 'team', 'Project')`);
  await seedInBulk(db, 'tasks', seed);
});
afterAll(async () => {
  await single.close();
  await db.close();
});

it.each(['force_custom_plan', 'force_generic_plan'])(
  `finds one of ${tasks} tasks through the index of external ids, for every filter (%s)`,
  async (mode) => {
    await single.pool.query(`set plan_cache_mode = ${mode}`);
    for (const filters of [
      {},
      { archived: true },
      { status: 'todo' as const, projectId: 'project', agentId: 'agent' },
      { memberId: 'person' },
      { cursor: `task${tasks}` },
    ]) {
      const caller = { kind: 'key', id: 'key', teamId: 'team' } as const;
      const walk = externalIdWalk(caller, { externalId: 'plan 100', limit: 2, ...filters });
      const plan = await explainPrepared(single.pool, walkQuery(taskRow, walk));
      expect(indexesUsed(plan, 'tasks')).toContain('tasks_external_id_key');
      expect(rowsRead(plan, 'tasks')).toBeLessThanOrEqual(2);
    }
  },
);
