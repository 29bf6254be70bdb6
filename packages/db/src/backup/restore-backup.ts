import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, realpath, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { withConnection } from '../connections/single-connection.ts';
import { databaseAccount } from '../embedded/account.ts';
import { findBinaries, NO_ENVIRONMENT } from '../embedded/binaries.ts';
import { locateCluster } from '../embedded/cluster.ts';
import { stopLeftovers } from '../embedded/server-processes.ts';
import { startEmbeddedPostgres } from '../embedded/start-embedded-postgres.ts';
import { migrate } from '../migrations/migrate.ts';
import { type Migration, readMigrations } from '../migrations/migration-files.ts';
import type { MigrationLog } from '../migrations/migration-options.ts';
import { rebaseEventLog } from '../rebase-event-log.ts';
import { syncFolder } from './backup-folder.ts';
import { loadTables } from './load-tables.ts';
import type { Manifest } from './manifest.ts';
import { verifyBackup } from './verify-backup.ts';

type Options = {
  backup: string;
  /** Has no database yet. */
  dataDir: string;
  log?: MigrationLog;
  /** Those on disk by default. */
  migrations?: Migration[];
};

/** The cluster is thrown away if anything fails, so it does not wait for the disk before it is complete. */
const settings = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_wal_size: '4GB',
  autovacuum: 'off',
  shared_buffers: '256MB',
};

/**
 * Makes the embedded database of a data folder from a backup: verifies it, applies its migrations, loads its rows, then
 * applies the migrations that are newer, rebases the event log, and notes the server of the backup. The cluster gets its final name once it is complete
 * and on the disk. Throws, and changes nothing, when the folder has a database or the backup is from a newer version.
 */
export async function restoreBackup(options: Options): Promise<Manifest> {
  const { backup, dataDir, log = () => undefined, migrations = readMigrations() } = options;
  await requireNoDatabase(dataDir);
  const manifest = await verifyBackup(backup);
  const theirs = migrationsOf(manifest, migrations);
  const account = await databaseAccount();
  const target = await locateCluster(dataDir, account);
  const draft = path.join(path.dirname(target), 'restore-draft');
  await removeDraft(draft);
  await mkdir(draft);
  try {
    const server = await startEmbeddedPostgres({ dataDir: draft, settings });
    try {
      await migrate(server.ownerUrl, { migrations: theirs });
      log({ migrations: theirs.length }, 'loading the rows');
      // The statements of a rebase are for the newest tables: otherwise `migrate` does it after the newer migrations.
      const beforeIndexes = theirs.length === migrations.length ? rebaseEventLog : undefined;
      await loadTables({ url: server.ownerUrl, backup, manifest, beforeIndexes });
      const applicationRole = new URL(server.url).username;
      await migrate(server.ownerUrl, { applicationRole, migrations, log });
      await complete(server.ownerUrl, manifest);
    } finally {
      await server.stop();
    }
    const { initdb } = await findBinaries(account);
    const cluster = path.join(draft, 'postgres');
    const sync = ['--sync-only', `--pgdata=${cluster}`];
    await promisify(execFile)(initdb, sync, { ...account, cwd: '/', env: NO_ENVIRONMENT });
    await requireNoDatabase(dataDir);
    // The cluster comes last: a start that finds none makes a new one, and its password.
    for (const suffix of ['-password', '-application-password', '']) {
      await rename(`${cluster}${suffix}`, `${target}${suffix}`);
    }
    await syncFolder(path.dirname(target));
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
  return manifest;
}

async function requireNoDatabase(dataDir: string): Promise<void> {
  if (!existsSync(path.join(dataDir, 'postgres'))) return;
  throw new Error(
    `${dataDir} already has a database. Set DATA_DIR to a folder without one, or move its postgres folder away.`,
  );
}

/** The migrations that the backup has. Throws if one is unknown, or was edited since. */
function migrationsOf({ migrations: theirs, version }: Manifest, known: Migration[]): Migration[] {
  const byName = new Map(known.map((migration) => [migration.name, migration]));
  return theirs.map(({ name, checksum }) => {
    const migration = byName.get(name);
    if (!migration) {
      throw new Error(
        `The backup is from another version of Crewboard (${version}): this version does not know its migration ${name}. Restore it with that version or a newer one.`,
      );
    }
    if (migration.checksum === checksum) return migration;
    throw new Error(`Migration ${name} was edited after the backup was made. Restore its file.`);
  });
}

/** Of a restore that was killed; its server may still run. */
async function removeDraft(draft: string): Promise<void> {
  if (!existsSync(draft)) return;
  await stopLeftovers(path.join(await realpath(draft), 'postgres'));
  await rm(draft, { recursive: true });
}

/** A backup from before 0.5.0 does not say in its rows on which server it was: without it, the copy would send webhooks. */
const storeOrigin = `
  insert into installation as stored (system_identifier) values ($1)
  on conflict (id) do update set system_identifier = coalesce(stored.system_identifier, excluded.system_identifier)`;

/** Says that the database is a copy. Plans of statements need statistics from the first request on. */
const complete = (url: string, { postgres }: Manifest): Promise<void> =>
  withConnection(url, async (client) => {
    await client.query(storeOrigin, [postgres.systemIdentifier]);
    await client.query('vacuum (analyze)');
  });
