import pg from 'pg';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { migrate } from './migrate.ts';
import { readMigrations } from './migrations.ts';
import { createEmptyDatabase, createMigratedDatabase } from './testing/database.ts';
import { schemaSql } from './testing/schema-sql.ts';

const server = inject('postgresUrl');

async function query<T extends pg.QueryResultRow>(url: string, sql: string): Promise<T[]> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    return (await client.query<T>(sql)).rows;
  } finally {
    await client.end();
  }
}

describe('migrate', () => {
  it('applies every migration once, also when several processes start at once', async () => {
    const url = await createEmptyDatabase(server);
    const applied = await Promise.all(Array.from({ length: 4 }, () => migrate(url)));
    const names = readMigrations().map((migration) => migration.name);
    expect(applied.flat()).toEqual(names);
    expect(await migrate(url)).toEqual([]);
    const rows = await query(
      url,
      'select migration_name as name, checksum from _prisma_migrations order by 1',
    );
    expect(rows).toEqual(readMigrations().map(({ name, checksum }) => ({ name, checksum })));
  });

  it('stops when an applied migration was edited', async () => {
    const url = await createMigratedDatabase(server);
    await query(url, `update _prisma_migrations set checksum = 'other'`);
    await expect(migrate(url)).rejects.toThrow(/was edited after it had been applied/);
  });
});

describe('the migration to operators', () => {
  const name = '20261122110000_operators';

  async function migratedFrom(users: string): Promise<string[]> {
    const url = await createMigratedDatabase(server);
    // Restore the state before the migration.
    await query(url, 'alter table users drop column is_operator');
    await query(url, 'drop table webhook_allow_rules');
    await query(url, `delete from _prisma_migrations where migration_name = '${name}'`);
    if (users) {
      await query(url, `insert into users (id, email, name, password_hash, created_at) values ${users}`);
    }
    expect(await migrate(url)).toEqual([name]);
    const operators = await query<{ id: string }>(url, 'select id from users where is_operator');
    return operators.map(({ id }) => id);
  }

  it('makes only the oldest account an operator', async () => {
    const users = `('c', 'c@x', 'C', '-', '2026-01-03'), ('b', 'b@x', 'B', '-', '2026-01-02'),
      ('a', 'a@x', 'A', '-', '2026-01-02'), ('d', 'd@x', 'D', '-', '2026-01-04')`;
    expect(await migratedFrom(users)).toEqual(['a']);
  });

  it('changes nothing without an account', async () => {
    expect(await migratedFrom('')).toEqual([]);
  });
});

describe('the migrations and the Prisma schema', () => {
  // Compares what Prisma's schema can declare; checks and index settings exist only in the migrations.
  const columns = `select table_name, column_name, udt_name, datetime_precision, is_nullable, column_default
    from information_schema.columns where table_schema = 'public' order by 1, 2`;
  /** Expression and partial indexes, which a Prisma schema cannot declare. */
  const undeclaredIndexes = [
    'agents_expiry_warning_idx',
    'agents_inactive_idx',
    'api_keys_expiry_warning_idx',
    'events_rare_subjects_idx',
    'tasks_agent_idx',
    'tasks_agent_project_idx',
    'tasks_board_by_project_idx',
    'tasks_board_by_team_idx',
    'tasks_lease_check_idx',
    'tasks_queue_of_agent_idx',
    'tasks_queue_of_project_idx',
    'tasks_queue_of_team_idx',
    'webhook_deliveries_pending_idx',
  ];
  const indexes = `select indexname, regexp_replace(indexdef, ' WITH \\(.*\\)$', '') as indexdef
    from pg_indexes where schemaname = 'public' and indexname <> all ('{${undeclaredIndexes.join(',')}}') order by 1`;
  const constraints = `select conname, pg_get_constraintdef(oid) as definition from pg_constraint
    where contype <> 'c' and contype <> 'n' and connamespace = 'public'::regnamespace order by 1`;
  const enums = `select typname, enumlabel from pg_enum join pg_type on pg_type.oid = enumtypid order by 1, enumsortorder`;

  let fromMigrations: string;
  let fromSchema: string;

  beforeAll(async () => {
    fromMigrations = await createMigratedDatabase(server);
    fromSchema = await createEmptyDatabase(server);
    await query(fromMigrations, 'drop table _prisma_migrations');
    // Extensions are not in the Prisma schema.
    await query(fromSchema, 'create extension pg_trgm; create extension btree_gin');
    await query(fromSchema, await schemaSql(fromSchema));
  });

  it.each(Object.entries({ columns, indexes, constraints, enums }))('agree on %s', async (_, sql) => {
    const expected = await query(fromSchema, sql);
    expect(expected.length).toBeGreaterThan(0);
    expect(await query(fromMigrations, sql)).toEqual(expected);
  });

  it('have only the listed indexes beyond those that a Prisma schema can declare', async () => {
    const sql = `select relname as name from pg_index join pg_class on pg_class.oid = indexrelid
      where (indexprs is not null or indpred is not null) and relnamespace = 'public'::regnamespace and indisvalid order by 1`;
    const found = await query<{ name: string }>(fromMigrations, sql);
    expect(found.map(({ name }) => name)).toEqual(undeclaredIndexes);
  });
});

