import type { Database, Queryable } from '@crewboard/db';
import { AppError } from '../errors.ts';
import { KeyedLimit } from './keyed-limit.ts';

const maxHotPerTeam = 4;
/** Maximum of a team on the hot path. A pool of ten connections gives it four as well. */
const maxHotShare = 0.4;
/** Maximum of a team on the six connections of the interactive reads. */
const maxReadsPerTeam = 2;
/** Maximum of a team on the four connections of look-ups. */
const maxLookupsPerTeam = 2;
/** Pages of a team in the making: while two are read, two are serialized. */
const maxPagesPerTeam = 2 * maxReadsPerTeam;
const maxWaiting = 1_000;
const defaultMaxWaitMs = 5_000;

/** The connections that a verb uses: the share of the caller's team. `reads` is for lists, searches and counts. */
export type TeamDatabase = Queryable & {
  reads: Queryable;
  transaction: Database['transaction'];
  administer: Database['administer'];
};

/** How many connections of a hot path of `poolSize` one team may occupy: 40 %, at least one, at most four. */
export const hotShareOf = (poolSize: number): number =>
  Math.min(maxHotPerTeam, Math.max(1, Math.floor(poolSize * maxHotShare)));

/**
 * Gives each team its share of the connections of this process. A request that waits for a locked row occupies a
 * connection: without a share, many requests of one team for one task would occupy them all.
 */
export class TeamDatabases {
  readonly #db: Database;
  readonly #hot: KeyedLimit;
  readonly #reads: KeyedLimit;
  readonly #lookups: KeyedLimit;
  readonly #pages: KeyedLimit;

  constructor(db: Database, maxWaitMs = defaultMaxWaitMs) {
    this.#db = db;
    this.#reads = new KeyedLimit({ maxRunning: maxReadsPerTeam, maxWaiting, maxWaitMs });
    this.#lookups = new KeyedLimit({ maxRunning: maxLookupsPerTeam, maxWaiting, maxWaitMs });
    this.#pages = new KeyedLimit({ maxRunning: maxPagesPerTeam, maxWaiting, maxWaitMs });
    this.#hot = new KeyedLimit({ maxRunning: hotShareOf(db.pool.options.max), maxWaiting, maxWaitMs });
  }

  /**
   * Reads and serializes a page of a list: four at once per team, so that the rows of no more wait for its turns.
   * Throws UNAVAILABLE after a wait of `maxWaitMs`.
   */
  makePage<Page>(key: string, make: () => Promise<Page>): Promise<Page> {
    return inShare(this.#pages, key, make);
  }

  /** The share of a team, or of a person where no team is concerned. Throws UNAVAILABLE after a wait of `maxWaitMs` (5 s). */
  of(key: string): TeamDatabase {
    const { pool, reads } = this.#db;
    return {
      ...shareOf(pool, this.#hot, key),
      reads: shareOf(reads, this.#reads, key),
      transaction: (run) => inShare(this.#hot, key, () => this.#db.transaction(run)),
      administer: (run) => inShare(this.#hot, key, () => this.#db.administer(run)),
    };
  }

  /** The same for an operation that only reads, whose statements do not wait while commits of others do. */
  readerOf(key: string): TeamDatabase {
    return { ...this.of(key), ...shareOf(this.#db.lookups, this.#lookups, key) };
  }
}

async function inShare<Result>(share: KeyedLimit, key: string, run: () => Promise<Result>): Promise<Result> {
  const release = await share.enter(key);
  if (!release) {
    throw new AppError(
      'UNAVAILABLE',
      'Too many requests from your team are waiting for the database. Send fewer at once, and retry.',
    );
  }
  try {
    return await run();
  } finally {
    release();
  }
}

function shareOf(pool: Queryable, share: KeyedLimit, key: string): Queryable {
  const query = (...args: Parameters<Queryable['query']>) =>
    inShare(share, key, async () => await pool.query(...args));
  return { query: query as unknown as Queryable['query'] };
}
