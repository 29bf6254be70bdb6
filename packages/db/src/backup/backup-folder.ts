import { createHash } from 'node:crypto';
import { readFileSync, readlinkSync } from 'node:fs';
import { open, readdir, rm, stat } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';

// Only a complete backup has a name of this form: it is written under another one and renamed at the end.
const completeName = /^crewboard-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)(\d{3})Z$/;
/** Written or deleted by the process with this id, in that scope. Earlier versions wrote no scope. */
const unfinishedName = /^\.crewboard-\d{8}T\d{9}Z\.(?:([0-9a-f]{12})\.)?(\d+)\.(?:partial|deleted)$/;
/** After so long without a write, what a process of another scope left is deleted. */
const maxUnwrittenMs = 24 * 3_600_000;

export type BackupEntry = { path: string; createdAt: Date };

export const nameOf = (createdAt: Date): string =>
  `crewboard-${createdAt.toISOString().replaceAll(/[-:.]/g, '')}`;

/** The name of a backup that is not complete yet, or no longer. */
export const unfinishedNameOf = (name: string, state: 'partial' | 'deleted'): string =>
  `.${name}.${pidScope()}.${process.pid}.${state}`;

/** Where the ids of processes are those that this one sees: containers and machines may share a folder. */
function pidScope(): string {
  const boot = orNone(() => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim());
  const namespace = orNone(() => readlinkSync('/proc/self/ns/pid'));
  const scope = `${os.hostname()} ${boot} ${namespace}`;
  return createHash('sha256').update(scope).digest('hex').slice(0, 12);
}

/** Linux alone has these files, and hides them from a service with `ProcSubset=pid`. */
function orNone(read: () => string): string {
  try {
    return read();
  } catch {
    return '';
  }
}

/** The clock of the database and that of this process may differ so much. */
const maxAheadMs = 3_600_000;
/** Made before the clock was set back. */
const isAhead = ({ createdAt }: BackupEntry) => createdAt.getTime() > Date.now() + maxAheadMs;

/** The newest complete backup of a folder that is not of a time ahead: until it came, no other one would seem due. */
export const findNewestBackup = async (folder: string): Promise<BackupEntry | undefined> =>
  (await listBackups(folder)).find((backup) => !isAhead(backup));

/**
 * The complete backups of a folder, newest first, and at the end those of a time ahead, so that a new one is not deleted in
 * their place; none if there is no such folder.
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
 * Deletes what processes that were killed left in the folder: those of other containers and machines, which cannot be
 * looked up, once nothing was written for a day.
 */
export async function deleteUnfinished(folder: string, now = Date.now()): Promise<void> {
  for (const name of await namesIn(folder)) {
    const [isUnfinished, scope, pid] = unfinishedName.exec(name) ?? [];
    if (!isUnfinished) continue;
    const file = path.join(folder, name);
    const isLeft =
      scope === pidScope() ? !isRunning(Number(pid)) : now - (await lastWriteOf(file)) > maxUnwrittenMs;
    if (isLeft) await rm(file, { recursive: true, force: true });
  }
}

/** Of the folder and its files; a rename counts. Now, where another process deletes them meanwhile. */
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