/** A database with the migrations whose names come before. */
async function migratedBefore(name: string): Promise<string> {
  const url = await createEmptyDatabase(server);
  await migrate(url, { migrations: readMigrations().filter((migration) => migration.name < name) });
  return url;
}

describe('the queue', () => {
  it('has the existing tasks in todo that need no attention, and each task has a time of its status', async () => {
    const url = await migratedBefore('20261124140000');
    await query(
      url,
      `insert into teams (id, name) values ('t', 'Team');
       insert into projects (id, team_id, name) values ('p', 't', 'Project');
       insert into agents (id, team_id, name) values ('a', 't', 'Agent');
       insert into tasks (id, team_id, project_id, title, status, needs_attention, assigned_agent_id, held_since,
         completed_at, created_at, status_changed_at)
       select id, 't', 'p', id, status::task_status, attention, agent, held, done, '2026-01-01Z', changed from (values
         ('cancelled', 'cancelled', null, null, null, null, timestamptz '2026-01-05Z'),
         ('done', 'done', null, 'a', null, timestamptz '2026-01-04Z', null),
         ('held', 'in_progress', null, 'a', timestamptz '2026-01-03Z', null, null),
         ('needs attention', 'todo', 'attempts_exhausted', null, null, null, timestamptz '2026-01-02Z'),
         ('todo', 'todo', null, null, null, null, null),
         ('todo again', 'todo', null, null, null, null, timestamptz '2026-01-06Z')
       ) as t(id, status, attention, agent, held, done, changed)`,
    );
    await migrate(url);
    const tasks = await query(
      url,
      `select id, in_queue as queued, extract(day from status_changed_at at time zone 'UTC')::int as day
       from tasks order by id collate "C"`,
    );
    expect(tasks).toEqual([
      { id: 'cancelled', queued: false, day: 5 },
      { id: 'done', queued: false, day: 4 },
      { id: 'held', queued: false, day: 3 },
      { id: 'needs attention', queued: false, day: 2 },
      { id: 'todo', queued: true, day: 1 },
      { id: 'todo again', queued: true, day: 6 },
    ]);
  });

  it.each([
    ['has a task that is done', `status = 'done'`],
    ['has a task that needs attention', `needs_attention = 'attempts_exhausted'`],
    ['lacks a task in todo', 'in_queue = false'],
  ])('rejects a statement after which it %s', async (_, set) => {
    const url = await createMigratedDatabase(server);
    await query(
      url,
      `insert into teams (id, name) values ('t', 'Team');
       insert into projects (id, team_id, name) values ('p', 't', 'Project');
       insert into tasks (id, team_id, project_id, title) values ('task', 't', 'p', 'Task')`,
    );
    await expect(query(url, `update tasks set ${set}`)).rejects.toThrow(/tasks_in_queue_check/);
  });
});

