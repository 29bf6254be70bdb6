import { setTimeout as sleep } from 'node:timers/promises';
import type { ServiceStatus } from '@crewboard/contracts';
import { type Database, isMigrated } from '@crewboard/db';
import packageJson from '../../../package.json' with { type: 'json' };

/** How long the database may take to answer before the service is not ready. */
const answerWithin = 1_000;
/** How long an answer of the database serves everybody who asks; anyone may ask, as often as they like. */
const cachedForMs = 500;

/**
 * Fails where a change would fail, and leaves nothing behind that must be cleaned up: an update of no row, which a
 * read-only database rejects; a temporary file of 110 KB, for which a full disk has no space; and a message in the
 * write-ahead log, about 100 bytes that the commit waits for. No table grows.
 */
const writeProbe = `
  set local work_mem = '64kB';
  update teams set name = name where false;
  select count(*) from generate_series(1, 8192);
  select pg_logical_emit_message(true, 'crewboard', 'ready')`;

type DatabaseChecks = Pick<ServiceStatus['checks'], 'database' | 'writable'>;
const noAnswer: DatabaseChecks = { database: false, writable: false };

/** Whether this process can work: the database answers, stores and is migrated, and the process is not stopping. */
export class Readiness {
  readonly #db: Database;
  readonly #now: () => number;
  #migrated = false;
  #draining = false;
  #answer: Promise<DatabaseChecks> | undefined;
  /** Infinity while the database is asked. */
  #answerExpiresAt = 0;

  /** `now` is a clock in milliseconds that never goes back. */
  constructor(db: Database, now: () => number = () => performance.now()) {
    this.#db = db;
    this.#now = now;
  }

  get draining(): boolean {
    return this.#draining;
  }

  /** From now on the service is not ready. */
  drain(): void {
    this.#draining = true;
  }

  /** At most one query every 500 ms, however many ask; whether the process drains is never cached. */
  async status(): Promise<ServiceStatus> {
    const { database, writable } = await this.#recentAnswer();
    const migrations = this.#migrated;
    const draining = this.#draining;
    const ready = database && writable && migrations && !draining;
    return { ready, version: packageJson.version, checks: { database, writable, migrations, draining } };
  }

  #recentAnswer(): Promise<DatabaseChecks> {
    if (this.#answer && this.#now() < this.#answerExpiresAt) return this.#answer;
    this.#answerExpiresAt = Number.POSITIVE_INFINITY;
    this.#answer = this.#checkDatabase().finally(() => {
      this.#answerExpiresAt = this.#now() + cachedForMs;
    });
    return this.#answer;
  }

  async #checkDatabase(): Promise<DatabaseChecks> {
    const abort = new AbortController();
    const late = sleep(answerWithin, noAnswer, { signal: abort.signal }).catch(() => noAnswer);
    const answer = this.#ask().then(
      () => ({ database: true, writable: true }),
      // A server that rejects a statement answers; it ends a connection with FATAL or PANIC.
      (error) => ({ database: error?.severity === 'ERROR', writable: false }),
    );
    const checks = await Promise.race([answer, late]);
    abort.abort();
    return checks;
  }

  /** Migrations are never taken back: they are looked at until all are applied. */
  async #ask(): Promise<void> {
    this.#migrated ||= await isMigrated(this.#db.pool);
    await this.#db.pool.query(writeProbe);
  }
}
