import pg from 'pg';
import { writeProbe } from '../write-probe.ts';
import type { Inspection } from './inspection.ts';

const applicationName = 'crewboard doctor';
const connectTimeoutMs = 5_000;
const commitTimeoutMs = 5_000;
/** Of pg, whose error has no code. */
const timeoutMessage = 'Query read timeout';

/** Why the database takes no changes. The code is that of PostgreSQL, or `timeout`. */
export type WriteFailure = { code: string; message: string };

/**
 * The server does not notice that the other side has gone while a commit waits for a standby: each run would take one more of its
 * connections, until the standby is back.
 */
const endHangingCommits = `
  select pg_cancel_backend(pid) from pg_stat_activity
  where application_name = '${applicationName}' and usename = current_user and wait_event = 'SyncRep'`;

/** Tries a change of no row, on a connection of its own: its commit may never return. Undefined where it succeeds. */
export async function tryWrite(
  url: string,
  inspection: Pick<Inspection, 'read'>,
): Promise<WriteFailure | undefined> {
  const client = new pg.Client({
    connectionString: url,
    application_name: applicationName,
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
    const { code = '', message } = error as pg.DatabaseError;
    if (message !== timeoutMessage) return { code, message };
    await inspection.read((other) => other.query(endHangingCommits));
    return { code: 'timeout', message: `no commit within ${commitTimeoutMs / 1_000} s` };
  } finally {
    await client.end().catch(() => undefined);
  }
}
