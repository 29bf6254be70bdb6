import pg from 'pg';
import { explainConnectionFailure } from '../connections/explain-connection-failure.ts';

const connectTimeoutMs = 5_000;
const statementTimeoutMs = 3_000;

/** A connection that only reads. */
export type Inspection = {
  /**
   * Runs statements in a transaction of their own that only reads. A statement takes 3 s at most, by the server, or 5 s by
   * this side. Works behind any pooler: nothing is set for longer than the transaction.
   */
  read<Result>(run: (client: pg.ClientBase) => Promise<Result>): Promise<Result>;
  close(): Promise<void>;
};

/** Connects within 5 s. Throws what the connection fails with, and what to change where that is known. */
export async function openInspection(url: string): Promise<Inspection> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'crewboard doctor',
    connectionTimeoutMillis: connectTimeoutMs,
    query_timeout: statementTimeoutMs + 2_000,
  });
  // A lost connection rejects the running query; an event without a handler would end the process.
  client.on('error', () => undefined);
  try {
    await client.connect();
  } catch (error) {
    throw explainConnectionFailure(error as NodeJS.ErrnoException);
  }
  return {
    async read(run) {
      await client.query(`begin read only; set local statement_timeout = ${statementTimeoutMs}`);
      try {
        return await run(client);
      } finally {
        // Where the connection is lost, the error of `run` says so.
        await client.query('rollback').catch(() => undefined);
      }
    },
    close: () => client.end(),
  };
}
