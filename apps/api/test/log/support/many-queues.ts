import type { Database } from '@crewboard/db';
import { createTestDatabase, openTestDatabase, type TestDatabase } from '@crewboard/db/testing';
import { afterAll, beforeAll, inject } from 'vitest';
import { seedInBulk } from '#test/support/seed-in-bulk.ts';

export const tasks = 200_000;
/** The projects of `worker`: each is looked up once as a project, and once for its first task. */
export const projectsOfWorker = 5;

/**
 * `busy` has 10,000 open tasks of each priority, 30,000 that are assigned to other agents, and many that are done or
 * held; `worker` has 15,000 open tasks in five projects. Of `last`, only the very last task is claimable; of `idle`, none is.
 */
const seed = `
  insert into tasks (id, team_id, project_id, title, status, priority, in_queue, assigned_agent_id, held_since, completed_at, created_at)
  select 'task' || n, team, team || ' project' || case when agent = 'worker' then ' ' || n % ${projectsOfWorker} else '' end,
    'T', status::task_status, (array['low', 'normal', 'high'])[1 + n % 3]::task_priority, status = 'todo', agent,
    case when status = 'in_progress' then now() end, case when status = 'done' then now() end,
    timestamptz '2026-01-01' + n * interval '1 second'
  from generate_series(1, ${tasks}) as n, lateral (select
    case when n % 4 = 0 or n = ${tasks - 1} then 'last' when n % 10 = 1 then 'idle' else 'busy' end,
    case when n = ${tasks - 1} then 'todo' when n % 4 = 0 or n % 10 = 1 then 'done'
      when n % 5 = 2 then 'in_progress' else 'todo' end,
    case when n = ${tasks - 1} then null when n % 20 = 2 then 'holder' when n % 4 = 0 or n % 5 = 2 or n % 7 < 2 then 'other' || n % 50
      when n % 10 <> 1 and n % 7 = 2 then 'worker' end
  ) as kind (team, status, agent)`;

export const teams = ['busy', 'last', 'idle'];

/** A database with the tasks, from before the first test of a file to after its last one. `pool` has one connection, whose settings stay. */
export function useManyQueues() {
  let db: TestDatabase;
  let single: Database;

  beforeAll(async () => {
    db = await createTestDatabase(inject('postgresUrl'));
    single = openTestDatabase(db.url, { maxConnections: 1 });
    for (const team of teams) {
      await db.owner.query(`insert into teams (id, name) values ($1, $1)`, [team]);
      await db.owner.query(`insert into projects (id, team_id, name) values ($1 || ' project', $1, 'P')`, [
        team,
      ]);
      await db.owner.query(
        `insert into projects (id, team_id, name) values ($1 || ' empty project', $1, 'E')`,
        [team],
      );
      await db.owner.query(`insert into agents (id, team_id, name) values ($1 || ' agent', $1, 'A')`, [team]);
    }
    await db.owner.query(
      `insert into agents (id, team_id, name, token_hash, token_prefix) values ('worker', 'busy', 'W', sha256('w'), 'cb_agent_w')`,
    );
    await db.owner.query(
      `insert into projects (id, team_id, name) select 'busy project ' || n, 'busy', 'P' from generate_series(0, ${projectsOfWorker - 1}) as n`,
    );
    await db.owner.query(
      `insert into agents (id, team_id, name, status) values ('holder', 'busy', 'H', 'inactive')`,
    );
    await seedInBulk(db, 'tasks', seed);
  });
  afterAll(async () => {
    await single.close();
    await db.close();
  });
  return { owner: () => db.owner, pool: () => single.pool };
}
