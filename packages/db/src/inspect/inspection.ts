import type pg from 'pg';
import { explainConnectionFailure } from '../connections/explain-connection-failure.ts';
import { connect } from '../connections/single-connection.ts';

const connectTimeoutMs = 5_000;
const statementTimeoutMs = 3_000;

/** A connection that only reads. */
export type Inspection = {
  /**
   * Runs statements in a read-only transaction. The server ends a statement after 3 s, this side after 5 s. Works
   * behind any pooler, because no setting outlives the transaction.
   */
  read<Result>(run: (client: pg.ClientBase) => Promise<Result>): Promise<Result>;
  close(): Promise<void>;
};

/** Connects within 5 s. Throws the error of the connection, with the setting to change if that is known. */
export async function openInspection(url: string): Promise<Inspection> {
  const client = await connect({
    connectionString: url,
    application_name: 'crewboard doctor',
    connectionTimeoutMillis: connectTimeoutMs,
    query_timeout: statementTimeoutMs + 2_000,
  }).catch((error) => {
    throw explainConnectionFailure(error);
  });
  return {
    async read(run) {
      await client.query(`begin read only; set local statement_timeout = ${statementTimeoutMs}`);
      try {
        return await run(client);
      } finally {
        // Ignore the failure: if the connection is lost, `run` has thrown already.
        await client.query('rollback').catch(() => undefined);
      }
    },
    close: () => client.end(),
  };
}
