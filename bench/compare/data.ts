import type pg from 'pg';
import { createToken } from '../../apps/api/src/auth/tokens.ts';
import { seedLeanTables } from './lean-tables.ts';

export type Size = { tasks: number; events: number };
export type Agent = { id: string; teamId: string; projectId: string; token: string };

export const teamCount = 20;
const agentsPerTeam = 4;
/** Few enough for a statement to take a short time. */
const rowsPerStatement = 20_000;

/** The id of the task with this number. Its team is that of the number modulo `teamCount`. */
export const taskId = (n: number): string => `task${String(n).padStart(12, '0')}`;

/** Whether the task was created in `todo`: three of five, in every team. */
export const isTodo = (n: number): boolean => Math.floor(n / teamCount) % 5 < 3;

const insertTasks = `
  insert into tasks (id, team_id, project_id, title, description, status, priority, in_queue, completed_at,
    created_at, status_changed_at)
  select 'task' || lpad(n::text, 12, '0'), 'team' || n % ${teamCount}, 'project' || n % ${teamCount}, 'Task number ' || n,
    repeat('What to do, and why. ', 8), status, (array['low', 'normal', 'high'])[1 + n / 7 % 3]::task_priority,
    status = 'todo', case when status = 'done' then created_at end, created_at, created_at
  from generate_series($1::int, $2::int) as n, lateral (
    select timestamptz '2026-01-01' + n * interval '1 second' as created_at,
      (case when n / ${teamCount} % 5 < 3 then 'todo' when n / ${teamCount} % 5 = 3 then 'done' else 'cancelled' end)::task_status
        as status) as computed`;

/** Events of a kind that no statement of the comparison reads, as long as those of a task. */
const insertEvents = `
  insert into events (team_id, type, subject_type, subject_id, actor_kind, actor_id, snapshot, changes, created_at)
  select 'team' || n % ${teamCount}, 'task.updated', 'task', 'task' || lpad((n % $3)::text, 12, '0'), 'agent',
    'agent' || n % ${teamCount} || '-0', jsonb_build_object('id', 'task' || n, 'title', 'Task number ' || n, 'description',
      repeat('What to do, and why. ', 8), 'status', 'todo', 'priority', 'normal'),
    '{"title": {"before": "a"}}', timestamptz '2026-01-01' + n * interval '1 second'
  from generate_series($1::int, $2::int) as n`;

/** Runs the prepared statement for the numbers below `count`, in parts. */
async function insertInParts(
  owner: pg.Pool,
  name: string,
  text: string,
  count: number,
  params: unknown[] = [],
) {
  for (let first = 0; first < count; first += rowsPerStatement) {
    const last = Math.min(count, first + rowsPerStatement) - 1;
    await owner.query({ name, text, values: [first, last, ...params] });
  }
}

/** Fills an empty database, without triggers, and returns 80 agents in 20 teams. */
export async function seedData(owner: pg.Pool, { tasks, events }: Size): Promise<Agent[]> {
  await owner.query('set session_replication_role = replica');
  const agents = Array.from({ length: teamCount * agentsPerTeam }, (_, index) => {
    const team = index % teamCount;
    const { token, hash, prefix } = createToken('agent');
    const id = `agent${team}-${Math.floor(index / teamCount)}`;
    return { id, teamId: `team${team}`, projectId: `project${team}`, token, hash, prefix };
  });
  await owner.query(
    `insert into teams (id, name) select 'team' || n, 'Team ' || n from generate_series(0, ${teamCount - 1}) as n`,
  );
  await owner.query(
    `insert into projects (id, team_id, name)
     select 'project' || n, 'team' || n, 'Project ' || n from generate_series(0, ${teamCount - 1}) as n`,
  );
  for (const { id, teamId, hash, prefix } of agents) {
    await owner.query(
      `insert into agents (id, team_id, name, token_hash, token_prefix) values ($1, $2, $1, $3, $4)`,
      [id, teamId, hash, prefix],
    );
  }
  await insertInParts(owner, 'tasks', insertTasks, tasks);
  await insertInParts(owner, 'events', insertEvents, events, [tasks]);
  await owner.query('set session_replication_role = origin');
  await seedLeanTables(owner);
  await owner.query('vacuum analyze');
  return agents;
}

/** Puts back all tasks that a run has claimed or completed, and removes those that it has created. */
export async function resetTasks(owner: pg.Pool): Promise<void> {
  await owner.query('set session_replication_role = replica');
  await owner.query(
    `update tasks set status = 'todo', in_queue = true, assigned_agent_id = null, held_since = null, completed_at = null, result = null,
       attempt = 0, lease_seconds = null, lease_expires_at = null, check_at = null, last_sign_at = null, version = version + 1,
       status_changed_at = created_at
     where assigned_agent_id is not null`,
  );
  await owner.query(`delete from tasks where id not like 'task%'`);
  await owner.query('truncate task_attempts');
  await owner.query('set session_replication_role = origin');
  await owner.query('vacuum tasks');
}
