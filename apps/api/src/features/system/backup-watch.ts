import { setTimeout as sleep } from 'node:timers/promises';
import type { BackupHealth } from '@crewboard/contracts';
import { readBackups } from '@crewboard/db/backup';

/** Needed because the folder may be on a file system that does not respond. */
const defaultTimeoutMs = 2_000;

export type BackupPlace = { folder: string; everyMs: number };

const unreadable = (cause: string): BackupHealth => ({ problem: 'unreadable', lastBackupAt: null, cause });

/** Reads the state of the backups from their folder. Requests at the same time share one read. */
export class BackupWatch {
  readonly #place: BackupPlace;
  readonly #timeoutMs: number;
  readonly #startedAt = Date.now();
  #reading: Promise<BackupHealth> | undefined;

  constructor(place: BackupPlace, timeoutMs = defaultTimeoutMs) {
    this.#place = place;
    this.#timeoutMs = timeoutMs;
  }

  /** Resolves within 2 s: a folder that does not respond by then is `unreadable`. Never rejects. */
  async health(): Promise<BackupHealth> {
    this.#reading ??= this.#read().finally(() => {
      this.#reading = undefined;
    });
    const abort = new AbortController();
    const late = unreadable(`${this.#place.folder} does not respond.`);
    const timedOut = sleep(this.#timeoutMs, late, { signal: abort.signal, ref: false }).catch(() => late);
    try {
      return await Promise.race([this.#reading, timedOut]);
    } finally {
      abort.abort();
    }
  }

  async #read(): Promise<BackupHealth> {
    const { folder, everyMs } = this.#place;
    try {
      const { newest, failure, isLate } = await readBackups(folder, { everyMs, startedAt: this.#startedAt });
      const lastBackupAt = newest?.createdAt.toISOString() ?? null;
      if (failure) return { problem: 'failed', lastBackupAt, cause: failure.reason };
      return { problem: isLate ? 'late' : null, lastBackupAt, cause: null };
    } catch (error) {
      return unreadable((error as Error).message);
    }
  }
}
