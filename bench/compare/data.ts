import type pg from 'pg';
import { createToken } from '../../apps/api/src/auth/tokens.ts';

export type Size = { tasks: number; events: number };
export type Agent = { id: string; teamId: string; projectId: string; token: string };

const teams = 20;
const agentsPerTeam = 4;
/** So that no statement takes long. */
const rowsPerStatement = 20_000;

/** The id of the task with this number. Its team is that of the number modulo 20. */
export const taskId = (n: number): string => `task${String(n).padStart(12, '0')}`;

/** Whether the task was created in `todo`: three of five, in every team. */
export const isTodo = (n: number): boolean => Math.floor(n / teams) % 5 < 3;

const insertTasks = `
  insert into tasks (id, team_id, project_id, title, description, status, priority, in_queue, completed_at,
    created_at, status_changed_at)
  select 'task' || lpad(n::text, 12, '0'), 'team' || n % ${teams}, 'project' || n % ${teams}, 'Task number ' || n,
    repeat('What to do, and why. ', 8), status, (array['low', 'normal', 'high'])[1 + n / 7 % 3]::task_priority,
    status = 'todo', case when status = 'done' then created_at end, created_at, created_at
  from generate_series($1::int, $2::int) as n, lateral (
    select timestamptz '2026-01-01' + n * interval '1 second' as created_at,
      (case when n / ${teams} % 5 < 3 then 'todo' when n / ${teams} % 5 = 3 then 'done' else 'cancelled' end)::task_status
        as status) as computed`;

/** Events of a kind that no statement of the comparison reads, with snapshots as long as those of a task. */
const insertEvents = `
  insert into events (team_id, type, subject_type, subject_id, actor_kind, actor_id, snapshot, changes, created_at)
  select 'team' || n % ${teams}, 'task.updated', 'task', 'task' || lpad((n % $3)::text, 12, '0'), 'agent',
    'agent' || n % ${teams} || '-0', jsonb_build_object('id', 'task' || n, 'title', 'Task number ' || n, 'description',
      repeat('What to do, and why. ', 8), 'status', 'todo', 'priority', 'normal'),
    '{"title": {"before": "a"}}', timestamptz '2026-01-01' + n * interval '1 second'
  from generate_series($1::int, $2::int) as n`;

async function insertInParts(owner: pg.Pool, text: string, count: number, params: unknown[] = []) {
  for (let first = 0; first < count; first += rowsPerStatement) {
    const last = Math.min(count, first + rowsPerStatement) - 1;
    await owner.query({ name: text.slice(13, 19), text, values: [first, last, ...params] });
  }
}

/** The bare server's claim of the next task looks at a task again once it has locked it. */
const isCurrentVersion = `
  create function is_current_version(task_id text, seen_version integer) returns boolean language plpgsql volatile as $$
  begin
    return exists (select from tasks where id = task_id and version = seen_version);
  end $$`;

/** Fills an empty database, without triggers, and returns 80 agents in 20 teams. */
export async function seedData(owner: pg.Pool, { tasks, events }: Size): Promise<Agent[]> {
  await owner.query('set session_replication_role = replica');
  const agents = Array.from({ length: teams * agentsPerTeam }, (_, index) => {
    const team = index % teams;
    const { token, hash, prefix } = createToken('agent');
    const id = `agent${team}-${Math.floor(index / teams)}`;
    return { id, teamId: `team${team}`, projectId: `project${team}`, token, hash, prefix };
  });
  await owner.query(
    `insert into teams (id, name) select 'team' || n, 'Team ' || n from generate_series(0, ${teams - 1}) as n`,
  );
  await owner.query(
    `insert into projects (id, team_id, name)
     select 'project' || n, 'team' || n, 'Project ' || n from generate_series(0, ${teams - 1}) as n`,
  );
  for (const { id, teamId, hash, prefix } of agents) {
    await owner.query(
      `insert into agents (id, team_id, name, token_hash, token_prefix) values ($1, $2, $1, $3, $4)`,
      [id, teamId, hash, prefix],
    );
  }
  await insertInParts(owner, insertTasks, tasks);
  await insertInParts(owner, insertEvents, events, [tasks]);
  await owner.query('set session_replication_role = origin');
  await owner.query(isCurrentVersion);
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
