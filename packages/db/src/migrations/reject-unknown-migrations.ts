import type pg from 'pg';
import { type Migration, readMigrations } from './migration-files.ts';
import { MigrationMismatch } from './migration-mismatch.ts';

const maxNamed = 3;

/**
 * Throws when the database has migrations that are not in `migrations` (by default those on disk): a newer version may
 * have changed tables that this version uses, and a build from before the first migration has other tables.
 */
export async function rejectUnknownMigrations(
  client: Pick<pg.ClientBase, 'query'>,
  migrations: Migration[] = readMigrations(),
): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select migration_name as name from _prisma_migrations
     where finished_at is not null and rolled_back_at is null and migration_name <> all($1::text[]) order by 1`,
    [migrations.map(({ name }) => name)],
  );
  if (rows.length === 0) return;
  const names = rows.slice(0, maxNamed).map(({ name }) => name);
  if (rows.length > maxNamed) names.push(`${rows.length - maxNamed} more`);
  const [first] = migrations;
  if (first && rows[0] && rows[0].name < first.name) {
    throw new MigrationMismatch(
      `A build of Crewboard from before version 0.2.0 has made this database (${names.join(', ')}), which no later version can use.`,
      'Start with an empty one.',
    );
  }
  throw new MigrationMismatch(
    `A newer version of Crewboard has migrated this database: this version does not know ${names.join(', ')}.`,
    'Start that version or a newer one, or restore a backup from before the upgrade.',
  );
}