describe('the completions of agents', () => {
  it('are taken from their rows without what the worker has yet to count, and kept for a worker of before', async () => {
    const url = await createMigratedDatabase(server);
    // Restore the state before the migration.
    await query(url, 'drop function add_to_completions_of_agent cascade');
    await query(
      url,
      `delete from _prisma_migrations where migration_name = '20261123110000_completions_of_agents'`,
    );
    await query(
      url,
      `insert into teams (id, name) values ('t', 'Team');
       insert into agents (id, team_id, name, task_count) values ('a', 't', 'A', 7), ('b', 't', 'B', 1), ('c', 't', 'C', 0);
       insert into agent_completions values ('a', '2026-01-01Z', 5);
       insert into events (team_id, type, subject_type, subject_id, actor_kind, actor_id, snapshot) values
         ('t', 'task.completed', 'task', '1', 'agent', 'a', '{}'), ('t', 'task.claimed', 'task', '2', 'agent', 'a', '{}'),
         ('t', 'task.completed', 'task', '3', 'agent', 'a', '{}'), ('t', 'task.completed', 'task', '4', 'agent', 'b', '{}')`,
    );
    await migrate(url);
    const totals = `select agent_id as id, count from agent_completions where quarter = '-infinity' order by 1`;
    expect(await query(url, totals)).toEqual([
      { id: 'a', count: 5 },
      { id: 'b', count: 0 },
    ]);
    await query(
      url,
      `insert into agent_completions as counted values ('a', '2026-01-01Z', 2), ('b', '2026-01-01Z', 1)
       on conflict (agent_id, quarter) do update set count = counted.count + excluded.count`,
    );
    expect(await query(url, totals)).toEqual([
      { id: 'a', count: 7 },
      { id: 'b', count: 1 },
    ]);
  });
});

describe('the lifetimes of tokens', () => {
  it('are counted for existing tokens from the event that made the last token', async () => {
    const url = await createEmptyDatabase(server);
    await migrate(url);
    // Restore the state before the migration.
    await query(url, 'alter table agents drop column token_lifetime_seconds');
    await query(
      url,
      `delete from _prisma_migrations where migration_name between '20261123100400' and '20261123100600'`,
    );
    await query(
      url,
      `alter table agents disable trigger user;
       insert into teams (id, name) values ('t', 'Team');
       insert into agents (id, team_id, name, token_hash, token_prefix, token_expires_at)
       select id, 't', id, sha256(token::bytea), 'cb_agent_', expires_at
       from (values ('expires', 'a', timestamptz '2026-04-01Z'), ('for ever', 'b', null), ('from before', 'c', null),
         ('revoked', null, null)) as t(id, token, expires_at);
       alter table agents enable trigger user;
       insert into events (team_id, type, subject_type, subject_id, actor_kind, snapshot, created_at) values
         ('t', 'agent.created', 'agent', 'expires', 'system', '{"tokenExpiresAt": null}', '2026-01-01Z'),
         ('t', 'agent.token_rotated', 'agent', 'expires', 'system', '{"tokenExpiresAt": "2026-04-01Z"}', '2026-03-02Z'),
         ('t', 'agent.updated', 'agent', 'expires', 'system', '{"tokenExpiresAt": "2026-04-01Z"}', '2026-03-09Z'),
         ('t', 'agent.created', 'agent', 'for ever', 'system', '{"tokenExpiresAt": "2026-02-01Z"}', '2026-01-01Z'),
         ('t', 'agent.token_rotated', 'agent', 'for ever', 'system', '{"tokenExpiresAt": null}', '2026-03-02Z'),
         ('t', 'agent.created', 'agent', 'from before', 'system', '{}', '2026-01-01Z'),
         ('t', 'agent.created', 'agent', 'revoked', 'system', '{"tokenExpiresAt": "2026-01-08Z"}', '2026-01-01Z'),
         ('t', 'agent.deactivated', 'agent', 'revoked', 'system', '{"tokenExpiresAt": null}', '2026-01-02Z')`,
    );
    await migrate(url);
    const lifetimes = await query(
      url,
      'select id, token_lifetime_seconds / 86400 as days from agents order by id',
    );
    expect(lifetimes).toEqual([
      { id: 'expires', days: '30' },
      { id: 'for ever', days: null },
      { id: 'from before', days: null },
      { id: 'revoked', days: '7' },
    ]);
  });
});
