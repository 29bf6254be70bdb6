import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

// Find the folder by the package, because a built program is in another place than this file.
const packageFile = createRequire(import.meta.url).resolve('@crewboard/db/package.json');
const folder = path.join(path.dirname(packageFile), 'prisma/migrations');

/** The first line of a migration that runs outside of a transaction. */
const noTransaction = '-- transaction: none';

/**
 * The only statements that such a migration may have, one per file, because they can be repeated after an interruption.
 */
const buildsIndex = /^create (?:unique )?index concurrently if not exists "(\w+)" on [^;]+;?$/i;
const dropsIndex = /^drop index concurrently if exists "\w+";?$/i;

export type Migration = {
  name: string;
  sql: string;
  checksum: string;
  /** With `none`, `indexName` is the index that the migration builds; undefined if it drops one. */
  transaction: { kind: 'one' } | { kind: 'none'; indexName: string | undefined };
};

/** Reads the migrations on disk, in the order in which they are applied. */
export function readMigrations(): Migration[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .sort()
    .map((name) => parseMigration(name, readFileSync(path.join(folder, name, 'migration.sql'), 'utf8')));
}

/**
 * Parses a migration. Its checksum is that of Prisma: SHA-256 in hex. Throws if the migration is marked to run outside
 * of a transaction and is not exactly one statement that builds or drops an index concurrently.
 */
export function parseMigration(name: string, sql: string): Migration {
  const checksum = createHash('sha256').update(sql).digest('hex');
  const [first, ...rest] = sql.split('\n');
  if (first?.trim() !== noTransaction) return { name, sql, checksum, transaction: { kind: 'one' } };
  const statement = rest
    .filter((line) => !line.startsWith('--'))
    .map((line) => line.trim())
    .join(' ')
    .trim();
  const built = buildsIndex.exec(statement);
  if (!built && !dropsIndex.test(statement)) {
    throw new Error(
      `Migration ${name} runs outside of a transaction, so it must be one statement: ` +
        'create index concurrently if not exists "name" on …, or drop index concurrently if exists "name".',
    );
  }
  return { name, sql, checksum, transaction: { kind: 'none', indexName: built?.[1] } };
}
