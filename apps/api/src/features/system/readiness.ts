import { setTimeout as sleep } from 'node:timers/promises';
import { build } from '@crewboard/build-info';
import type { ServiceStatus } from '@crewboard/contracts';
import { type Database, isMigrated } from '@crewboard/db';

/** The service is not ready when the database takes longer. */
const timeoutMs = 1_000;
/** How long a result is reused: anyone may request the status at any rate. */
const cacheMs = 500;

/**
 * Fails if a change would fail, and leaves nothing to clean up: an update of no row, which a
 * read-only database rejects; a temporary file of 110 KB, for which a full disk has no space; and a message in the
 * write-ahead log, about 100 bytes that the commit waits for. No table grows.
 */
const writeProbe = `
  set local work_mem = '64kB';
  update teams set name = name where false;
  select count(*) from generate_series(1, 8192);
  select pg_logical_emit_message(true, 'crewboard', 'ready')`;

type DatabaseChecks = Pick<ServiceStatus['checks'], 'database' | 'writable'>;
const notAvailable: DatabaseChecks = { database: false, writable: false };

/** Whether this process can work: the database responds, is writable and migrated, and the process is not stopping. */
export class Readiness {
  readonly #db: Database;
  readonly #now: () => number;
  #migrated = false;
  #draining = false;
  #checks: Promise<DatabaseChecks> | undefined;
  /** Infinity during a check. */
  #checksExpireAt = 0;

  /** `now` is a clock in milliseconds that never goes back. */
  constructor(db: Database, now: () => number = () => performance.now()) {
    this.#db = db;
    this.#now = now;
  }

  get draining(): boolean {
    return this.#draining;
  }

  /** Makes the service not ready from now on. */
  drain(): void {
    this.#draining = true;
  }

  /** Runs at most one query every 500 ms, at any rate of requests. Whether the process drains is never cached. */
  async status(): Promise<ServiceStatus> {
    const { database, writable } = await this.#recentChecks();
    const migrations = this.#migrated;
    const draining = this.#draining;
    const ready = database && writable && migrations && !draining;
    return { ready, ...build, checks: { database, writable, migrations, draining } };
  }

  #recentChecks(): Promise<DatabaseChecks> {
    if (this.#checks && this.#now() < this.#checksExpireAt) return this.#checks;
    this.#checksExpireAt = Number.POSITIVE_INFINITY;
    this.#checks = this.#checkDatabase().finally(() => {
      this.#checksExpireAt = this.#now() + cacheMs;
    });
    return this.#checks;
  }

  async #checkDatabase(): Promise<DatabaseChecks> {
    const abort = new AbortController();
    const timedOut = sleep(timeoutMs, notAvailable, { signal: abort.signal }).catch(() => notAvailable);
    const result = this.#query().then(
      () => ({ database: true, writable: true }),
      // A server that rejects a statement is available; FATAL and PANIC end the connection.
      (error) => ({ database: error?.severity === 'ERROR', writable: false }),
    );
    const checks = await Promise.race([result, timedOut]);
    abort.abort();
    return checks;
  }

  /** Migrations are never reverted: check them until all are applied. */
  async #query(): Promise<void> {
    this.#migrated ||= await isMigrated(this.#db.pool);
    await this.#db.pool.query(writeProbe);
  }
}
