import { createHash } from 'node:crypto';
import { readFileSync, readlinkSync } from 'node:fs';
import { open, readdir, rm, stat } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';

// Only a complete backup has a name of this form. It is written under a name of the other form and renamed at the end.
const completeName = /^crewboard-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)(\d{3})Z$/;
/**
 * The name of a folder that a process is writing or deleting, with the scope and id of the process. Names of versions
 * before the scope have none, and count as names of another scope.
 */
const unfinishedName = /^\.crewboard-\d{8}T\d{9}Z\.(?:([0-9a-f]{12})\.)?(\d+)\.(?:partial|deleted)$/;
/** Unfinished folders of other scopes are deleted after this time without a write. */
const maxUnwrittenMs = 24 * 3_600_000;

export type BackupEntry = { path: string; createdAt: Date };

export const backupNameOf = (createdAt: Date): string =>
  `crewboard-${createdAt.toISOString().replaceAll(/[-:.]/g, '')}`;

/** The name for a backup of this process that is not complete yet, or no longer. */
export const unfinishedNameOf = (name: string, state: 'partial' | 'deleted'): string =>
  `.${name}.${pidScope()}.${process.pid}.${state}`;

/**
 * Names the container or machine within which process ids are unique, because several may share a folder of backups.
 */
function pidScope(): string {
  const boot = orNone(() => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim());
  const namespace = orNone(() => readlinkSync('/proc/self/ns/pid'));
  const scope = `${os.hostname()} ${boot} ${namespace}`;
  return createHash('sha256').update(scope).digest('hex').slice(0, 12);
}

/** '' if `read` fails: only Linux has these files, and it hides them from a service with `ProcSubset=pid`. */
function orNone(read: () => string): string {
  try {
    return read();
  } catch {
    return '';
  }
}

/** The name has the time of the database, whose clock may differ by this much from that of this process. */
const maxAheadMs = 3_600_000;
/** Whether a backup is from the future: it was made before the clock was set back. */
const isAhead = ({ createdAt }: BackupEntry) => createdAt.getTime() > Date.now() + maxAheadMs;

/** The newest complete backup, except those from the future: until their time no further backup would seem due. */
export const findNewestBackup = async (folder: string): Promise<BackupEntry | undefined> =>
  (await listBackups(folder)).find((backup) => !isAhead(backup));

/**
 * The complete backups of a folder, newest first; none if there is no such folder. Backups from the future are last, so
 * that rotation, which keeps the first, does not delete new backups instead of them.
 */
export async function listBackups(folder: string): Promise<BackupEntry[]> {
  return (await namesIn(folder))
    .flatMap((name) => {
      const [, year, month, day, hour, minute, second, ms] = completeName.exec(name) ?? [];
      const createdAt = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}.${ms}Z`);
      return Number.isNaN(createdAt.getTime()) ? [] : [{ path: path.join(folder, name), createdAt }];
    })
    .sort((a, b) => Number(isAhead(a)) - Number(isAhead(b)) || b.createdAt.getTime() - a.createdAt.getTime());
}

/**
 * Deletes the unfinished folders of processes that were killed. Processes of other containers and machines cannot be
 * looked up: their folders are deleted once nothing was written for a day.
 */
export async function deleteUnfinishedBackups(folder: string, now = Date.now()): Promise<void> {
  for (const name of await namesIn(folder)) {
    const [isUnfinished, scope, pid] = unfinishedName.exec(name) ?? [];
    if (!isUnfinished) continue;
    const file = path.join(folder, name);
    const isAbandoned =
      scope === pidScope() ? !isRunning(Number(pid)) : now - (await lastWriteOf(file)) > maxUnwrittenMs;
    if (isAbandoned) await rm(file, { recursive: true, force: true });
  }
}

/** The time of the last write to the folder or its files, by which a rename counts; now, if they are being deleted. */
async function lastWriteOf(folder: string): Promise<number> {
  const files = (await namesIn(folder)).map((name) => path.join(folder, name));
  const times = [folder, ...files].map(async (file) => (await stat(file)).ctimeMs);
  return Promise.all(times).then(
    (all) => Math.max(...all),
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return Date.now();
      throw error;
    },
  );
}

/** Waits until the names in a folder are on the disk. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function namesIn(folder: string): Promise<string[]> {
  return readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
}
