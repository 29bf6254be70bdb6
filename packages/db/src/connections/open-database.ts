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

/** Runs statements on `pool`. */
export type Database = Queryable & {
  url: string;
  /** For the hot path: every statement that changes something, and reads of single rows. */
  pool: pg.Pool;
  /** For interactive reads (lists, searches, counts), which can take long: they never block the hot path. */
  reads: pg.Pool;
  /**
   * For reads that each request needs or that find one row: credentials, a task by its id. They go on while every
   * connection of the hot path waits for a commit.
   */
  lookups: pg.Pool;
  /** One connection each for the checks of readiness: the write may wait for its commit without end. */
  probes: { reads: pg.Pool; writes: pg.Pool };
  /** See `inTransaction`. */
  transaction: <Result>(run: (connection: Queryable) => Promise<Result>) => Promise<Result>;
  /** Changes what is administered, with Prisma Client, on the hot path. See `openAdministration`. */
  administer: <Result>(run: (transaction: Transaction) => Promise<Result>) => Promise<Result>;
  /** The names of the settings of `openDatabase` that a connection of this pool does not have. */
  findMissingSettings(pool: LimitedPool): Promise<string[]>;
  close(): Promise<void>;
};

/** As many as a team may occupy of the hot path. */
const maxLookupConnections = 4;

const statementTimeoutsMs = { pool: 5_000, reads: 3_000, lookups: 3_000 };
/** The pools whose limits can be looked at. */
export type LimitedPool = keyof typeof statementTimeoutsMs;

/** So many statements of a pool may be without a response, besides those of its connections. */
const maxUnanswered = ({ options }: pg.Pool): number => options.max;

type Options = {
  /** Of the hot path. */
  maxConnections?: number;
  /** Of the interactive reads. */
  maxReadConnections?: number;
  /** False for tests that must not depend on the speed of the machine. */
  hasTimeouts?: boolean;
  /** How old the sizes of the tables may be by which statements are planned. */
  maxSizeAgeMs?: number;
};

/**
 * Opens pools of at most `maxConnections` (10), `maxReadConnections` (6) and four look-ups. Timeouts: 3 s for a connection, 2 s
 * for a lock, 1 s for a transaction that does nothing, 5 s for a statement (3 s for an interactive read), and a second
 * more on the client's side, because a stopped server cannot enforce its own. Rows have times as text in ISO 8601: `2026-01-31T09:30:00.000Z`.
 */
export function openDatabase(
  url: string,
  { maxConnections = 10, maxReadConnections = 6, hasTimeouts = true, maxSizeAgeMs = 5_000 }: Options = {},
): Database {
  const limits = hasTimeouts
    ? statementTimeoutsMs
    : { pool: undefined, reads: undefined, lookups: undefined };
  const pool = openPool(url, { max: maxConnections, statementTimeoutMs: limits.pool });
  const reads = openPool(url, { max: maxReadConnections, statementTimeoutMs: limits.reads });
  const lookups = openPool(url, { max: maxLookupConnections, statementTimeoutMs: limits.lookups });
  replanAfterGrowth([pool, reads, lookups], lookups, maxSizeAgeMs);
  const openProbe = () => openPool(url, { max: 1, statementTimeoutMs: hasTimeouts ? 1_000 : undefined });
  const probes = { reads: openProbe(), writes: openProbe() };
  const pools = [pool, reads, lookups, probes.reads, probes.writes];
  const endUnanswered = pools.map((each) => limitUnanswered(each, maxUnanswered(each)));
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
      for (const end of endUnanswered) end();
    },
  };
}

const connectTimeoutMs = 3_000;

const types = new pg.TypeOverrides();
types.setTypeParser(pg.types.builtins.TIMESTAMPTZ, toJsonTime);

/** Without a timeout for statements there is none for anything. */
type PoolOptions = { max: number; statementTimeoutMs: number | undefined };

function openPool(url: string, { max, statementTimeoutMs }: PoolOptions): pg.Pool {
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
  // The next query replaces an idle connection that the server ended, and fails on one that is in use; an event
  // without a handler would end the process.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}

/** Commits what `run` does on one connection, or undoes it where `run` throws. */
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
    // A connection that cannot be rolled back is not used again.
    await connection.query('rollback').catch((cause: Error) => {
      failure = cause;
    });
    throw error;
  } finally {
    connection.release(failure);
  }
}
