import type pg from 'pg';

// The settings of every connection. They are set by a statement after connecting: as startup parameters, a pooler such
// as PgBouncer would reject them, or silently drop them if it is told to ignore startup parameters.

type SessionSettings = Record<string, string>;

/**
 * The settings of a connection, in the units of pg_settings. Without `statementTimeoutMs` there are no timeouts at all.
 */
export const sessionSettings = (statementTimeoutMs: number | undefined): SessionSettings => ({
  statement_timeout: String(statementTimeoutMs ?? 0),
  lock_timeout: statementTimeoutMs === undefined ? '0' : '2000',
  // Ends the transaction of a process that hangs: others wait for its locks, and the readers of the log for its end.
  idle_in_transaction_session_timeout: statementTimeoutMs === undefined ? '0' : '1000',
  // A search over many tasks uses one processor at most and leaves the others to the hot path.
  max_parallel_workers_per_gather: '0',
  // `toJsonTime` expects times in UTC.
  TimeZone: 'UTC',
  // Compiling the plan of a statement of milliseconds takes ten times as long as the statement.
  jit: 'off',
});

/**
 * Applies the settings to a new connection. `timeoutMs` bounds this on the client's side, since the server has no limit
 * yet.
 */
export async function applySettings(
  client: pg.ClientBase,
  settings: SessionSettings,
  timeoutMs: number | undefined,
): Promise<void> {
  const calls = Object.entries(settings).map(([name, value]) => `set_config('${name}', '${value}', false)`);
  const query = { text: `select ${calls.join(', ')}`, query_timeout: timeoutMs };
  await client.query(query);
}

/** Returns the names of the settings that a connection of the pool does not have, because a pooler has dropped them. */
export async function findMissingSettings(pool: pg.Pool, settings: SessionSettings): Promise<string[]> {
  const { rows } = await pool.query<{ name: string }>(
    `select expected.name from json_each_text($1) as expected (name, value)
     left join pg_settings as actual on actual.name = expected.name
     where actual.setting is distinct from expected.value order by 1`,
    [JSON.stringify(settings)],
  );
  return rows.map(({ name }) => name);
}
