import type { Database, Queryable } from '@crewboard/db';
import { AppError } from '../errors.ts';
import { KeyedLimit } from './keyed-limit.ts';

const maxHotPerTeam = 4;
/** The maximum part of the hot path for one team: four connections of the default pool of ten. */
const maxHotShare = 0.4;
/** Maximum of a team on the six connections of the interactive reads. */
const maxReadsPerTeam = 2;
/** Maximum of a team on the four connections of look-ups. */
const maxLookupsPerTeam = 2;
/** Pages of a team that are made at once: while two are read, two are serialized. */
const maxPagesPerTeam = 2 * maxReadsPerTeam;
const maxWaiting = 1_000;
const defaultMaxWaitMs = 5_000;

/** The connections that a verb uses: the share of the caller's team. `reads` is for lists, searches and counts. */
export type TeamDatabase = Queryable & {
  /** How long a statement waits for a connection, and how long a change is tried again while others come first. */
  maxWaitMs?: number;
  reads: Queryable;
  transaction: Database['transaction'];
  administer: Database['administer'];
};

/** When a change that others keep coming before gives up, on the clock of `performance.now()`. */
export const deadlineOf = ({ maxWaitMs = defaultMaxWaitMs }: Pick<TeamDatabase, 'maxWaitMs'>): number =>
  performance.now() + maxWaitMs;

/** How many of the `poolSize` connections of the hot path one team may occupy: 40 %, at least one, at most four. */
export const hotShareOf = (poolSize: number): number =>
  Math.min(maxHotPerTeam, Math.max(1, Math.floor(poolSize * maxHotShare)));

/**
 * Bounds the connections of this process that one team may occupy. A request that waits for a locked row occupies a
 * connection, so without this bound many requests of one team for one task would block all other teams.
 */
export class TeamDatabases {
  readonly #db: Database;
  readonly #hot: KeyedLimit;
  readonly #reads: KeyedLimit;
  readonly #lookups: KeyedLimit;
  readonly #pages: KeyedLimit;
  readonly #maxWaitMs: number;

  constructor(db: Database, maxWaitMs = defaultMaxWaitMs) {
    this.#db = db;
    this.#maxWaitMs = maxWaitMs;
    this.#reads = new KeyedLimit({ maxRunning: maxReadsPerTeam, maxWaiting, maxWaitMs });
    this.#lookups = new KeyedLimit({ maxRunning: maxLookupsPerTeam, maxWaiting, maxWaitMs });
    this.#pages = new KeyedLimit({ maxRunning: maxPagesPerTeam, maxWaiting, maxWaitMs });
    this.#hot = new KeyedLimit({ maxRunning: hotShareOf(db.pool.options.max), maxWaiting, maxWaitMs });
  }

  /**
   * Reads and serializes a page of a list. At most four per team at once, which bounds the rows that wait in memory.
   * Throws UNAVAILABLE after a wait of `maxWaitMs`.
   */
  makePage<Page>(key: string, make: () => Promise<Page>): Promise<Page> {
    return inShare(this.#pages, key, make);
  }

  /**
   * The connections of a team, or of a person where no team is concerned. Statements reject with UNAVAILABLE after a
   * wait of `maxWaitMs` (5 s).
   */
  of(key: string): TeamDatabase {
    const { pool, reads } = this.#db;
    return {
      ...shareOf(pool, this.#hot, key),
      maxWaitMs: this.#maxWaitMs,
      reads: shareOf(reads, this.#reads, key),
      transaction: (run) => inShare(this.#hot, key, () => this.#db.transaction(run)),
      administer: (run) => inShare(this.#hot, key, () => this.#db.administer(run)),
    };
  }

  /**
   * The same for an operation that only reads: its statements use the look-ups, which no slow commit of others
   * occupies.
   */
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
