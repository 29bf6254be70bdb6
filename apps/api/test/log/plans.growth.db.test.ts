import { logBeginning } from '@crewboard/contracts';
import { createTestDatabase, openTestDatabase, type TestDatabase } from '@crewboard/db/testing';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { readNextLogPage } from '../../src/features/events/log/read-next-page.ts';
import { readTasks } from '../../src/features/tasks/change/read-task.ts';
import { settle } from './support/settle.ts';

const tasks = 10_000;
const limit = 50;

const seedTiny = `
  insert into teams (id, name) values ('team', 'Team');
  insert into projects (id, team_id, name) values ('project', 'team', 'Project');
  insert into tasks (id, team_id, project_id, title) values ('task', 'team', 'project', 'Task');
  insert into events (team_id, actor_kind, type, subject_type, subject_id, snapshot)
    select 'team', 'system', 'task.created', 'task', 'task', '{}' from generate_series(1, ${limit});
  analyze`;

/** As a large import and the deletion of a large project leave them before autovacuum has looked. */
const seedGrowth = `
  insert into tasks (id, team_id, project_id, title)
    select 'task' || n, 'team', 'project', 'Task' from generate_series(1, ${tasks}) as n;
  insert into tombstones (id, team_id, subject_type, created_at)
    select 'deleted' || n, 'team', 'task', now() from generate_series(1, ${tasks}) as n`;

describe(`goes by the size of tables that grow to ${tasks} rows after a plan was made for a tiny one`, () => {
  let db: TestDatabase;

  beforeAll(async () => {
    // One connection, which has the plans, and sizes that are read before each statement.
    db = await createTestDatabase(inject('postgresUrl'), (url) =>
      openTestDatabase(url, { maxConnections: 1, maxSizeAgeMs: 0 }),
    );
    await db.owner.query(seedTiny);
    await settle({ db });
    // PostgreSQL plans five executions for their values, and keeps the plan of the next one.
    for (let execution = 0; execution < 10; execution += 1) {
      await readHotTask();
      await readPage();
    }
    await db.owner.query(seedGrowth);
  });
  afterAll(() => db.close());

  /** How many rows of the table `read` reads. */
  const countRows = (table: string, read: (connection: Pick<TestDatabase, 'query'>) => Promise<unknown>) =>
    db.transaction(async (connection) => {
      const count = async () => {
        const { rows } = await connection.query<{ count: number }>(
          `select (seq_tup_read + coalesce(idx_tup_fetch, 0))::int as count from pg_stat_xact_user_tables where relname = '${table}'`,
        );
        return rows[0]?.count ?? 0;
      };
      const before = await count();
      await read(connection);
      return (await count()) - before;
    });

  const readHotTask = () =>
    countRows('tasks', async (connection) => {
      const call = { teamId: 'team', taskId: 'task', actorId: null, tokenHash: null };
      expect(await readTasks(connection, [call])).toMatchObject([{ id: 'task' }]);
    });

  const readPage = () =>
    countRows('tombstones', async (connection) => {
      const beginning = { teamIds: ['team'], after: logBeginning, known: logBeginning, limit };
      expect((await readNextLogPage(connection, beginning)).events).toHaveLength(limit);
    });

  it('a task that a change reads', async () => {
    await expect.poll(readHotTask).toBeLessThanOrEqual(1);
  });

  it('the tombstones that a page of the log looks up', async () => {
    await expect.poll(readPage).toBe(0);
  });
});
