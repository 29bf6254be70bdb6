import { PrismaPg } from '@prisma/adapter-pg';
import pg from 'pg';
import { PrismaClient } from './generated/client.ts';

export type Database = {
  url: string;
  /** For every statement that changes something, and for the hot reads. */
  pool: pg.Pool;
  /** For the other reads; it uses the same pool. */
  prisma: PrismaClient;
  close(): Promise<void>;
};

/**
 * Opens a pool of at most `maxConnections` (10). Nothing waits for long: 3 s for a connection, 2 s for a lock,
 * 5 s for a statement, and 6 s on the client's side, because a stopped server cannot time itself out.
 */
export function openDatabase(url: string, { maxConnections = 10 } = {}): Database {
  const pool = new pg.Pool({
    connectionString: url,
    max: maxConnections,
    connectionTimeoutMillis: 3_000,
    statement_timeout: 5_000,
    lock_timeout: 2_000,
    idle_in_transaction_session_timeout: 10_000,
    query_timeout: 6_000,
    keepAlive: true,
    application_name: 'crewboard',
  });
  // An idle connection that the server ends is replaced by the next query; the pool only wants to be heard.
  pool.on('error', () => undefined);
  const prisma = new PrismaClient({ adapter: new PrismaPg(pool) });
  return {
    url,
    pool,
    prisma,
    async close() {
      await prisma.$disconnect();
      await pool.end();
    },
  };
}
