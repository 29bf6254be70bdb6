import { maxSubTaskSearch } from '@crewboard/contracts';
import { createTestDatabase, type TestDatabase } from '@crewboard/db/testing';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { seedInBulk } from '#test/support/seed-in-bulk.ts';
import { assertParent } from './parents.ts';

let db: TestDatabase;

/** Tasks with as many sub-tasks as are searched, and with one more. */
beforeAll(async () => {
  db = await createTestDatabase(inject('postgresUrl'));
  await db.owner.query(`
    insert into teams (id, name) values ('team', 'Team');
    insert into projects (id, team_id, name) values ('project', 'team', 'Project')`);
  await seedInBulk(
    db,
    'tasks',
    `insert into tasks (id, team_id, project_id, title, created_by_kind, rank, parent_id)
     select id, 'team', 'project', 'T', 'key', id, parent_id from (
       values ('above', null), ('most', null), ('more', null)
       union all select 'most ' || n, 'most' from generate_series(1, ${maxSubTaskSearch}) as n
       union all select 'more ' || n, 'more' from generate_series(0, ${maxSubTaskSearch}) as n
     ) as each (id, parent_id)`,
  );
});
afterAll(() => db.close());

const setParent = (id: string) => assertParent(db.pool, { id, teamId: 'team', isNew: false }, 'above');

it('gives a task with as many sub-tasks as are searched a parent, and none with one more', async () => {
  await setParent('most');
  await expect(setParent('more')).rejects.toThrow(`the task has more than ${maxSubTaskSearch} sub-tasks`);
});
