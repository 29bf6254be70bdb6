import { createTestDatabase, type TestDatabase } from '@crewboard/db/testing';
import { afterEach, beforeEach, expect, inject, it } from 'vitest';
import { Batches } from '#src/batching/batches.ts';
import { deleteTasksOfProjects } from './delete-tasks-of-projects.ts';
import { createSystemContextOf } from './system-context.ts';

let db: TestDatabase;
beforeEach(async () => {
  db = await createTestDatabase(inject('postgresUrl'));
  await db.owner.query(`
    insert into teams (id, name) values ('busy', 'B'), ('other', 'O');
    insert into tombstones (id, team_id, subject_type, created_at, erase_at) values
      ('of-busy', 'busy', 'project', now(), now() - interval '1 minute'), ('of-other', 'other', 'project', now(), now());
    insert into tasks (id, team_id, project_id, title)
    select team || n, team, 'of-' || team, 'T' from unnest('{busy,other}'::text[]) as team, generate_series(1, 60) as n`);
});
afterEach(() => db.close());

it('deletes the tasks of other teams if those of one team cannot be deleted, and returns the error', async () => {
  const systemContextOf = createSystemContextOf({ of: () => db }, new Batches(db));
  const tooBusy = new Error('too busy');
  const parts = {
    db,
    systemContextOf: (teamId: string) => {
      const rejecting = { ...db, transaction: () => Promise.reject(tooBusy) };
      return teamId === 'busy' ? { ...systemContextOf(teamId), db: rejecting } : systemContextOf(teamId);
    },
    taskArrivals: { report() {} },
  };
  const left = async () => {
    const { rows } = await db.owner.query('select team_id, count(*)::int from tasks group by 1 order by 1');
    return rows;
  };
  expect(await deleteTasksOfProjects(parts)).toEqual({ count: 100, failure: tooBusy });
  expect(await left()).toEqual([
    { team_id: 'busy', count: 60 },
    { team_id: 'other', count: 10 },
  ]);
  for (let round = 0; round < 2; round += 1) await deleteTasksOfProjects({ ...parts, systemContextOf });
  expect(await left()).toEqual([]);
});
