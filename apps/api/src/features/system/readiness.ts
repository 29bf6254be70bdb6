import { setTimeout as sleep } from 'node:timers/promises';
import type { ServiceStatus } from '@crewboard/contracts';
import { type Database, isMigrated } from '@crewboard/db';
import packageJson from '../../../package.json' with { type: 'json' };

/** How long the database may take to answer before the service is not ready. */
const answerWithin = 1_000;
/** How long an answer of the database serves everybody who asks; anyone may ask, as often as they like. */
const cachedForMs = 500;

/** Whether this process can work: the database answers, its migrations are applied, and it is not stopping. */
export class Readiness {
  readonly #db: Database;
  readonly #now: () => number;
  #migrated = false;
  #draining = false;
  #answer: Promise<boolean> | undefined;
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
    const database = await this.#recentAnswer();
    const migrations = this.#migrated;
    const draining = this.#draining;
    const ready = database && migrations && !draining;
    return { ready, version: packageJson.version, checks: { database, migrations, draining } };
  }

  #recentAnswer(): Promise<boolean> {
    if (this.#answer && this.#now() < this.#answerExpiresAt) return this.#answer;
    this.#answerExpiresAt = Number.POSITIVE_INFINITY;
    this.#answer = this.#databaseAnswers().finally(() => {
      this.#answerExpiresAt = this.#now() + cachedForMs;
    });
    return this.#answer;
  }

  async #databaseAnswers(): Promise<boolean> {
    const abort = new AbortController();
    const late = sleep(answerWithin, false, { signal: abort.signal }).catch(() => false);
    const answer = this.#ask().then(
      () => true,
      () => false,
    );
    const answered = await Promise.race([answer, late]);
    abort.abort();
    return answered;
  }

  /** Migrations are never taken back: once applied, a round trip is enough. */
  async #ask(): Promise<void> {
    if (this.#migrated) await this.#db.pool.query('select 1');
    else this.#migrated = await isMigrated(this.#db.pool);
  }
}
