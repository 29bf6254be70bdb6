import path from 'node:path';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { withConnection } from '../connections/single-connection.ts';
import { columnList, copySettings, findTables, inPublic } from './catalog.ts';
import { readRows } from './content-file.ts';
import type { Manifest, TableContent } from './manifest.ts';

type Options = {
  /** The URL of a superuser, which may disable triggers. */
  url: string;
  backup: string;
  manifest: Manifest;
  /** Runs after the rows are loaded and before the indexes are built, which would slow it down. */
  beforeIndexes?: (client: pg.ClientBase) => Promise<unknown>;
};

/**
 * Fills a database that has the migrations of the backup and nothing else. Disables triggers and foreign keys, because
 * the backup is consistent and has the rows that triggers wrote. Throws when the tables differ from those of the
 * backup.
 */
export async function loadTables({ url, backup, manifest, beforeIndexes }: Options): Promise<void> {
  const config = { connectionString: url, application_name: 'crewboard restore' };
  await withConnection(config, async (client) => {
    await client.query(
      `${copySettings}; set session_replication_role = replica; set maintenance_work_mem = '256MB'`,
    );
    await requireTables(client, manifest);
    const indexes = await dropIndexes(client);
    await client.query('begin');
    // Truncate, because migrations have inserted rows. Tables that are truncated and filled in one transaction need no
    // write-ahead log.
    await client.query(`truncate ${manifest.tables.map(({ name }) => inPublic(name)).join(', ')}`);
    for (const table of manifest.tables) await load(client, backup, table);
    for (const { name, lastValue, isCalled } of manifest.sequences) {
      await client.query('select setval($1::regclass, $2, $3)', [inPublic(name), lastValue, isCalled]);
    }
    await client.query('commit');
    await beforeIndexes?.(client);
    for (const definition of indexes) await client.query(definition);
  });
}

async function load(client: pg.ClientBase, backup: string, table: TableContent): Promise<void> {
  const copy = client.query(
    copyFrom(`copy ${inPublic(table.name)} ${columnList(table)} from stdin with (freeze)`),
  );
  await readRows(path.join(backup, table.file), copy);
  if (copy.rowCount === table.rows) return;
  throw new Error(`${table.name} got ${copy.rowCount} rows instead of ${table.rows}.`);
}

/**
 * Drops all indexes except those of constraints. Returns the statements that build them again, which is faster after
 * loading.
 */
async function dropIndexes(client: pg.ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ name: string; definition: string }>(
    `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition
     from pg_index join pg_class on pg_class.oid = indexrelid
     where relnamespace = 'public'::regnamespace
       and not exists (select from pg_constraint where conindid = indexrelid)`,
  );
  if (rows.length > 0) await client.query(`drop index ${rows.map(({ name }) => name).join(', ')}`);
  return rows.map(({ definition }) => definition);
}

async function requireTables(client: pg.Client, manifest: Manifest): Promise<void> {
  const describe = (tables: { name: string; columns: string[] }[]) =>
    new Map(tables.map((table) => [table.name, columnList({ ...table, columns: table.columns.toSorted() })]));
  const [expected, found] = [describe(manifest.tables), describe(await findTables(client))];
  const names = [...new Set([...expected.keys(), ...found.keys()])];
  const different = names.filter((name) => expected.get(name) !== found.get(name));
  if (different.length === 0) return;
  throw new Error(
    `The migrations of the backup do not create the tables that it has. These differ: ${different.join(', ')}.`,
  );
}
