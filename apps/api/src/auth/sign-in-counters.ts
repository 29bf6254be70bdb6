import type { Database } from '@crewboard/db';

/** More addresses than this at which accounts are known are not remembered: about 10 MB. */
const maxKnownSources = 100_000;

/** All of them in one order, so that two statements cannot wait for each other. */
const countFailures = `
  insert into sign_in_counters as c (key, failures, expires_at)
  select key, 1, now() + interval '15 minutes' from unnest($1::bytea[]) as key order by key
  on conflict (key) do update set
    failures = case when c.expires_at <= now() then 1 else c.failures + 1 end,
    expires_at = case when c.expires_at <= now() then excluded.expires_at else c.expires_at end
  returning key, failures, greatest(0, extract(epoch from expires_at - now()) * 1000)::float8 as "msLeft"`;

/** The right password ends the count of its source, and takes back what it had counted elsewhere. */
const forgiveFailures = `
  with locked as (
    select key, failures <= 1 or key = $1 as "isNothing" from sign_in_counters
    where key = $1 or key = any($2::bytea[]) order by key for update
  ),
  deleted as (
    delete from sign_in_counters as c using locked where c.key = locked.key and locked."isNothing"
  )
  update sign_in_counters as c set failures = failures - 1 from locked
  where c.key = locked.key and not locked."isNothing"`;

const deleteExpired = `
  delete from sign_in_counters where key in (
    select key from sign_in_counters where expires_at <= now() order by expires_at limit 10000
    for update skip locked)`;

const selectKnownSources = `
  select distinct source from sessions
  where source is not null and created_at > now() - interval '90 days' limit ${maxKnownSources}`;

type Counted = { key: Buffer; failures: number; msLeft: number };
type Limit = { key: Buffer; max: number };

const nameOf = (key: Buffer) => key.toString('base64');

/**
 * Counts of wrong passwords in the database, and what this process knows of them in memory: so that an attempt over its
 * limit costs no query. Memory holds only what was counted here within 15 minutes.
 */
export class SignInCounters {
  readonly #db: Database;
  readonly #counts = new Map<string, { failures: number; expiresAt: number }>();
  #knownSources: Promise<Set<string>> | undefined;

  constructor(db: Database) {
    this.#db = db;
  }

  /** Whether a session of the account was opened from there within 90 days. New ones are known to other processes within a minute. */
  async isKnownSource(source: Buffer): Promise<boolean> {
    this.#knownSources ??= this.#loadKnownSources();
    return (await this.#knownSources).has(nameOf(source));
  }

  failuresOf(key: Buffer): number {
    const count = this.#counts.get(nameOf(key));
    return count && count.expiresAt > Date.now() ? count.failures : 0;
  }

  /** The seconds until one more attempt is within all limits; 0 when it is. `slack`: of how many it is one already. */
  secondsOver(limits: Limit[], slack = 0): number {
    const waits = limits.map(({ key, max }) => {
      if (this.failuresOf(key) < max + slack) return 0;
      return Math.ceil(((this.#counts.get(nameOf(key))?.expiresAt ?? 0) - Date.now()) / 1000);
    });
    return Math.max(0, ...waits);
  }

  /** Counts an attempt before its password is checked, so that none of many at once goes uncounted. */
  async count(keys: Buffer[]): Promise<void> {
    const { rows } = await this.#db.pool.query<Counted>(countFailures, [keys]);
    for (const { key, failures, msLeft } of rows) {
      this.#counts.set(nameOf(key), { failures, expiresAt: Date.now() + msLeft });
    }
  }

  /** After the right password. */
  async forgive(source: Buffer, shared: Buffer[]): Promise<void> {
    await this.#db.pool.query(forgiveFailures, [source, shared]);
    this.#counts.delete(nameOf(source));
    for (const key of shared) {
      const count = this.#counts.get(nameOf(key));
      if (count) count.failures -= 1;
    }
  }

  /** After a session was opened from there. */
  async addKnownSource(source: Buffer): Promise<void> {
    (await this.#knownSources)?.add(nameOf(source));
  }

  /** Deletes what has expired and learns what other processes know. */
  async tidy(): Promise<void> {
    const now = Date.now();
    for (const [name, { expiresAt }] of this.#counts) if (expiresAt <= now) this.#counts.delete(name);
    await this.#db.pool.query(deleteExpired);
    if (this.#knownSources) {
      const sources = await this.#loadKnownSources();
      this.#knownSources = Promise.resolve(sources);
    }
  }

  async #loadKnownSources(): Promise<Set<string>> {
    try {
      const { rows } = await this.#db.pool.query<{ source: Buffer }>(selectKnownSources);
      return new Set(rows.map(({ source }) => nameOf(source)));
    } catch (error) {
      this.#knownSources = undefined;
      throw error;
    }
  }
}
