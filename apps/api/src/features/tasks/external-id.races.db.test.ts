import { createTestDatabase, type TestDatabase } from '@crewboard/db/testing';
import { afterAll, beforeAll, beforeEach, expect, inject, it, vi } from 'vitest';
import type { VerbContext } from '../verb-context.ts';
import { withExternalIds } from './external-id.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await createTestDatabase(inject('postgresUrl'));
  await db.owner.query(`insert into teams (id, name) values ('team', 'Team')`);
  await db.owner.query(`insert into projects (id, team_id, name) values ('there', 'team', 'P')`);
});
afterAll(() => db.close());

/** The tasks of a deleted project. The order of their external ids is the reverse of the order of their ids. */
beforeEach(async () => {
  await db.owner.query('delete from tasks');
  await db.owner.query(
    `insert into tasks (id, team_id, project_id, title, blocked_by, external_id)
     values ('1', 'team', 'deleted', 'T', '{}', 'b'), ('2', 'team', 'deleted', 'T', '{}', 'a')`,
  );
});

const taken = () => Object.assign(new Error('duplicate key'), { constraint: 'tasks_external_id_key' });
const given = ['a', 'b'].map((externalId) => ({ externalId, path: externalId }));

/** Creates a plan with both external ids, which fails at first, as if one were taken. */
function create(ids = given) {
  const change = vi.fn(async () => 'created').mockRejectedValueOnce(taken());
  const ctx = { db, actor: { teamId: 'team' } } as unknown as VerbContext;
  return { change, created: withExternalIds(ctx, ids, change) };
}

/** Creates the plan while another transaction, which runs `first` before and `go` once the plan waits for it, is open. */
async function beside(first: string, go: string): Promise<ReturnType<typeof create>> {
  const other = await db.owner.connect();
  try {
    await other.query(`begin; ${first}`);
    const plan = create();
    plan.created.catch(() => undefined);
    const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    await expect.poll(async () => (await db.owner.query(waiting)).rowCount).toBe(1);
    await other.query(`${go}; commit`);
    return plan;
  } finally {
    other.release(true);
  }
}

it('does not deadlock with the deletion of the tasks, and creates the plan after it', async () => {
  const { created } = await beside(`delete from tasks where id = '1'`, `delete from tasks where id = '2'`);
  expect(await created).toBe('created');
});

it('does not take the external id of a task that is moved out of the deleted project', async () => {
  const { created } = await beside(`update tasks set project_id = 'there' where id = '1'`, 'select');
  // The external id of the other task was freed.
  expect(await created).toBe('created');
  const { rows } = await db.owner.query('select id, external_id from tasks order by id');
  expect(rows).toEqual([
    { id: '1', external_id: 'b' },
    { id: '2', external_id: null },
  ]);
});
