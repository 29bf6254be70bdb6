import path from 'node:path';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { columnsOf, findTables, inPublic, textForm } from './catalog.ts';
import { readRows } from './content-file.ts';
import type { Manifest } from './manifest.ts';

/**
 * Fills a database that has the migrations of the backup and nothing else. `url` is that of a superuser: triggers and
 * foreign keys do not run, because the backup has what they wrote and was consistent. Throws when the tables differ
 * from those of the backup.
 */
export async function loadTables(url: string, backup: string, manifest: Manifest): Promise<void> {
  const client = new pg.Client({ connectionString: url, application_name: 'crewboard restore' });
  client.on('error', () => undefined);
  await client.connect();
  try {
    await client.query(
      `${textForm}; set session_replication_role = replica; set maintenance_work_mem = '256MB'`,
    );
    await requireTables(client, manifest);
    await client.query('begin');
    // Migrations have inserted rows. What is truncated and filled in one transaction needs no write-ahead log.
    await client.query(`truncate ${manifest.tables.map(({ name }) => inPublic(name)).join(', ')}`);
    for (const table of manifest.tables) {
      const copy = client.query(copyFrom(`copy ${inPublic(table.name)} ${columnsOf(table)} from stdin`));
      await readRows(path.join(backup, table.file), copy);
      if (copy.rowCount !== table.rows) {
        throw new Error(`${table.name} got ${copy.rowCount} rows instead of ${table.rows}.`);
      }
    }
    for (const { name, lastValue, isCalled } of manifest.sequences) {
      await client.query('select setval($1::regclass, $2, $3)', [inPublic(name), lastValue, isCalled]);
    }
    await client.query('commit');
  } finally {
    await client.end();
  }
}

async function requireTables(client: pg.Client, manifest: Manifest): Promise<void> {
  const describe = (tables: { name: string; columns: string[] }[]) =>
    new Map(tables.map((table) => [table.name, columnsOf({ ...table, columns: table.columns.toSorted() })]));
  const [expected, found] = [describe(manifest.tables), describe(await findTables(client))];
  const names = [...new Set([...expected.keys(), ...found.keys()])];
  const different = names.filter((name) => expected.get(name) !== found.get(name));
  if (different.length === 0) return;
  throw new Error(
    `The migrations of the backup do not create the tables that it has. These differ: ${different.join(', ')}.`,
  );
}
