import pg from 'pg';
import { openAdministration, type Transaction } from '../administration.ts';
import type { Queryable } from '../queryable.ts';
import { DescriptionCachingClient } from './description-caching-client.ts';
import { toJsonTime } from './json-time.ts';
import { limitUnanswered } from './limit-unanswered.ts';
import { replanAfterGrowth } from './replan-after-growth.ts';
import { applySettings, findMissingSettings, sessionSettings } from './session-settings.ts';

/** A connection that was taken from a pool. */
export type PooledConnection = pg.PoolClient;

/** The pools of a process, divided so that slow work cannot block fast work. Itself runs statements on `pool`. */
export type Database = Queryable & {
  url: string;
  /** For the hot path: the statements of requests that change something, and reads of single rows. */
  pool: pg.Pool;
  /** For what can take long, and so never blocks the hot path: lists, searches, counts, and background work. */
  reads: pg.Pool;
  /**
   * For reads that every request needs or that find one row: credentials, a task by its id. They work even while every
   * connection of the hot path waits for a commit.
   */
  lookups: pg.Pool;
  /** One connection each for the checks of readiness: the write may wait for its commit without end. */
  probes: { reads: pg.Pool; writes: pg.Pool };
  /** Runs a transaction on one connection of the hot path: commits it, or rolls it back when `run` throws. */
  transaction: <Result>(run: (connection: Queryable) => Promise<Result>) => Promise<Result>;
  /** Runs a transaction with Prisma Client on the hot path, for administration alone. See `openAdministration`. */
  administer: <Result>(run: (transaction: Transaction) => Promise<Result>) => Promise<Result>;
  /** The names of the settings of `openDatabase` that a connection of this pool does not have. */
  findMissingSettings(pool: LimitedPool): Promise<string[]>;
  close(): Promise<void>;
};

/** One team may occupy two of them (`limits/team-databases.ts` of the API), and so leaves half to others. */
const maxLookupConnections = 4;

const statementTimeoutsMs = { pool: 5_000, reads: 3_000, lookups: 3_000 };
/** The pools whose settings `findMissingSettings` can check. */
export type LimitedPool = keyof typeof statementTimeoutsMs;

type Options = {
  /** The size of the pool of the hot path. */
  maxConnections?: number;
  /** The size of the pool of interactive reads. */
  maxReadConnections?: number;
  /** How long a statement waits for a connection, if there are timeouts. */
  connectTimeoutMs?: number;
  /** False for tests that must not depend on the speed of the machine. */
  hasTimeouts?: boolean;
  /** The maximum age of the table sizes by which statements are planned again: see `replanAfterGrowth`. */
  maxSizeAgeMs?: number;
};

/**
 * Opens pools of at most `maxConnections` (10), `maxReadConnections` (6) and, for look-ups, four. Timeouts: 3 s for a
 * connection, 2 s for a lock, 1 s for an idle transaction, 5 s for a statement (3 s for reads and look-ups), and a
 * second more on the client's side, because a server that hangs enforces no timeout. Rows have times as text in ISO
 * 8601: `2026-01-31T09:30:00.000Z`.
 */
export function openDatabase(
  url: string,
  {
    maxConnections = 10,
    maxReadConnections = 6,
    connectTimeoutMs = 3_000,
    hasTimeouts = true,
    maxSizeAgeMs = 5_000,
  }: Options = {},
): Database {
  const limits = hasTimeouts
    ? statementTimeoutsMs
    : { pool: undefined, reads: undefined, lookups: undefined };
  const open = (max: number, statementTimeoutMs: number | undefined) =>
    openPool(url, { max, statementTimeoutMs, connectTimeoutMs });
  const pool = open(maxConnections, limits.pool);
  const reads = open(maxReadConnections, limits.reads);
  const lookups = open(maxLookupConnections, limits.lookups);
  replanAfterGrowth([pool, reads, lookups], lookups, maxSizeAgeMs);
  const openProbe = () => open(1, hasTimeouts ? 1_000 : undefined);
  const probes = { reads: openProbe(), writes: openProbe() };
  const pools = [pool, reads, lookups, probes.reads, probes.writes];
  const closeUnanswered = pools.map(limitUnanswered);
  return {
    url,
    pool,
    reads,
    lookups,
    probes,
    query: pool.query.bind(pool),
    transaction: (run) => inTransaction(pool, run),
    administer: openAdministration(pool),
    findMissingSettings: (name) =>
      findMissingSettings({ pool, reads, lookups }[name], sessionSettings(limits[name])),
    async close() {
      await Promise.all(pools.map((each) => each.end()));
      for (const close of closeUnanswered) close();
    },
  };
}

const types = new pg.TypeOverrides();
types.setTypeParser(pg.types.builtins.TIMESTAMPTZ, toJsonTime);

/** Without `statementTimeoutMs`, the connections have no timeouts at all. */
type PoolOptions = { max: number; statementTimeoutMs: number | undefined; connectTimeoutMs: number };

function openPool(url: string, { max, statementTimeoutMs, connectTimeoutMs }: PoolOptions): pg.Pool {
  const settings = sessionSettings(statementTimeoutMs);
  const pool = new pg.Pool({
    Client: DescriptionCachingClient,
    connectionString: url,
    max,
    connectionTimeoutMillis: statementTimeoutMs && connectTimeoutMs,
    query_timeout: statementTimeoutMs && statementTimeoutMs + 1_000,
    onConnect: (client) => applySettings(client, settings, statementTimeoutMs && connectTimeoutMs),
    types,
    keepAlive: true,
    application_name: 'crewboard',
  });
  // Ignore the errors of connections that the server ended: an idle one is replaced, and on one in use the query fails.
  // An error event without a handler would end the process.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}

/** See `Database.transaction`. */
async function inTransaction<Result>(
  pool: pg.Pool,
  run: (connection: Queryable) => Promise<Result>,
): Promise<Result> {
  const connection = await pool.connect();
  let failure: Error | undefined;
  try {
    await connection.query('begin');
    const result = await run(connection);
    await connection.query('commit');
    return result;
  } catch (error) {
    // Do not use a connection again that could not be rolled back.
    await connection.query('rollback').catch((cause: Error) => {
      failure = cause;
    });
    throw error;
  } finally {
    connection.release(failure);
  }
}
