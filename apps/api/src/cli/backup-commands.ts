import os from 'node:os';
import path from 'node:path';
import { build } from '@crewboard/build-info';
import {
  clearFailure,
  createBackup,
  type Manifest,
  recordFailure,
  rotateBackups,
  verifyBackup,
} from '@crewboard/db/backup';
import type { Command } from 'commander';
import { parseUpTo } from './arguments.ts';
import { adminDatabaseUrl } from './open-admin-database.ts';
import { jsonOption, print } from './print.ts';

type Options = { keep?: number; json?: true };

const maxKept = 1_000;

export function addBackupCommands(program: Command): void {
  const backup = program
    .command('backup')
    .description(
      'Write a backup of all rows into a new folder of DIR, while the service runs. Keep DATA_DIR/app-secret as well, in another place.',
    )
    .argument('<dir>', 'where the backup is made; created if it does not exist')
    .option(
      '--keep <count>',
      `verify the backup, then delete older ones of this database that were also made with --keep, so that 1 to ${maxKept} remain`,
      parseUpTo(maxKept),
    )
    .addOption(jsonOption())
    .action(async (dir: string, { keep, json }: Options) => {
      const startedAt = Date.now();
      yieldToService();
      const folder = path.resolve(dir);
      const { created, deleted } = await makeBackup(folder, keep);
      const seconds = (Date.now() - startedAt) / 1000;
      print(json, { ...describeBackup(created.path, created.manifest), seconds, deleted }, [
        `Backup   ${created.path}`,
        summarizeBackup(created.manifest, seconds),
        ...deleted.map((each) => `Deleted  ${each}`),
        'It has no app-secret: keep DATA_DIR/app-secret, or APP_SECRET, in another place.',
      ]);
    });

  backup
    .command('verify')
    .description(
      'Read all of a backup, and compare it with its checksums and counts. Exit code 1 if it differs.',
    )
    .argument('<backup>', 'the folder of one backup')
    .addOption(jsonOption())
    .action(async (folder: string, { json }: Options) => {
      const startedAt = Date.now();
      const manifest = await verifyBackup(path.resolve(folder));
      print(json, describeBackup(path.resolve(folder), manifest), [
        `The backup is complete and as it was written at ${manifest.createdAt}.`,
        summarizeBackup(manifest, (Date.now() - startedAt) / 1000),
      ]);
    });
}

/**
 * Makes a backup. With `keep`, also verifies it and deletes older ones, and records a failure in the folder until the
 * next success: the dashboard and `admin doctor` show it.
 */
async function makeBackup(folder: string, keep: number | undefined) {
  const isRotated = keep !== undefined;
  try {
    const created = await createBackup({
      url: adminDatabaseUrl(),
      folder,
      version: build.version,
      isRotated,
    });
    if (!isRotated) return { created, deleted: [] };
    // A backup that cannot be read must not replace one that can.
    const latest = await verifyBackup(created.path);
    const deleted = await rotateBackups(folder, { keep, latest });
    await clearFailure(folder);
    return { created, deleted };
  } catch (error) {
    if (isRotated) await recordFailure(folder, (error as Error).message);
    throw error;
  }
}

/** Lowers the priority of this process, so that the backup does not slow down processes that serve requests. */
function yieldToService(): void {
  try {
    os.setPriority(os.constants.priority.PRIORITY_LOW);
  } catch {
    // Not all systems allow it. The backup works without.
  }
}

export function describeBackup(folder: string, manifest: Manifest) {
  const { createdAt, version, migrations } = manifest;
  const migration = migrations.at(-1)?.name ?? null;
  return { path: folder, createdAt, version, migration, ...measureContent(manifest) };
}

/** The rows of all tables, and their bytes before compression. */
function measureContent({ tables }: Manifest): { rows: number; bytes: number } {
  const sum = (key: 'rows' | 'bytes') => tables.reduce((total, table) => total + table[key], 0);
  return { rows: sum('rows'), bytes: sum('bytes') };
}

export function summarizeBackup(manifest: Manifest, seconds: number): string {
  const { rows, bytes } = measureContent(manifest);
  const megabytes = Math.ceil(bytes / 1024 / 1024);
  return `${rows} rows of ${manifest.tables.length} tables, ${megabytes} MiB before compression, in ${seconds.toFixed(1)} s`;
}
