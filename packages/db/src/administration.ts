import type { Pool } from 'pg';
import type { Prisma, PrismaClient } from './generated/client.ts';
import type { Queryable } from './queryable.ts';

// Prisma Client is for administration: teams, projects, agents, keys, members and accounts. It is loaded on first use,
// because a process without such requests needs neither its 40 MB nor its 0.2 s.

export type Transaction = {
  client: Prisma.TransactionClient;
  /** When it began, by the clock of the database. */
  now: Date;
  /** Runs statements in it. Rows have times as `Date`. */
  sql: Queryable;
};

/** Above all timeouts of the server: they decide, and say why. */
const never = { maxWait: 60_000, timeout: 60_000 };

const begin = 'select clock_timestamp() as now';

/** Commits what a transaction on a connection of `pool` does, or undoes it where it throws. */
export function openAdministration(
  pool: Pool,
): <Result>(run: (transaction: Transaction) => Promise<Result>) => Promise<Result> {
  let loading: Promise<PrismaClient> | undefined;
  return async (run) => {
    loading ??= load(pool);
    try {
      const prisma = await loading.catch((error) => {
        // The next call tries again.
        loading = undefined;
        throw error;
      });
      return await prisma.$transaction(async (client) => {
        const [started] = await client.$queryRawUnsafe<{ now: Date }[]>(begin);
        return run({ client, now: (started as { now: Date }).now, sql: toQueryable(client) });
      }, never);
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
  // The first query compiles the query compiler. Inside a transaction, a busy machine would not finish that within the
  // 1 s for which a transaction may do nothing.
  await prisma.team.findFirst();
  return prisma;
}

/**
 * The pool, but a connection that is still in a transaction, because its rollback failed, is not used again: what the
 * next one writes on it would be acknowledged and never committed. Prisma returns it without an error.
 *
 * A query outside of a transaction gets no rows, without a connection: only `load` runs one, and needs none.
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

/** Errors of the network, whose codes Prisma replaces by its own or by a kind. */
const networkCodes: Record<string, string> = {
  ...{ P1001: 'ECONNREFUSED', DatabaseNotReachable: 'ECONNREFUSED' },
  ...{ P1017: 'ECONNRESET', ConnectionClosed: 'ECONNRESET', SocketTimeout: 'ETIMEDOUT' },
};

/**
 * The error that Prisma has wrapped, with the fields of one of `pg` or of the network: SQLSTATE and constraint, or the
 * code. Any other is returned as it is.
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
