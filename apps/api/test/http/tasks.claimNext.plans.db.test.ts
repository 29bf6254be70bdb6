import { type Database, openDatabase } from '@crewboard/db';
import { createTestDatabase, type TestDatabase } from '@crewboard/db/testing';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { claimNextStatements } from '../../src/features/tasks/claim-next-task.ts';
import { type Plan, rowsRead } from '../support/query-plan.ts';
import { seedInBulk } from '../support/seed-in-bulk.ts';

const tasks = 200_000;
/** One candidate for each priority, of the caller and of nobody, and the row that is claimed. */
const maxRowsRead = 10;

const seedTeams = `
  insert into teams (id, name) values ('busy', 'Busy'), ('small', 'Small'), ('over', 'All is done');
  insert into projects (id, team_id, name) select 'p' || n, 'busy', 'Project' from generate_series(1, 10) as n;
  insert into projects (id, team_id, name) values ('rare', 'busy', 'Rare'), ('of small', 'small', 'P'), ('of over', 'over', 'P');
  insert into agents (id, team_id, name) select id, team_id, id from (values
    ('ada', 'busy'), ('bob', 'busy'), ('cy', 'busy'), ('sam', 'small'), ('oz', 'over')) as t (id, team_id)`;

/**
 * Half of a large team's tasks wait, most of them with a normal priority and many of them for Bob, who has thousands; a
 * quarter are done and the rest are held or need attention. Project "rare" has five waiting tasks of a low priority.
 */
const seedTasks = `
  insert into tasks (id, team_id, project_id, title, status, priority, assigned_agent_id, held_since, completed_at,
    lease_seconds, lease_expires_at, needs_attention, created_at)
  select 't' || n, team, case team when 'busy' then case when n % 40000 = 11 then 'rare' else 'p' || n % 10 + 1 end else 'of ' || team end,
    'Task', state::task_status, case when n % 40000 = 11 then 'low' when n % 50 = 1 then 'high' else 'normal' end::task_priority,
    case when state = 'in_progress' then 'cy' when n % 20 = 3 and state = 'todo' and team = 'busy' then 'bob' end,
    case when state = 'in_progress' then now() end, null,
    case when state = 'in_progress' then 60 end, case when state = 'in_progress' then now() + interval '1 hour' end,
    case when state = 'todo' and n % 8 = 2 then 'attempts_exhausted' end,
    timestamptz '2026-01-01' + n * interval '1 second'
  from generate_series(1, ${tasks}) as n, lateral (select
    case when n % 1000 = 500 then 'small' when n % 10 = 9 then 'over' else 'busy' end as team,
    case when n % 1000 = 500 then 'todo' when n % 10 = 9 or n % 4 = 0 then 'done' when n % 500 = 6 then 'in_progress' else 'todo' end as state) as t`;

describe(`claiming the next of ${tasks} tasks`, () => {
  let db: TestDatabase;
  let single: Database;

  beforeAll(async () => {
    db = await createTestDatabase(inject('postgresUrl'));
    single = openDatabase(db.url, { maxConnections: 1 });
    await db.owner.query(seedTeams);
    await seedInBulk(db, 'tasks', seedTasks);
  }, 120_000);
  afterAll(async () => {
    await single.close();
    await db.close();
  });

  type Claim = { teamId: string; actorId: string; projectId?: string; priority?: string };

  /** How many rows of tasks a claim reads. It is rolled back. */
  async function read(claim: Claim, mode: string): Promise<{ rows: number; claimed: number }> {
    const { text, parameters } = claimNextStatements[claim.projectId ? 'project' : 'team'];
    const values: Record<string, unknown> = { actorKind: 'agent', leaseSeconds: 60, ...claim };
    const literals = parameters.map((name) => {
      const value = values[name] ?? null;
      return typeof value === 'string' ? `'${value}'` : String(value);
    });
    const { pool: client } = single;
    await client.query(`set plan_cache_mode = ${mode}`);
    await client.query(`prepare claim as ${text}`);
    await client.query('begin');
    const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>(
      `explain (analyze, format json) execute claim(${literals.join(', ')})`,
    );
    await client.query('rollback');
    await client.query('deallocate claim');
    const plan = (rows[0] as (typeof rows)[0])['QUERY PLAN'][0].Plan;
    return { rows: rowsRead(plan, 'tasks'), claimed: plan['Actual Rows'] };
  }

  const claims: [name: string, claim: Claim, claimed: number][] = [
    ['an agent without tasks of its own', { teamId: 'busy', actorId: 'ada' }, 1],
    ['an agent with thousands of its own', { teamId: 'busy', actorId: 'bob' }, 1],
    ['a priority with many tasks', { teamId: 'busy', actorId: 'ada', priority: 'normal' }, 1],
    ['a priority with few tasks', { teamId: 'busy', actorId: 'ada', priority: 'low' }, 1],
    ['a large project', { teamId: 'busy', actorId: 'bob', projectId: 'p4' }, 1],
    ['a small project', { teamId: 'busy', actorId: 'ada', projectId: 'rare' }, 1],
    [
      'a project and a priority without tasks',
      { teamId: 'busy', actorId: 'ada', projectId: 'rare', priority: 'high' },
      0,
    ],
    ['a project of another team', { teamId: 'small', actorId: 'sam', projectId: 'p4' }, 0],
    ['a small team beside a large one', { teamId: 'small', actorId: 'sam' }, 1],
    ['a team whose tasks are all done', { teamId: 'over', actorId: 'oz' }, 0],
  ];

  it.each(claims)('reads a few rows for %s', async (_, claim, claimed) => {
    for (const mode of ['force_custom_plan', 'force_generic_plan']) {
      const found = await read(claim, mode);
      expect(found.claimed, mode).toBe(claimed);
      expect(found.rows, mode).toBeLessThanOrEqual(maxRowsRead);
    }
  });
});
