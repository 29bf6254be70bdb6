import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { adoptLog } from './adopt-log.ts';
import { type Migration, readMigrations } from './migrations.ts';

/** The advisory lock that `prisma migrate` takes, so that the two never run at once. */
const migrationLock = 72_707_369;

/** Prisma's own bookkeeping: `prisma migrate status` and `deploy` agree with it. */
const bookkeeping = `
  create table if not exists _prisma_migrations (
    id varchar(36) primary key not null,
    checksum varchar(64) not null,
    finished_at timestamptz,
    migration_name varchar(255) not null,
    logs text,
    rolled_back_at timestamptz,
    started_at timestamptz not null default now(),
    applied_steps_count integer not null default 0
  )`;

async function appliedChecksums(client: pg.ClientBase): Promise<Map<string, string>> {
  const { rows } = await client.query<{ name: string; checksum: string }>(
    `select migration_name as name, checksum from _prisma_migrations
     where finished_at is not null and rolled_back_at is null`,
  );
  return new Map(rows.map((row) => [row.name, row.checksum]));
}

async function apply(client: pg.ClientBase, migration: Migration): Promise<void> {
  await client.query('begin');
  try {
    await client.query(migration.sql);
    await client.query(
      `insert into _prisma_migrations (id, checksum, migration_name, finished_at, applied_steps_count)
       values ($1, $2, $3, clock_timestamp(), 1)`,
      [randomUUID(), migration.checksum, migration.name],
    );
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw new Error(`Migration ${migration.name} failed and changed nothing: ${(error as Error).message}`);
  }
}

/**
 * Applies the migrations that the database lacks, each in a transaction of its own, and returns their names. A database
 * that was restored from another server is made to fit this one.
 * Processes that start at once wait for each other under an advisory lock.
 */
export async function migrate(url: string): Promise<string[]> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'crewboard migrate',
    connectionTimeoutMillis: 10_000,
  });
  // A connection that ends meanwhile fails the query that runs; nothing else must fail.
  client.on('error', () => undefined);
  await client.connect();
  try {
    // Another process may be migrating; one that waits longer than this is better told.
    await client.query(`set lock_timeout = '5min'`);
    await client.query('select pg_advisory_lock($1)', [migrationLock]);
    await client.query('reset lock_timeout');
    await client.query(bookkeeping);
    const applied = await appliedChecksums(client);
    const done: string[] = [];
    for (const migration of readMigrations()) {
      const checksum = applied.get(migration.name);
      if (checksum === undefined) {
        await apply(client, migration);
        done.push(migration.name);
      } else if (checksum !== migration.checksum) {
        throw new Error(
          `Migration ${migration.name} was edited after it had been applied. Restore its file.`,
        );
      }
    }
    await adoptLog(client);
    return done;
  } finally {
    await client.end();
  }
}

/** Whether every migration on disk is applied. */
export async function isMigrated(pool: pg.Pool): Promise<boolean> {
  const { rows } = await pool.query<{ missing: number }>(
    `select count(*)::int as missing from unnest($1::text[]) as wanted(name)
     where not exists (select from _prisma_migrations m
                       where m.migration_name = wanted.name and m.finished_at is not null)`,
    [readMigrations().map((migration) => migration.name)],
  );
  return rows[0]?.missing === 0;
}
