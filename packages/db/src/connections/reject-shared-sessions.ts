import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { isQueryTimeout } from './is-query-timeout.ts';

const timeoutMs = 5_000;
/**
 * A single round may notice nothing, because another client of the pooler may hold the session that would show the
 * value. Beside eight busy clients that happens in 2 % of the rounds, and more often on a busy machine.
 */
const maxRounds = 10;

const advice =
  'leads through a pooler that gives each transaction another session of PostgreSQL, such as PgBouncer with ' +
  'pool_mode = transaction. Prepared statements, time limits, advisory locks and notifications need a session of their own. ' +
  'Set pool_mode = session for this database, or connect directly: docs/operations.md, "Through a pooler"';

/**
 * Throws if the URL leads to a pooler whose connections share sessions of PostgreSQL. To find out, sets a value (the
 * mark) on one connection: after another connection has begun a transaction, only the first one may have the value.
 * `variable` is the environment variable of the URL, for the message.
 */
export async function rejectSharedSessions(url: string, variable: string): Promise<void> {
  const [marked, other] = [open(url), open(url)];
  try {
    await marked.connect();
    const isOtherOpen = await other.connect().then(
      () => true,
      // The role may be limited to few connections: then there is no second one to compare with.
      () => false,
    );
    for (let round = 0; isOtherOpen && round < maxRounds; round += 1) {
      const result = await compareSessions(marked, other);
      if (result === 'shared') throw new Error(`${variable} ${advice}`);
      if (result === 'unknown') return;
    }
  } finally {
    await Promise.all([marked, other].map((client) => client.end().catch(() => undefined)));
  }
}

function open(connectionString: string): pg.Client {
  const client = new pg.Client({
    connectionString,
    application_name: 'crewboard prepare',
    connectionTimeoutMillis: timeoutMs,
    query_timeout: timeoutMs,
  });
  // Queries and `connect` reject as well; without a listener this event would end the process.
  client.on('error', () => undefined);
  return client;
}

type Session = { pid: number; mark: string | null };
const readSession = `select pg_backend_pid() as pid, current_setting('crewboard.session', true) as mark`;

/**
 * Whether `marked` shares its session, as far as one round shows. `unknown` if the other connection gets no session,
 * such as behind a pooler whose sessions are all in use.
 */
async function compareSessions(
  marked: pg.Client,
  other: pg.Client,
): Promise<'shared' | 'separate' | 'unknown'> {
  const mark = randomUUID();
  const { rows } = await marked.query<{ pid: number }>(
    `select pg_backend_pid() as pid, set_config('crewboard.session', '${mark}', false)`,
  );
  const otherSession = await beginElsewhere(other);
  if (otherSession === 'statement pooling' || otherSession?.mark === mark) return 'shared';
  const session = await marked.query<Session>(readSession).catch(async (error: Error) => {
    if (!isQueryTimeout(error) || !otherSession) throw error;
    // If the other connection still gets responses, its transaction holds the only session of the pooler.
    await other.query('select 1');
    return undefined;
  });
  if (session?.rows[0]?.mark !== mark || session.rows[0].pid !== rows[0]?.pid) return 'shared';
  if (!otherSession) return 'unknown';
  await other.query('rollback');
  return 'separate';
}

async function beginElsewhere(other: pg.Client): Promise<Session | 'statement pooling' | undefined> {
  try {
    await other.query('begin');
    return (await other.query<Session>(readSession)).rows[0];
  } catch (error) {
    // PgBouncer rejects transactions with this text if it gives each statement another session.
    return /statement pooling/.test((error as Error).message) ? 'statement pooling' : undefined;
  }
}
