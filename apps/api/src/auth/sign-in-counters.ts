import { signInBounds } from '@crewboard/contracts';
import { type Database, defineStatement, queryMany, queryOne, raw, sql } from '@crewboard/db';
import { KeyedLimit } from '../limits/keyed-limit.ts';

type CountRow = { key: Buffer; count: number; msLeft: number };

/** Adds 1 to each count, and starts expired ones again. Ordered, so that two statements cannot deadlock. */
const addToCounts = defineStatement<{ keys: Buffer[] }, CountRow>(
  ({ keys }) => sql`
  insert into sign_in_counters as c (key, count, expires_at)
  select key, 1, now() + interval '${raw(String(signInBounds.periodMinutes))} minutes'
  from unnest(${keys}::bytea[]) as key order by key
  on conflict (key) do update set
    count = case when c.expires_at <= now() then 1 else c.count + 1 end,
    expires_at = case when c.expires_at <= now() then excluded.expires_at else c.expires_at end
  returning key, count, greatest(0, extract(epoch from expires_at - now()) * 1000)::float8 as "msLeft"`,
);

/** Deletes the count of the source ($1), and takes back one attempt from each shared count ($2). */
const forgiveAttempt = `
  with locked as (
    select key, count <= 1 or key is not distinct from $1 as "becomesZero" from sign_in_counters
    where key = $1 or key = any($2::bytea[]) order by key for update
  ),
  deleted as (
    delete from sign_in_counters as c using locked where c.key = locked.key and locked."becomesZero"
  )
  update sign_in_counters as c set count = c.count - 1 from locked
  where c.key = locked.key and not locked."becomesZero"`;

const deleteExpired = `
  delete from sign_in_counters where key in (
    select key from sign_in_counters where expires_at <= now() order by expires_at limit 10000
    for update skip locked)`;

/**
 * A source is a hash of the account and the address, so the query has no condition on the account. Ended sessions count
 * as well: their rows stay until the account signs in again. Exported for the test of its plan.
 */
export const selectIsKnownSource = defineStatement<{ source: Buffer }, { isKnown: boolean }>(
  ({ source }) => sql`
  select exists (
    select from sessions where source = ${source} and created_at > now() - interval '90 days'
  ) as "isKnown"`,
);

/** Bounds the lookups of known sources of a process, so that attempts from many addresses do not occupy the pool. */
const lookupBounds = { maxRunning: 2, maxWaiting: 1_000 };
/** The one key of that limit. */
const allSources = 'all';

type Limit = { key: Buffer; max: number };

const nameOf = (key: Buffer) => key.toString('base64');

/**
 * Counts wrong passwords and sign-ins for all processes, in the database. Keeps a copy of the counts that this process
 * has raised, so that an attempt beyond its limit costs no query.
 */
export class SignInCounters {
  readonly #db: Database;
  readonly #countByName = new Map<string, { count: number; expiresAt: number }>();
  readonly #lookups: KeyedLimit;

  /** `maxWaitMs`: how long a lookup of a source may wait. */
  constructor(db: Database, maxWaitMs: number) {
    this.#db = db;
    this.#lookups = new KeyedLimit({ ...lookupBounds, maxWaitMs });
  }

  /**
   * Whether this source has opened a session of the account within 90 days. False if the lookup has to wait for too
   * long.
   */
  async isKnownSource(source: Buffer): Promise<boolean> {
    const release = await this.#lookups.enter(allSources);
    if (!release) return false;
    try {
      const found = await queryOne(this.#db.pool, selectIsKnownSource, { source });
      return found?.isKnown ?? false;
    } finally {
      release();
    }
  }

  /** The count of a key as this process knows it; 0 once it has expired. */
  countOf(key: Buffer): number {
    const entry = this.#countByName.get(nameOf(key));
    return entry && entry.expiresAt > Date.now() ? entry.count : 0;
  }

  /** Seconds until an attempt is within all limits; 0 if it is now. `slack`: 1 if the attempt is already counted. */
  secondsOver(limits: Limit[], slack = 0): number {
    const waits = limits.map(({ key, max }) => {
      if (this.countOf(key) < max + slack) return 0;
      return Math.ceil(((this.#countByName.get(nameOf(key))?.expiresAt ?? 0) - Date.now()) / 1000);
    });
    return Math.max(0, ...waits);
  }

  /** Adds 1 to each count, in one statement, so that concurrent attempts are all counted. */
  async add(keys: Buffer[]): Promise<void> {
    for (const { key, count, msLeft } of await queryMany(this.#db.pool, addToCounts, { keys })) {
      this.#countByName.set(nameOf(key), { count, expiresAt: Date.now() + msLeft });
    }
  }

  /**
   * Takes an attempt back after the correct password or secret: resets the count of the source, and subtracts 1 from
   * each shared count. `source` is null if there is no count to reset.
   */
  async forgive(source: Buffer | null, shared: Buffer[]): Promise<void> {
    await this.#db.pool.query(forgiveAttempt, [source, shared]);
    if (source) this.#countByName.delete(nameOf(source));
    for (const key of shared) {
      const entry = this.#countByName.get(nameOf(key));
      if (entry) entry.count -= 1;
    }
  }

  /** Deletes expired counts in memory and in the database. */
  async tidy(): Promise<void> {
    const now = Date.now();
    for (const [name, { expiresAt }] of this.#countByName)
      if (expiresAt <= now) this.#countByName.delete(name);
    await this.#db.pool.query(deleteExpired);
  }
}
