import { setTimeout as sleep } from 'node:timers/promises';
import { build } from '@crewboard/build-info';
import type { ServiceStatus } from '@crewboard/contracts';
import { type Database, isMigrated, writeProbe } from '@crewboard/db';

/** A probe that takes longer has failed. */
const maxProbeMs = 1_000;
/** How long a result is reused: anyone may request the status at any rate. */
const cacheMs = 500;

const readProbe = 'select from teams limit 1';

/** `now` is a clock in milliseconds that never goes back. */
type Times = { now: () => number; timeoutMs: number };

/** A check of the database that runs at most once every 500 ms, however often its result is requested. */
class Probe {
  readonly #run: () => Promise<unknown>;
  readonly #now: () => number;
  readonly #timeoutMs: number;
  #passes: Promise<boolean> | undefined;
  /** Infinity during a check. */
  #expiresAt = 0;

  constructor(run: () => Promise<unknown>, { now, timeoutMs }: Times) {
    this.#run = run;
    this.#now = now;
    this.#timeoutMs = timeoutMs;
  }

  passes(): Promise<boolean> {
    if (this.#passes && this.#now() < this.#expiresAt) return this.#passes;
    this.#expiresAt = Number.POSITIVE_INFINITY;
    this.#passes = this.#check().finally(() => {
      this.#expiresAt = this.#now() + cacheMs;
    });
    return this.#passes;
  }

  async #check(): Promise<boolean> {
    const abort = new AbortController();
    const timedOut = sleep(this.#timeoutMs, false, { signal: abort.signal }).catch(() => false);
    const result = this.#run().then(
      () => true,
      () => false,
    );
    const passes = await Promise.race([result, timedOut]);
    abort.abort();
    return passes;
  }
}

/**
 * Treats a rejected statement (ERROR) as a response of the database. FATAL and PANIC end the connection: those fail.
 */
function falseIfRejected(error: { severity?: string }): false {
  if (error.severity === 'ERROR') return false;
  throw error;
}

/**
 * Tells load balancers which requests this process can serve (`/readyz`): reads if the database responds and is
 * migrated, changes if it also takes writes, and none while the process stops. Each probe has a connection of its own,
 * because a commit may never return.
 */
export class Readiness {
  readonly #reads: Probe;
  readonly #writes: Probe;
  #migrated = false;
  #draining = false;

  constructor(
    { probes }: Pick<Database, 'probes'>,
    { now = () => performance.now(), timeoutMs = maxProbeMs }: Partial<Times> = {},
  ) {
    const times = { now, timeoutMs };
    this.#reads = new Probe(async () => {
      // Migrations are never reverted: check them until all are applied.
      this.#migrated ||= await isMigrated(probes.reads).catch(falseIfRejected);
      if (this.#migrated) await probes.reads.query(readProbe);
    }, times);
    this.#writes = new Probe(() => probes.writes.query(writeProbe), times);
  }

  get draining(): boolean {
    return this.#draining;
  }

  /** Makes the service not ready from now on. */
  drain(): void {
    this.#draining = true;
  }

  /** Whether the process can serve requests that only read. Never caches whether the process drains. */
  async forReads() {
    const database = await this.#reads.passes();
    const checks = { database, migrations: this.#migrated, draining: this.#draining };
    const ready = database && checks.migrations && !checks.draining;
    return { ready, ...build, checks };
  }

  /** Whether the process can serve all requests. */
  async forWrites(): Promise<ServiceStatus> {
    const [{ ready, checks, ...rest }, writable] = await Promise.all([
      this.forReads(),
      this.#writes.passes(),
    ]);
    return { ready: ready && writable, ...rest, checks: { ...checks, writable } };
  }
}
