import path from 'node:path';
import { readBackups } from '@crewboard/db/backup';
import { defaultBackupInterval, parseBackupInterval } from '@crewboard/db/backup-settings';
import { adminCommandHere } from '../running-service.ts';
import { describeAge, failure, ok, type Result, warning } from './finding.ts';
import type { Surroundings } from './surroundings.ts';

/** Checks that BACKUP_DIR has a recent backup. */
export async function checkBackups({ env, isEmbedded, service }: Surroundings): Promise<Result> {
  if (!env.BACKUP_DIR) return describeAbsence(isEmbedded);
  const folder = path.resolve(env.BACKUP_DIR);
  const every = env.BACKUP_EVERY ?? defaultBackupInterval;
  const everyMs = readInterval(every);
  const startedAt = service?.startedAt ? Date.parse(service.startedAt) : Date.now();
  const state = await readBackups(folder, { everyMs, startedAt }).catch((error: Error) => error);
  if (state instanceof Error) {
    return failure(
      `${folder} cannot be read: ${state.message}.`,
      'Run doctor as the user that makes the backups.',
    );
  }
  const { newest, failure: last, isLate } = state;
  const now = Date.now();
  const age = newest && describeAge(now - newest.createdAt.getTime());
  const byHand = `Make one now: ${adminCommandHere()} backup ${folder}`;
  if (last) {
    const before = age ? `The newest backup is ${age} old.` : 'There is no backup.';
    const when = describeAge(now - last.failedAt.getTime());
    return failure(`The last one failed ${when} ago: ${last.reason.replace(/\.$/, '')}. ${before}`, byHand);
  }
  if (isLate && age) {
    return failure(
      `The newest backup in ${folder} is ${age} old, and one is due every ${every}.`,
      `See whether npm start, or your timer, runs. ${byHand}`,
    );
  }
  if (!newest) return warning(`${folder} has no backup yet.`, byHand);
  return ok(`The newest in ${folder} is ${age} old, and one is due every ${every}`);
}

/** The default for an invalid interval, which `checkSettings` reports. */
function readInterval(every: string): number {
  try {
    return parseBackupInterval(every);
  } catch {
    return parseBackupInterval(defaultBackupInterval);
  }
}

const describeAbsence = (isEmbedded: boolean): Result =>
  isEmbedded
    ? warning(
        'No backups are made: BACKUP_DIR is not set.',
        'Set BACKUP_DIR to a folder, best on another disk, and restart npm start.',
      )
    : ok('BACKUP_DIR is not set here: backups of this PostgreSQL are made by other tools');
