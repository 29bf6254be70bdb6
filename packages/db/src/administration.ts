import type { Pool } from 'pg';
import type { Prisma, PrismaClient } from './generated/client.ts';
import type { Queryable } from './queryable.ts';

// Transactions with Prisma Client, for changes of teams, projects, agents, keys, members and accounts alone. Prisma
// Client is loaded on first use: a process without such changes saves its 40 MB and 0.2 s.

export type Transaction = {
  client: Prisma.TransactionClient;
  /** When the transaction began, by the clock of the database. */
  now: Date;
  /** Runs statements in the transaction. Rows have times as `Date`. */
  sql: Queryable;
};

/** Longer than all timeouts of the server, which then end a transaction with a better error. */
const timeouts = { maxWait: 60_000, timeout: 60_000 };

const readClock = 'select clock_timestamp() as now';

/**
 * Returns a function that runs a transaction on a connection of `pool`: commits it, or rolls it back when `run` throws.
 */
export function openAdministration(
  pool: Pool,
): <Result>(run: (transaction: Transaction) => Promise<Result>) => Promise<Result> {
  let loading: Promise<PrismaClient> | undefined;
  return async (run) => {
    loading ??= load(pool);
    try {
      const prisma = await loading.catch((error) => {
        // Lets the next call load again.
        loading = undefined;
        throw error;
      });
      return await prisma.$transaction(async (client) => {
        const [started] = await client.$queryRawUnsafe<{ now: Date }[]>(readClock);
        return run({ client, now: (started as { now: Date }).now, sql: toQueryable(client) });
      }, timeouts);
    } catch (error) {
      throw toDatabaseError(error);
    }
  };
}

async function load(pool: Pool): Promise<PrismaClient> {
  const [{ PrismaClient }, { PrismaPg }] = await Promise.all([
    import('./generated/client.ts'),
    import('@prisma/adapter-pg'),
  ]);
  const prisma = new PrismaClient({ adapter: new PrismaPg(forTransactions(pool)) });
  // Compile the query compiler, which the first query does, before a transaction: on a busy machine it may take longer
  // than the 1 s for which a transaction may be idle.
  await prisma.team.findFirst();
  return prisma;
}

/**
 * The pool with two changes for Prisma. It closes a connection that is still in a transaction because its rollback
 * failed: Prisma returns it without an error, and later writes on it would be acknowledged but never committed. And a
 * query outside of a transaction returns no rows without taking a connection: only `load` runs one, and needs no rows.
 */
function forTransactions(pool: Pool): Pool {
  const connect = async () => {
    const connection = await pool.connect();
    const release = connection.release.bind(connection);
    connection.release = (error) => release(error ?? connection.getTransactionStatus() !== 'I');
    return connection;
  };
  const query = async () => ({ fields: [], rows: [] });
  return Object.create(pool, { connect: { value: connect }, query: { value: query } });
}

const toQueryable = (client: Prisma.TransactionClient): Queryable =>
  ({
    async query({ text, values = [] }: { text: string; values?: unknown[] }) {
      try {
        return { rows: await client.$queryRawUnsafe<never[]>(text, ...values) };
      } catch (error) {
        throw toDatabaseError(error);
      }
    },
  }) as unknown as Queryable;

type DriverError = {
  kind?: string;
  originalCode?: string;
  originalMessage?: string;
  constraint?: { index?: string };
};

/** The codes of network errors by those that Prisma puts in their place. */
const networkCodes: Record<string, string> = {
  ...{ P1001: 'ECONNREFUSED', DatabaseNotReachable: 'ECONNREFUSED' },
  ...{ P1017: 'ECONNRESET', ConnectionClosed: 'ECONNRESET', SocketTimeout: 'ETIMEDOUT' },
};

/**
 * Converts an error of Prisma to one with the fields that `pg` and Node set (SQLSTATE and constraint, or the code of
 * the network error), so that callers need not know Prisma. Returns other errors unchanged.
 */
function toDatabaseError(error: unknown): unknown {
  const { meta, code } = (error ?? {}) as {
    meta?: { driverAdapterError?: { cause?: DriverError } };
    code?: string;
  };
  const { kind, originalCode, originalMessage, constraint } = meta?.driverAdapterError?.cause ?? {};
  if (originalCode)
    return Object.assign(new Error(originalMessage, { cause: error }), {
      code: originalCode,
      ...(constraint?.index && { constraint: constraint.index }),
    });
  const networkCode = networkCodes[kind ?? ''] ?? networkCodes[code ?? ''];
  if (!networkCode) return error;
  return Object.assign(new Error('The database is not reached', { cause: error }), { code: networkCode });
}
