import type pg from 'pg';
import { findMissingMigrations, migrationLock } from '../migrations/migrate.ts';
import { readMigrations } from '../migrations/migration-files.ts';
import { rejectUnknownMigrations } from '../migrations/reject-unknown-migrations.ts';

type MigrationFacts = {
  /** The name of the last migration of this version. */
  newest: string;
  /** The names of the migrations that the database lacks. */
  missing: string[];
  /** The migrations that `prisma migrate` began and did not finish. */
  unfinished: string[];
  /** The indexes whose build failed or is under way. */
  invalidIndexes: string[];
  isMigrating: boolean;
};

/**
 * A process that migrates holds `migrationLock` exclusively; a backup only shares it. In pg_locks a lock by a number
 * has its upper half in `classid` and its lower half in `objid`.
 */
const readState = `
  select
    array(select migration_name::text from _prisma_migrations
          where finished_at is null and rolled_back_at is null order by 1) as unfinished,
    array(select indexrelid::regclass::text from pg_index join pg_class on pg_class.oid = indexrelid
          where relnamespace = 'public'::regnamespace and not (indisvalid and indisready) order by 1) as "invalidIndexes",
    exists (select from pg_locks join pg_database on pg_database.oid = database and datname = current_database()
            where locktype = 'advisory' and classid = 0 and objid = ${migrationLock} and mode = 'ExclusiveLock' and granted)
      as "isMigrating"`;

/**
 * Compares the migrations of the database with those of this version. Throws when the database has a migration that is
 * unknown here or was edited; 42P01 if none was ever applied.
 */
export async function readMigrationFacts(client: pg.ClientBase): Promise<MigrationFacts> {
  const migrations = readMigrations();
  await rejectUnknownMigrations(client, migrations);
  const missing = await findMissingMigrations(client, migrations);
  const { rows } =
    await client.query<Pick<MigrationFacts, 'unfinished' | 'invalidIndexes' | 'isMigrating'>>(readState);
  return {
    newest: migrations.at(-1)?.name ?? '',
    missing: missing.map(({ name }) => name),
    unfinished: [],
    invalidIndexes: [],
    isMigrating: false,
    ...rows[0],
  };
}
