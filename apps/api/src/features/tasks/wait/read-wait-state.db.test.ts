import type { Database } from '@crewboard/db';
import { createTestDatabase, openTestDatabase, type TestDatabase } from '@crewboard/db/testing';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { explainPrepared, rowsRead } from '#test/support/query-plan.ts';
import { seedInBulk } from '#test/support/seed-in-bulk.ts';
import { maxTasks, readWaitState, waitStateStatement } from './read-wait-state.ts';

const tasks = 20_000;

/** Each task waits for the task before. The first task is stuck: a person must act. */
const chain = `
  insert into tasks (id, team_id, project_id, title, blocked_by, open_blockers, in_queue, attention)
  select 'task' || n, 'team', 'project', 'T',
    case when n = 1 then '{}' else array['task' || n - 1] end, least(n - 1, 1), n = 1,
    case when n = 1 then 'stale' end
  from generate_series(1, ${tasks}) as n`;

describe(`a look at a chain of ${tasks} tasks`, () => {
  let db: TestDatabase;
  let single: Database;

  beforeAll(async () => {
    db = await createTestDatabase(inject('postgresUrl'));
    single = openTestDatabase(db.url, { maxConnections: 1 });
    await db.owner.query(`
      insert into teams (id, name) values ('team', 'Team');
      insert into projects (id, team_id, name) values ('project', 'team', 'Project');`);
    await seedInBulk(db, 'tasks', chain);
    await db.owner.query('analyze tasks');
  });

  afterAll(async () => {
    await single.close();
    await db.close();
  });

  it.each(['force_custom_plan', 'force_generic_plan'])(
    'looks up only the nearest blockers (%s)',
    async (mode) => {
      const { text, parameters } = waitStateStatement;
      const rowsOf = async (limit: number) => {
        const params = { teamId: 'team', ids: `{task${tasks},task1}`, limit };
        await single.pool.query(`set plan_cache_mode = ${mode}`);
        const values = parameters.map((name) => params[name]);
        return rowsRead(await explainPrepared(single.pool, { text, values }), 'tasks');
      };
      // With `any`, only the tasks themselves.
      expect(await rowsOf(2)).toBe(2);
      expect(await rowsOf(maxTasks)).toBeLessThanOrEqual(2 * maxTasks);
    },
  );

  it('finds a stuck task up to the maximum of tasks, and none farther up', async () => {
    const look = (ids: string[]) => readWaitState(single, { teamId: 'team', ids, waitFor: 'all' });
    expect(await look([`task${maxTasks}`, 'task1'])).toMatchObject({ isOver: true });
    const { isOver, watched } = await look([`task${maxTasks + 1}`]);
    expect(isOver).toBe(false);
    expect([watched.size, watched.has('task1'), watched.has('task2')]).toEqual([maxTasks + 1, true, true]);
  });
});
