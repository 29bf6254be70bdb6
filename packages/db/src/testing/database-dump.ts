import { readFileSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import {
  columnList,
  copySettings,
  findTables,
  inPublic,
  readSequences,
  type Table,
} from '../backup/catalog.ts';
import type { SequenceContent } from '../backup/manifest.ts';
import { withConnection } from '../connections/single-connection.ts';
import { migrate } from '../migrations/migrate.ts';
import { parseMigration } from '../migrations/migration-files.ts';

/** The rows of a database of a former release, with the migrations that made its tables. */
export type DatabaseDump = {
  migrations: { name: string; sql: string }[];
  /** `rows` is a JSON array as PostgreSQL writes it: numbers may be larger than those of JavaScript. */
  tables: (Table & { rows: string })[];
  sequences: SequenceContent[];
};

/** Reads all rows of a database whose migrations the program of `release`, a checkout, has applied. */
export const dumpDatabase = (url: string, release: string): Promise<DatabaseDump> =>
  withConnection(url, async (client) => {
    await client.query(copySettings);
    const { rows: applied } = await client.query<{ name: string }>(
      'select migration_name as name from _prisma_migrations order by 1',
    );
    const folder = path.join(release, 'packages/db/prisma/migrations');
    const tables: DatabaseDump['tables'] = [];
    for (const table of await findTables(client)) {
      const names = table.columns.map((column) => pg.escapeIdentifier(column)).join(', ');
      const { rows } = await client.query<{ rows: string }>(
        `select coalesce(json_agg(each), '[]')::text as rows from (select ${names} from ${inPublic(table.name)}) as each`,
      );
      tables.push({ ...table, rows: rows[0]?.rows ?? '[]' });
    }
    return {
      migrations: applied.map(({ name }) => ({
        name,
        sql: readFileSync(path.join(folder, name, 'migration.sql'), 'utf8'),
      })),
      tables,
      sequences: await readSequences(client),
    };
  });

/** Fills an empty database with a dump. `url` is that of a superuser. */
export async function restoreDump(
  url: string,
  { migrations, tables, sequences }: DatabaseDump,
): Promise<void> {
  await migrate(url, { migrations: migrations.map(({ name, sql }) => parseMigration(name, sql)) });
  await withConnection(url, async (client) => {
    // Disable triggers and foreign keys: the rows are consistent, and include those that triggers wrote.
    await client.query(`${copySettings}; set session_replication_role = replica; begin`);
    await client.query(`truncate ${tables.map(({ name }) => inPublic(name)).join(', ')}`);
    for (const table of tables) {
      const into = `${inPublic(table.name)} ${columnList(table)}`;
      const names = table.columns.map((column) => pg.escapeIdentifier(column)).join(', ');
      await client.query(
        `insert into ${into} overriding system value
         select ${names} from json_populate_recordset(null::${inPublic(table.name)}, $1::json)`,
        [table.rows],
      );
    }
    for (const { name, lastValue, isCalled } of sequences) {
      await client.query('select setval($1::regclass, $2, $3)', [inPublic(name), lastValue, isCalled]);
    }
    await client.query('commit');
  });
}
