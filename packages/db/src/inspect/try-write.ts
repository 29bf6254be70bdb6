import pg from 'pg';
import { writeProbe } from '../write-probe.ts';

const connectTimeoutMs = 5_000;
const commitTimeoutMs = 5_000;

/** Why the database takes no changes. The code is that of PostgreSQL; without one the commit did not return in time. */
export type WriteFailure = { code: string | undefined; message: string };

/** Tries a change of no row, on a connection of its own: its commit may never return. Undefined where it succeeds. */
export async function tryWrite(url: string): Promise<WriteFailure | undefined> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'crewboard doctor',
    connectionTimeoutMillis: connectTimeoutMs,
    query_timeout: commitTimeoutMs,
  });
  // A lost connection rejects the running query; an event without a handler would end the process.
  client.on('error', () => undefined);
  await client.connect();
  try {
    await client.query(writeProbe);
    return undefined;
  } catch (error) {
    const { code, message } = error as pg.DatabaseError;
    return { code, message };
  } finally {
    await client.end().catch(() => undefined);
  }
}
