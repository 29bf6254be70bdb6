import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type BackupEntry, findNewestBackup } from './backup-folder.ts';
import { isBackupLate } from './backup-settings.mjs';

/** Kept in the folder, since those who ask about its backups know no other place. */
const failureFile = '.crewboard-failure.json';
const maxReasonLength = 300;

type BackupFailure = { failedAt: Date; reason: string };

export type BackupState = {
  /** The newest complete one. */
  newest: BackupEntry | undefined;
  /** Of the last attempt, if it failed. */
  failure: BackupFailure | undefined;
  isLate: boolean;
};

type Options = {
  everyMs: number;
  /** When the first one could have been made. */
  startedAt: number;
};

/** What a folder says about backups that are made every `everyMs`. Throws when it cannot be read. */
export async function readBackups(folder: string, { everyMs, startedAt }: Options): Promise<BackupState> {
  const newest = await findNewestBackup(folder);
  const last = await readFailure(folder);
  const failure = last && (!newest || last.failedAt > newest.createdAt) ? last : undefined;
  const newestAt = newest?.createdAt.getTime();
  const isLate = isBackupLate({ now: Date.now(), newestAt, startedAt, everyMs });
  return { newest, failure, isLate };
}

/** Keeps that a backup failed until one succeeds. Where the folder cannot be written, its backups become late. */
export async function recordFailure(folder: string, reason: string): Promise<void> {
  const failure = { failedAt: new Date(), reason: reason.slice(0, maxReasonLength) };
  const draft = path.join(folder, `${failureFile}.${process.pid}`);
  try {
    // Without secrets: the API, which tells operators of it, may run as another user than the backup.
    await writeFile(draft, JSON.stringify(failure), { mode: 0o644 });
    await rename(draft, path.join(folder, failureFile));
  } catch {
    await rm(draft, { force: true }).catch(() => undefined);
  }
}

/** After a successful backup. */
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
