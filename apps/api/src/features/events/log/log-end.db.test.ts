import { createTestDatabase, openTestDatabase, type TestDatabase } from '@crewboard/db/testing';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { explainPrepared, rowsRead } from '#test/support/query-plan.ts';
import { seedInBulk } from '#test/support/seed-in-bulk.ts';
import { teamEndStatement } from './log-end.ts';

let db: TestDatabase;
let single: ReturnType<typeof openTestDatabase>;

beforeAll(async () => {
  db = await createTestDatabase(inject('postgresUrl'));
  single = openTestDatabase(db.url, { maxConnections: 1 });
  await seedInBulk(
    db,
    'events',
    `insert into events (xid, team_id, actor_kind, actor_id, type, subject_type, subject_id, snapshot)
     select '3', 'busy', 'agent', 'ada', 'task.moved', 'task', 'task', '{}' from generate_series(1, 20000)`,
  );
});
afterAll(async () => {
  await single.close();
  await db.close();
});

it.each(['force_custom_plan', 'force_generic_plan'])(
  'reads one event for the end of a team that the statistics do not know (%s)',
  async (mode) => {
    await single.pool.query(`set plan_cache_mode = ${mode}`);
    const { text, parameters } = teamEndStatement;
    for (const teamId of ['busy', 'a team before it', 'the team behind it']) {
      const params: Record<string, unknown> = { teamId, xid: '9000000000', id: '0' };
      const plan = await explainPrepared(single.pool, {
        text,
        values: parameters.map((name) => params[name]),
      });
      expect(rowsRead(plan, 'events'), teamId).toBeLessThanOrEqual(1);
    }
  },
);
