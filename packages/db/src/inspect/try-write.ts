import type pg from 'pg';
import { isQueryTimeout } from '../connections/is-query-timeout.ts';
import { connect } from '../connections/single-connection.ts';
import { writeProbe } from '../write-probe.ts';
import type { Inspection } from './inspection.ts';

const applicationName = 'crewboard doctor';
const connectTimeoutMs = 5_000;
const commitTimeoutMs = 5_000;

/** Why the database accepts no changes. The code is an SQLSTATE, or `timeout`. */
type WriteFailure = { code: string; message: string };

/**
 * Ends the commits of this run and earlier ones that wait for a standby: the server does not notice that their clients
 * have gone, so each run would occupy one more connection until the standby is back.
 */
const endHangingCommits = `
  select pg_cancel_backend(pid) from pg_stat_activity
  where application_name = '${applicationName}' and usename = current_user and wait_event = 'SyncRep'`;

/**
 * Tries a write that changes no row, on its own connection, because the commit may never return. Undefined if it
 * succeeds.
 */
export async function tryWrite(
  url: string,
  inspection: Pick<Inspection, 'read'>,
): Promise<WriteFailure | undefined> {
  const client = await connect({
    connectionString: url,
    application_name: applicationName,
    connectionTimeoutMillis: connectTimeoutMs,
    query_timeout: commitTimeoutMs,
  });
  try {
    await client.query(writeProbe);
    return undefined;
  } catch (error) {
    const { code = '', message } = error as pg.DatabaseError;
    if (!isQueryTimeout(error)) return { code, message };
    await inspection.read((other) => other.query(endHangingCommits));
    return { code: 'timeout', message: `no commit within ${commitTimeoutMs / 1_000} s` };
  } finally {
    await client.end().catch(() => undefined);
  }
}
