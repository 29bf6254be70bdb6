import pg from 'pg';
import { openAdministration, type Transaction } from './administration.ts';
import { toJsonTime } from './json-time.ts';
import type { Queryable } from './queryable.ts';

/** A connection that was taken from a pool. */
export type PooledConnection = pg.PoolClient;

/** Runs statements on `pool`. */
export type Database = Queryable & {
  url: string;
  /** For the hot path: every statement that changes something, and reads of single rows. */
  pool: pg.Pool;
  /** For interactive reads (lists, searches, counts), which can take long: they never block the hot path. */
  reads: pg.Pool;
  /** See `inTransaction`. */
  transaction: <Result>(run: (connection: Queryable) => Promise<Result>) => Promise<Result>;
  /** Changes what is administered, with Prisma Client, on the hot path. See `openAdministration`. */
  administer: <Result>(run: (transaction: Transaction) => Promise<Result>) => Promise<Result>;
  close(): Promise<void>;
};

type Options = {
  /** Of the hot path. */
  maxConnections?: number;
  /** Of the interactive reads. */
  maxReadConnections?: number;
};

/**
 * Opens two pools of at most `maxConnections` (10) and `maxReadConnections` (6). Timeouts: 3 s for a connection, 2 s
 * for a lock, 1 s for a transaction that does nothing, 5 s for a statement (3 s for an interactive read), and a second
 * more on the client's side, because a stopped server cannot enforce its own. Rows have times as text in ISO 8601: `2026-01-31T09:30:00.000Z`.
 */
export function openDatabase(
  url: string,
  { maxConnections = 10, maxReadConnections = 6 }: Options = {},
): Database {
  const pool = openPool(url, { max: maxConnections, statementTimeoutMs: 5_000 });
  const reads = openPool(url, { max: maxReadConnections, statementTimeoutMs: 3_000 });
  return {
    url,
    pool,
    reads,
    query: pool.query.bind(pool),
    transaction: (run) => inTransaction(pool, run),
    administer: openAdministration(pool),
    async close() {
      await Promise.all([pool.end(), reads.end()]);
    },
  };
}

const types = new pg.TypeOverrides();
types.setTypeParser(pg.types.builtins.TIMESTAMPTZ, toJsonTime);

type PoolOptions = { max: number; statementTimeoutMs: number };

function openPool(url: string, { max, statementTimeoutMs }: PoolOptions): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max,
    connectionTimeoutMillis: 3_000,
    statement_timeout: statementTimeoutMs,
    lock_timeout: 2_000,
    // Of a process that hangs: others wait for its locks, and the readers of the log for its transaction.
    idle_in_transaction_session_timeout: 1_000,
    query_timeout: statementTimeoutMs + 1_000,
    // A search over many tasks uses one processor at most and leaves the others to the hot path. Times arrive in UTC,
    // as `toJsonTime` expects them. A plan compiled for a statement of milliseconds takes ten times as long as the
    // statement.
    options: '-c max_parallel_workers_per_gather=0 -c TimeZone=UTC -c jit=off',
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
