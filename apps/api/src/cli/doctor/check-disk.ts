import { stat, statfs } from 'node:fs/promises';
import path from 'node:path';
import { describeBytes, failure, ok, type Result, warning } from './finding.ts';
import type { Surroundings } from './surroundings.ts';

const mebibyte = 1024 ** 2;
/** Less is an error: the disk is soon full. */
const minFreeBytes = 256 * mebibyte;
/** Less is a warning. */
const wantedFreeBytes = 2 * 1024 * mebibyte;

/**
 * Checks that the disks of the data and of the backups have space. `databaseBytes` is undefined if it could not be
 * read.
 */
export async function checkDisk(
  { env, dataDir, isEmbedded }: Surroundings,
  databaseBytes: number | undefined,
): Promise<Result[]> {
  // A tenth of the database, for the write-ahead log, rows that vacuum has not removed yet, and logs.
  const wanted = wantedFreeBytes + (isEmbedded ? (databaseBytes ?? 0) / 10 : 0);
  const results: Result[] = [];
  if (dataDir && isEmbedded) results.push(await checkFolder('DATA_DIR', dataDir, wanted, databaseBytes));
  if (env.BACKUP_DIR) {
    const folder = path.resolve(env.BACKUP_DIR);
    const result = await checkFolder('BACKUP_DIR', folder, wantedFreeBytes, undefined);
    if (result.level === 'ok' && isEmbedded && dataDir && (await isSameDisk(dataDir, folder))) {
      result.message += ', on the disk of the data: copy backups to another one as well';
    }
    results.push(result);
  }
  if (results.length > 0) return results;
  return [ok('The disk of the database is not on this machine, or not known')];
}

const isSameDisk = (a: string, b: string): Promise<boolean> =>
  Promise.all([stat(a), stat(b)]).then(
    ([one, other]) => one.dev === other.dev,
    () => false,
  );

async function checkFolder(
  name: string,
  folder: string,
  wanted: number,
  databaseBytes: number | undefined,
): Promise<Result> {
  const disk = await statfs(folder).catch((error: NodeJS.ErrnoException) => error);
  if (disk instanceof Error) {
    if (disk.code === 'ENOENT') return ok(`${name} ${folder} does not exist yet`);
    return failure(
      `${name} ${folder} cannot be read: ${disk.message}.`,
      'Run doctor as the user of the service.',
    );
  }
  const free = disk.bavail * disk.bsize;
  const databaseText =
    databaseBytes === undefined ? '' : `, and the database has ${describeBytes(databaseBytes)}`;
  const message = `${describeBytes(free)} of ${describeBytes(disk.blocks * disk.bsize)} are free for ${name} ${folder}${databaseText}`;
  const remedy =
    name === 'BACKUP_DIR'
      ? 'Free space, use a larger disk, or set a smaller BACKUP_KEEP.'
      : 'Free space, or move DATA_DIR to a larger disk. EVENT_RETENTION_DAYS bounds the log of changes.';
  // Some file systems, such as btrfs, have no fixed number of files, and report 0.
  const isOutOfFiles = disk.files > 0 && disk.ffree < 1_000;
  if (isOutOfFiles) return failure(`The disk of ${name} ${folder} has no room for more files.`, remedy);
  if (free < minFreeBytes) return failure(`Only ${message}.`, remedy);
  return free < wanted ? warning(`Only ${message}.`, remedy) : ok(message);
}
