import type { Queryable } from '@crewboard/db';
import { createTestDatabase, type TestDatabase } from '@crewboard/db/testing';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import type { VerbContext } from '../../verb-context.ts';
import { insertPlan } from './insert-plan.ts';
import { resolvePlan } from './plan.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await createTestDatabase(inject('postgresUrl'));
  await db.pool.query(`
    insert into teams (id, name) values ('team', 'Team');
    insert into projects (id, team_id, name) values ('project', 'team', 'Project');
    insert into tasks (id, team_id, project_id, title) values ('blocker', 'team', 'project', 'T')`);
});
afterAll(() => db.close());

/** A connection whose rows say that they were read 3 s before they were. */
const asIfSlow = (connection: Queryable) => ({
  async query(statement: object) {
    const result = await (
      connection.query as (statement: object) => Promise<{ rows: { readAt?: string }[] }>
    )(statement);
    for (const row of result.rows)
      if (row.readAt) row.readAt = new Date(Date.parse(row.readAt) - 3_000).toISOString();
    return result;
  },
});

it('is created however long ago it read its blockers, because it has locked them', async () => {
  const ctx = {
    actor: { kind: 'agent', id: 'ada', teamId: 'team' },
    requestId: 'request',
    db: {
      transaction: (run: (connection: Queryable) => unknown) =>
        db.transaction(async (connection) => run(asIfSlow(connection) as Queryable)),
    },
  } as unknown as VerbContext;
  const planned = { projectId: 'project', title: 'T', blockedBy: ['blocker'] };
  const plan = resolvePlan([planned, planned], () => crypto.randomUUID());
  expect(await insertPlan(ctx, plan)).toMatchObject([{ isBlocked: true }, { isBlocked: true }]);
  const { rows } = await db.pool.query(`select dependants from tasks where id = 'blocker'`);
  expect(rows).toEqual([{ dependants: 2 }]);
});
