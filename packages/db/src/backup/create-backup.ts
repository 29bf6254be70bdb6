import { mkdir, open, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import type pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { withConnection } from '../connections/single-connection.ts';
import { migrationLock } from '../migrations/migrate.ts';
import { backupNameOf, deleteUnfinishedBackups, syncFolder, unfinishedNameOf } from './backup-folder.ts';
import { columnList, copySettings, findTables, inPublic, readSequences, type Table } from './catalog.ts';
import { hashFile, writeRows } from './content-file.ts';
import { checksumFile, type Manifest, manifestFile, newManifest, type TableContent } from './manifest.ts';

type Options = {
  /** The role of the service suffices: it may read every table. */
  url: string;
  /** Created if it does not exist. */
  folder: string;
  /** The version of Crewboard. */
  version: string;
  /** Whether later backups may replace this one: see `rotateBackups`. */
  isRotated?: boolean;
};

type Created = { path: string; manifest: Manifest };

/**
 * Writes all rows, as they are at one moment, into a new folder in `folder`. A crash or an error leaves nothing with
 * the name of a backup. Throws while a migration runs.
 */
export async function createBackup({ url, folder, version, isRotated = false }: Options): Promise<Created> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await deleteUnfinishedBackups(folder);
  const config = {
    connectionString: url,
    application_name: 'crewboard backup',
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
  };
  return withConnection(config, async (client) => {
    const { tables, ...facts } = await beginSnapshot(client);
    const name = backupNameOf(new Date(facts.createdAt));
    const draft = path.join(folder, unfinishedNameOf(name, 'partial'));
    await mkdir(draft, { mode: 0o700 });
    try {
      const manifest = await writeBackup(client, draft, { ...facts, version, isRotated }, tables);
      await rename(draft, path.join(folder, name));
      await syncFolder(folder);
      return { path: path.join(folder, name), manifest };
    } catch (error) {
      await rm(draft, { recursive: true, force: true });
      throw error;
    }
  });
}

type Facts = Omit<Manifest, 'format' | 'tables' | 'sequences'>;

/**
 * Begins a transaction that sees all tables as they are now, and locks them like a reader, so that no migration changes
 * them until it ends. It writes nothing and so has no transaction id: readers of the log do not wait for it.
 */
async function beginSnapshot(
  client: pg.Client,
): Promise<Omit<Facts, 'version' | 'isRotated'> & { tables: Table[] }> {
  await client.query(copySettings);
  const { rows: locks } = await client.query<{ isMine: boolean }>(
    'select pg_try_advisory_lock_shared($1) as "isMine"',
    [migrationLock],
  );
  if (!locks[0]?.isMine)
    throw new Error('A migration of the database is running. Try again when it has ended.');
  await client.query('begin isolation level repeatable read, read only');
  // The first query takes the snapshot. The advisory lock keeps migrations away until the tables are locked.
  const tables = await findTables(client);
  const { rows: migrations } = await client.query<Facts['migrations'][number]>(
    `select migration_name as name, checksum from _prisma_migrations
     where finished_at is not null and rolled_back_at is null order by migration_name`,
  );
  const { rows } = await client.query<{ now: string } & Facts['postgres']>(
    `select to_char(clock_timestamp(), 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as now,
       current_setting('server_version') as version,
       (select system_identifier::text from pg_control_system()) as "systemIdentifier"`,
  );
  const { now, ...postgres } = rows[0] as (typeof rows)[0];
  await client.query(
    `lock table ${tables.map(({ name }) => inPublic(name)).join(', ')} in access share mode`,
  );
  await client.query('select pg_advisory_unlock_shared($1)', [migrationLock]);
  return { createdAt: now, postgres, migrations, tables };
}

async function writeBackup(
  client: pg.Client,
  folder: string,
  facts: Facts,
  tables: Table[],
): Promise<Manifest> {
  const contents: TableContent[] = [];
  const checksums: string[] = [];
  for (const table of tables) {
    const file = `${table.name}.copy.zst`;
    const copy = client.query(copyTo(`copy ${inPublic(table.name)} ${columnList(table)} to stdout`));
    const { checksum, ...written } = await writeRows(copy, path.join(folder, file));
    contents.push({ ...table, file, ...written });
    checksums.push(`${checksum}  ${file}`);
  }
  // Read the sequences after the rows, so that a restored sequence gives no number twice.
  const sequences = await readSequences(client);
  await client.query('commit');
  const manifest = newManifest({ ...facts, sequences, tables: contents });
  await writeSynced(path.join(folder, manifestFile), `${JSON.stringify(manifest, null, 2)}\n`);
  checksums.push(`${await hashFile(path.join(folder, manifestFile))}  ${manifestFile}`);
  await writeSynced(path.join(folder, checksumFile), `${checksums.join('\n')}\n`);
  await syncFolder(folder);
  return manifest;
}

async function writeSynced(file: string, text: string): Promise<void> {
  const handle = await open(file, 'wx', 0o600);
  try {
    await handle.writeFile(text);
    await handle.sync();
  } finally {
    await handle.close();
  }
}
