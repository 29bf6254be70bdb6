import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type BackupEntry, findNewestBackup } from './backup-folder.ts';
import { isBackupLate } from './backup-settings.mjs';

/** In the folder of the backups, because programs that ask about its backups know no other place. */
const failureFile = '.crewboard-failure.json';
const maxReasonLength = 300;

type BackupFailure = { failedAt: Date; reason: string };

type BackupState = {
  /** The newest complete backup. */
  newest: BackupEntry | undefined;
  /** The failure of the last attempt; undefined if that succeeded. */
  failure: BackupFailure | undefined;
  isLate: boolean;
};

type Options = {
  everyMs: number;
  /** When the first backup could have been made. */
  startedAt: number;
};

/** Reads the state of backups that are made every `everyMs` into a folder. Throws when the folder cannot be read. */
export async function readBackups(folder: string, { everyMs, startedAt }: Options): Promise<BackupState> {
  const newest = await findNewestBackup(folder);
  const last = await readFailure(folder);
  const failure = last && (!newest || last.failedAt > newest.createdAt) ? last : undefined;
  const newestAt = newest?.createdAt.getTime();
  const isLate = isBackupLate({ now: Date.now(), newestAt, startedAt, everyMs });
  return { newest, failure, isLate };
}

/**
 * Records that a backup failed, until one succeeds. If the folder cannot be written, its backups become late instead.
 */
export async function recordFailure(folder: string, reason: string): Promise<void> {
  const failure = { failedAt: new Date(), reason: reason.slice(0, maxReasonLength) };
  const draft = path.join(folder, `${failureFile}.${process.pid}`);
  try {
    // Readable for all, and so without secrets: the API, which shows it to operators, may run as another user.
    await writeFile(draft, JSON.stringify(failure), { mode: 0o644 });
    await rename(draft, path.join(folder, failureFile));
  } catch {
    await rm(draft, { force: true }).catch(() => undefined);
  }
}

/** Removes the record of a failure after a successful backup. */
export const clearFailure = (folder: string): Promise<void> =>
  rm(path.join(folder, failureFile), { force: true });

/** Undefined for a file that is missing or damaged. */
async function readFailure(folder: string): Promise<BackupFailure | undefined> {
  const text = await readFile(path.join(folder, failureFile), 'utf8').catch(() => undefined);
  try {
    const { failedAt, reason } = JSON.parse(text ?? '');
    const time = new Date(failedAt);
    if (Number.isNaN(time.getTime()) || typeof reason !== 'string') return undefined;
    return { failedAt: time, reason };
  } catch {
    return undefined;
  }
}
