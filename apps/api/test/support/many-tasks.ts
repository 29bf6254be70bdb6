import { taskStatuses } from '@crewboard/contracts';
import type { Database } from '@crewboard/db';
import { createTestDatabase, openTestDatabase, type TestDatabase } from '@crewboard/db/testing';
import { afterAll, beforeAll, inject } from 'vitest';
import { type Plan, rowsRead } from './query-plan.ts';
import { seedInBulk } from './seed-in-bulk.ts';

export const tasks = 200_000;

/**
 * Two teams. In the large one every filter alone is common and some combinations are rare: nearly all tasks are
 * in one project, of one agent, and done; the rest lies far back in time.
 */
const seedTeams = `
  insert into teams (id, name) values ('team', 'Large'), ('other', 'Other');
  insert into projects (id, team_id, name) values
    ('big', 'team', 'Big'), ('small', 'team', 'Small'), ('foreign', 'other', 'Foreign');
  insert into agents (id, team_id, name) values
    ('busy', 'team', 'Busy'), ('idle', 'team', 'Idle'), ('stranger', 'other', 'Stranger');`;

const seedTasks = `
  insert into tasks (id, team_id, project_id, assigned_agent_id, assigned_member_id, title, status, held_since, in_queue, created_at, status_changed_at)
  select 'task' || n, case when n % 10 = 0 then 'other' else 'team' end,
    case when n % 10 = 0 then 'foreign' when n < 2000 or n % 1000 = 1 then 'small' else 'big' end,
    case when n % 10 = 0 then 'stranger' when n < 1000 and n % 2 = 1 then 'idle' when n % 7 > 0 then 'busy' end,
    case when n % 28 = 0 and n % 10 > 0 then 'person' end,
    'Task ' || n || case when n < 20000 then ' ancient' when n % 1000 = 3 then ' rare' else '' end,
    status::task_status, null, status = 'todo' and (n % 28 > 0 or n % 10 = 0), at, at
  from generate_series(1, ${tasks}) as n, lateral (select
    case when n < 3000 then (array['todo', 'cancelled', 'done'])[n % 3 + 1] else 'done' end,
    timestamptz '2026-01-01' + n / 3 * interval '1 second') as time (status, at)`;

const seedSearch = `
  insert into task_search select id, team_id, task_search_body(title, description) from tasks`;

/** Counts of other projects, so that a scan of all is noticed. */
const seedCounts = `
  insert into task_counts select 'team', 'project' || n, 'todo', 1 from generate_series(1, 5000) as n`;

/** When it was created. */
export const timeOf = (id: string) =>
  new Date(Date.UTC(2026, 0) + Math.floor(Number(id.replace('task', '')) / 3) * 1_000).toISOString();

type Query = { text: string; values: unknown[] };

/** A database with the tasks, from before the first test of a file to after its last one. */
export function useManyTasks() {
  let db: TestDatabase;
  /** One connection, so that its settings hold for every statement. */
  let client: Database['pool'];
  let close: () => Promise<void>;

  beforeAll(async () => {
    db = await createTestDatabase(inject('postgresUrl'));
    const single = openTestDatabase(db.url, { maxConnections: 1 });
    client = single.pool;
    close = single.close;
    await client.query(seedTeams);
    await seedInBulk(db, 'tasks', seedTasks);
    await seedInBulk(db, 'task_search', seedSearch);
    await db.owner.query('select recount()');
    await db.owner.query(seedCounts);
    await db.owner.query('analyze teams, projects, agents, task_counts');
    // All rows: with a sample, one plan in ten runs was another.
    await db.owner.query('set default_statistics_target = 700; analyze tasks, task_search');
  });

  afterAll(async () => {
    await close();
    await db.close();
  });

  async function explain({ text, values }: Query): Promise<Plan> {
    await client.query(`prepare page as ${text}`);
    const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>(
      `explain (analyze, timing off, format json) execute page${values.length > 0 ? `(${values.map(literal).join(', ')})` : ''}`,
    );
    await client.query('deallocate page');
    return (rows[0] as (typeof rows)[0])['QUERY PLAN'][0].Plan;
  }

  /** How many tasks a statement reads. */
  const read = async (query: Query) => rowsRead(await explain(query), 'tasks');

  return {
    db: () => db,
    client: () => client,
    explain,
    read,
  };
}

export const anyOf = <T>(...values: T[]) => [undefined, ...values];
// What belongs to another team is looked up before the tasks: alone is enough.
export const owners = [
  ...anyOf('big', 'small').flatMap((projectId) =>
    [
      ...anyOf('busy', 'idle').map((agentId) => ({ agentId, memberId: undefined })),
      { agentId: undefined, memberId: 'person' },
    ].map((assignee) => ({ projectId, ...assignee })),
  ),
  { projectId: 'foreign', agentId: undefined, memberId: undefined },
  { projectId: undefined, agentId: 'stranger', memberId: undefined },
];
// Cancelled tasks are stored as those in todo.
const statuses = taskStatuses.filter((status) => status !== 'cancelled');
export const combinations = anyOf(...statuses).flatMap((status) =>
  owners.flatMap((owner) => anyOf('task100001', 'task1500').map((cursor) => ({ status, ...owner, cursor }))),
);

/** PostgreSQL may plan for the given values or once for all values: test both. */
export const planModes = ['force_custom_plan', 'force_generic_plan'];
const literal = (value: unknown) =>
  value === null || typeof value === 'number' ? String(value) : `'${value}'`;
