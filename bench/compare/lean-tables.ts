import type pg from 'pg';

/**
 * The tables of the bare server, in a schema of their own: two indexes for tasks, one for events, and neither foreign
 * keys nor triggers.
 */
const createTables = `
  create schema lean;
  create table lean.tasks (
    id text primary key, team_id text, project_id text, title text, description text, status task_status,
    priority task_priority, assigned_agent_id text, result text, created_at timestamptz(3), updated_at timestamptz(3),
    attempt int, version int);
  create table lean.events (
    id bigserial primary key, task_id text, type text, actor_id text, created_at timestamptz(3))`;

const columns =
  'id, team_id, project_id, title, description, status, priority, assigned_agent_id, result, created_at, updated_at, attempt, version';

/** Makes the tables of the bare server, with as many tasks and events as those of the service have. */
export async function seedLeanTables(owner: pg.Pool): Promise<void> {
  await owner.query(createTables);
  await owner.query(`insert into lean.tasks (${columns}) select ${columns} from tasks`);
  await owner.query(`
    insert into lean.events (task_id, type, actor_id, created_at)
    select subject_id, type, actor_id, created_at from events`);
  await owner.query('create index tasks_of_team_idx on lean.tasks (team_id, status, created_at, id)');
}

/** Puts back all tasks that a run has claimed or completed, and removes those that it has created. */
export async function resetLeanTasks(owner: pg.Pool): Promise<void> {
  await owner.query(`
    update lean.tasks set status = 'todo', assigned_agent_id = null, result = null, attempt = 0, version = version + 1
    where assigned_agent_id is not null`);
  await owner.query(`delete from lean.tasks where id not like 'task%'`);
  await owner.query('vacuum lean.tasks');
}
