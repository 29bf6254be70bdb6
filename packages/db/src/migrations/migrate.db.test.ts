import pg from 'pg';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { createEmptyDatabase, createMigratedDatabase } from '../testing/database.ts';
import { schemaSql } from '../testing/schema-sql.ts';
import { migrate } from './migrate.ts';
import { readMigrations } from './migration-files.ts';

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

describe('the migrations and the Prisma schema', () => {
  // Compares what Prisma's schema can declare; checks and index settings exist only in the migrations.
  const columns = `select table_name, column_name, udt_name, datetime_precision, is_nullable, column_default
    from information_schema.columns where table_schema = 'public' order by 1, 2`;
  /** Expression and partial indexes, which a Prisma schema cannot declare. */
  const undeclaredIndexes = [
    'agents_expiry_warning_idx',
    'agents_inactive_idx',
    'agents_token_expiry_idx',
    'api_keys_expiry_idx',
    'api_keys_expiry_warning_idx',
    'events_rare_subjects_idx',
    'projects_archive_after_days_idx',
    'tasks_archived_of_project_idx',
    'tasks_archived_of_team_idx',
    'tasks_archived_with_project_idx',
    'tasks_attention_idx',
    'tasks_board_by_member_idx',
    'tasks_board_by_project_idx',
    'tasks_board_by_team_idx',
    'tasks_check_leases_idx',
    'tasks_check_stale_idx',
    'tasks_check_starts_idx',
    'tasks_external_id_key',
    'tasks_in_queue_of_agent_idx',
    'tasks_in_queue_of_project_idx',
    'tasks_in_queue_of_team_idx',
    'tasks_of_agent_idx',
    'tasks_of_agent_project_idx',
    'tasks_of_member_idx',
    'tasks_of_member_project_idx',
    'tasks_of_parent_idx',
    'tasks_of_project_idx',
    'tasks_of_team_idx',
    'tasks_offered_of_project_idx',
    'tasks_offered_of_team_idx',
    'tasks_queue_of_agent_idx',
    'tasks_released_idx',
    'tasks_todo_of_project_idx',
    'tasks_todo_of_team_idx',
    'tombstones_erase_at_idx',
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
    // Extensions and functions are not in the Prisma schema.
    await query(
      fromSchema,
      'create extension pg_trgm; create extension btree_gin; create function new_rank(int) returns text return null',
    );
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

describe('the queue', () => {
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
