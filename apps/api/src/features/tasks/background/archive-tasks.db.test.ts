import { createTestDatabase, type TestDatabase } from '@crewboard/db/testing';
import { afterEach, beforeEach, expect, inject, it } from 'vitest';
import { Batches } from '#src/batching/batches.ts';
import { archiveWithProjects } from './archive-tasks.ts';
import { createSystemContextOf } from './system-context.ts';

let db: TestDatabase;
beforeEach(async () => {
  db = await createTestDatabase(inject('postgresUrl'));
  await db.owner.query(`
    insert into teams (id, name) values ('team', 'T');
    insert into projects (id, team_id, name, archived_at) values ('project', 'team', 'P', now())`);
});
afterEach(() => db.close());

/** Requests the archival or restoration of the project, some time ago. */
const request = (restores: boolean, ago: string) =>
  db.owner.query(
    `insert into project_archivals (project_id, team_id, restores, begun_at)
     values ('project', 'team', $1, now() - $2::interval)
     on conflict (team_id, project_id) do update set restores = excluded.restores, begun_at = excluded.begun_at`,
    [restores, ago],
  );
const insertTask = (isArchived: boolean) =>
  db.owner.query(
    `insert into tasks (id, team_id, project_id, title, archived_at, archived_with_project, in_queue)
     values ('task', 'team', 'project', 'T', case when $1 then now() end, $1, not $1)`,
    [isArchived],
  );
const isArchived = async () =>
  (await db.owner.query('select from tasks where archived_at is not null')).rowCount === 1;

/** `afterRead` runs after the round has read its work. */
async function archive(afterRead = async (): Promise<unknown> => undefined): Promise<void> {
  const reads = [afterRead];
  const query = async (...args: unknown[]) => {
    const result = await (db.query as (...given: unknown[]) => Promise<unknown>)(...args);
    await reads.pop()?.();
    return result;
  };
  await archiveWithProjects({
    db: { query } as never,
    systemContextOf: createSystemContextOf({ of: () => db }, new Batches(db)),
    taskArrivals: { report() {} } as never,
  });
}

it('archives a task that a request created after the archival of its project, for a minute', async () => {
  await request(false, '1 second');
  await archive();
  await insertTask(false);
  await archive();
  expect(await isArchived()).toBe(true);
});

it('ends an archival a minute after it began, once no task is left', async () => {
  const countArchivals = async () => (await db.owner.query('select from project_archivals')).rowCount;
  await request(false, '30 seconds');
  await archive();
  expect(await countArchivals()).toBe(1);
  await request(false, '61 seconds');
  await archive();
  expect(await countArchivals()).toBe(0);
});

it('takes the teams in turn, so that a large project of one holds up no other', async () => {
  await db.owner.query(`
    insert into tasks (id, team_id, project_id, title)
      select 'large' || n, 'team', 'project', 'T' from generate_series(1, 300) as n;
    insert into teams (id, name) values ('other', 'O');
    insert into projects (id, team_id, name) values ('restored', 'other', 'P');
    insert into tasks (id, team_id, project_id, title, archived_at, archived_with_project, in_queue)
      values ('small', 'other', 'restored', 'T', now(), true, false);
    insert into project_archivals (project_id, team_id, restores) values ('restored', 'other', true)`);
  await request(false, '1 hour');
  await archive();
  const { rows } = await db.owner.query('select id from tasks where archived_at is null order by id <> $1', [
    'small',
  ]);
  expect(rows[0]).toEqual({ id: 'small' });
  expect(rows).toHaveLength(300 - 199 + 1);
});

it('keeps a restoration that was requested while the archival before it ended', async () => {
  await insertTask(true);
  await request(false, '1 hour');
  await archive(() => request(true, '0'));
  await archive();
  expect(await isArchived()).toBe(false);
});

it('leaves the tasks of a project that was restored, or archived again, after the round had found them', async () => {
  await insertTask(false);
  await request(false, '1 second');
  await archive(() => request(true, '0'));
  expect(await isArchived()).toBe(false);
  await request(false, '0');
  await archive();
  expect(await isArchived()).toBe(true);
  await request(true, '0');
  await archive(() => request(false, '0'));
  expect(await isArchived()).toBe(true);
});
