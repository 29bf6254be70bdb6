import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, realpath, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { withConnection } from '../connections/single-connection.ts';
import { findBinaries, NO_ENVIRONMENT } from '../embedded/binaries.ts';
import { locateCluster } from '../embedded/cluster.ts';
import { stopLeftovers } from '../embedded/server-processes.ts';
import { startEmbeddedPostgres } from '../embedded/start-embedded-postgres.ts';
import { ensureSystemUser } from '../embedded/system-user.ts';
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
  /** A data folder without a database. */
  dataDir: string;
  log?: MigrationLog;
  /** By default those on disk. */
  migrations?: Migration[];
};

/**
 * Settings of PostgreSQL for speed: the cluster is thrown away if anything fails, so nothing waits for the disk before
 * the end.
 */
const fastSettings = {
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
 * Makes the embedded database of a data folder from a backup: verifies the backup, applies its migrations, loads its
 * rows, applies newer migrations, rebases the event log (its positions are transaction ids of the former server), and
 * records the server of the backup, so that this copy holds webhook deliveries until an operator resumes them. The
 * cluster gets its final name once it is complete and on the disk. Throws, and changes nothing, if the folder has a
 * database or the backup is from a newer version.
 */
export async function restoreBackup(options: Options): Promise<Manifest> {
  const { backup, dataDir, log = () => undefined, migrations = readMigrations() } = options;
  await requireNoDatabase(dataDir);
  const manifest = await verifyBackup(backup);
  const backupMigrations = migrationsOf(manifest, migrations);
  const systemUser = await ensureSystemUser();
  const target = await locateCluster(dataDir, systemUser);
  const draft = path.join(path.dirname(target), 'restore-draft');
  await removeDraft(draft);
  await mkdir(draft);
  try {
    const server = await startEmbeddedPostgres({ dataDir: draft, settings: fastSettings });
    try {
      await migrate(server.ownerUrl, { migrations: backupMigrations });
      log({ migrations: backupMigrations.length }, 'loading the rows');
      // Rebase before the indexes are built only if no migration is newer, because a rebase needs the newest tables.
      // Otherwise `migrate` rebases after the newer migrations.
      const beforeIndexes = backupMigrations.length === migrations.length ? rebaseEventLog : undefined;
      await loadTables({ url: server.ownerUrl, backup, manifest, beforeIndexes });
      const applicationRole = new URL(server.url).username;
      await migrate(server.ownerUrl, { applicationRole, migrations, log });
      await finishDatabase(server.ownerUrl, manifest);
    } finally {
      await server.stop();
    }
    const { initdb } = await findBinaries(systemUser);
    const cluster = path.join(draft, 'postgres');
    const sync = ['--sync-only', `--pgdata=${cluster}`];
    await promisify(execFile)(initdb, sync, { ...systemUser, cwd: '/', env: NO_ENVIRONMENT });
    await requireNoDatabase(dataDir);
    // The passwords of the owner and the service stand beside the folder of the cluster. Rename the folder last: a start
    // that finds no cluster creates one with a new password.
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

/** The migrations that the backup has. Throws if one is unknown here or was edited since. */
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

/** Removes what a killed restore left; its server may still run. */
async function removeDraft(draft: string): Promise<void> {
  if (!existsSync(draft)) return;
  await stopLeftovers(path.join(await realpath(draft), 'postgres'));
  await rm(draft, { recursive: true });
}

/**
 * Records the server of the backup, so that the copy holds webhooks. Backups from before 0.5.0 lack it in their rows.
 */
const storeOrigin = `
  insert into installation as stored (system_identifier) values ($1)
  on conflict (id) do update set system_identifier = coalesce(stored.system_identifier, excluded.system_identifier)`;

/** Marks the database as a copy, and collects the statistics that the plans of the first requests need. */
const finishDatabase = (url: string, { postgres }: Manifest): Promise<void> =>
  withConnection(url, async (client) => {
    await client.query(storeOrigin, [postgres.systemIdentifier]);
    await client.query('vacuum (analyze)');
  });
