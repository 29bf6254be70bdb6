import type { PooledConnection } from '@crewboard/db';

const teams = 20;
/** Keeps a statement and its memory short. */
const rowsPerStatement = 20_000;

/** Twenty words are common, four thousand are rare; of both, some more than others. */
const words = `
  create function word(seed double precision) returns text language sql immutable as $$
    select (array['fix','add','the','update','agent','review','board','report','invoice','search','deploy','queue',
      'label','token','import','export','metric','parser','schema','mailer'])[1 + floor(20 * seed ^ 2)::int] $$;
  create function rare_word(seed double precision) returns text language sql immutable as $$
    select left(md5(floor(4000 * seed ^ 2)::text), 8) $$;`;

const owners = `
  insert into teams (id, name) select 'team' || t, 'Team ' || t from generate_series(1, ${teams}) as t;
  insert into projects (id, team_id, name) select 'team' || t || 'project' || p, 'team' || t, 'Project ' || p
    from generate_series(1, ${teams}) as t, generate_series(0, 4) as p;
  insert into agents (id, team_id, name) select 'team' || t || 'agent' || a, 'team' || t, 'Agent ' || a
    from generate_series(1, ${teams}) as t, generate_series(0, 24) as a;`;

/** Three tenths are of the first team, seven tenths are done; evenly over 40 days. */
const tasks = `
  with numbers as (select n, n::double precision / $3 as age, random() as r1, random() as r2, random() as r3
    from generate_series($1::int, $2::int) as n),
  kinds as (
    select *, 'team' || case when r1 < 0.3 then 1 else 2 + n % ${teams - 1} end as team,
      case when r2 < 0.7 then 'done' when r2 < 0.85 then 'todo' when r2 < 0.95 then 'in_progress' else 'cancelled' end as status,
      case when r3 < 0.1 then 'high' when r3 < 0.2 then 'low' else 'normal' end as priority,
      now() - interval '40 days' * (1 - age) as at
    from numbers
  )
  insert into tasks (id, team_id, project_id, assigned_agent_id, title, description, status, priority, in_queue, held_since, completed_at, created_at, updated_at, status_changed_at)
  select 'task' || n, team, team || 'project' || n % 5,
    case when status = 'in_progress' or status = 'done' and n % 10 > 0 then team || 'agent' || n % 25 end,
    concat_ws(' ', word(random()), rare_word(random()), word(random()), rare_word(random()), word(random())),
    (select string_agg(case when i % 3 = 0 then rare_word(random()) else word(random()) end, ' ') from generate_series(1, 6 + n % 12) as i),
    status::task_status, priority::task_priority, status = 'todo', case when status = 'in_progress' then at end,
    case when status = 'done' then at end, at, at, at
  from kinds`;

const search = `
  insert into task_search select id, team_id, task_search_body(title, description) from tasks
  where id in (select 'task' || n from generate_series($1::int, $2::int) as n)`;

/** A task was created, and claimed and completed unless it is to do. */
const events = `
  insert into events (team_id, type, subject_type, subject_id, actor_kind, actor_id, snapshot, changes, created_at)
  select team_id, type, 'task', id, 'agent', coalesce(assigned_agent_id, team_id || 'agent0'),
    jsonb_strip_nulls(jsonb_build_object('id', id, 'title', title, 'description', description, 'status', after, 'priority', priority,
      'projectId', project_id, 'teamId', team_id, 'assignedAgentId', case when type <> 'task.created' then assigned_agent_id end,
      'attempt', 0, 'version', 1, 'createdAt', created_at, 'updatedAt', created_at)),
    case type when 'task.claimed' then jsonb_build_object('status', jsonb_build_object('before', 'todo'),
      'assignedAgentId', jsonb_build_object('before', null))
      when 'task.completed' then jsonb_build_object('status', jsonb_build_object('before', 'in_progress')) end,
    created_at
  from tasks, lateral (values (1, 'task.created', 'todo'), (2, 'task.claimed', 'in_progress'), (3, 'task.completed', 'done')) as event (number, type, after)
  where id in (select 'task' || n from generate_series($1::int, $2::int) as n)
    and event.number <= case status when 'done' then 3 when 'in_progress' then 2 else 1 end
  order by substr(id, 5)::int, event.number`;

const timeoutMs = 30 * 60_000;
const filled = ['tasks', 'task_search', 'events'];

/** Makes `count` tasks of twenty teams with their events, search index and counts, without triggers and indexes. */
export async function fillDatabase(owner: PooledConnection, count: number): Promise<void> {
  const run = (text: string, values: unknown[] = []) => {
    const query = { text, values, query_timeout: timeoutMs };
    return owner.query<{ name: string; definition: string }>(query);
  };
  await run('set statement_timeout = 0');
  await run('set session_replication_role = replica');
  await run(`set maintenance_work_mem = '1GB'`);
  const { rows: indexes } = await run(
    `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition from pg_index
     where indrelid = any($1::regclass[]) and not indisunique`,
    [filled],
  );
  for (const { name } of indexes) await run(`drop index ${name}`);
  await run(words);
  await run(owners);
  for (let first = 1; first <= count; first += rowsPerStatement) {
    const last = Math.min(first + rowsPerStatement - 1, count);
    await run(tasks, [first, last, count]);
    await run(search, [first, last]);
    await run(events, [first, last]);
  }
  for (const { definition } of indexes) await run(definition);
  await run('select recount()');
  for (const table of [...filled, 'task_counts', 'agent_completions']) await run(`vacuum analyze ${table}`);
  await run('reset session_replication_role');
}
