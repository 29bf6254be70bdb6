import type pg from 'pg';

// The settings of every connection. They are set after connecting: a pooler such as PgBouncer rejects them as startup
// parameters, and where it is told to ignore those, it drops them without a word.

export type SessionSettings = Record<string, string>;

/** The settings of a connection in the units of pg_settings; without a timeout for statements there is none for anything. */
export const sessionSettings = (statementTimeoutMs: number | undefined): SessionSettings => ({
  statement_timeout: String(statementTimeoutMs ?? 0),
  lock_timeout: statementTimeoutMs === undefined ? '0' : '2000',
  // Of a process that hangs: others wait for its locks, and the readers of the log for its transaction.
  idle_in_transaction_session_timeout: statementTimeoutMs === undefined ? '0' : '1000',
  // A search over many tasks uses one processor at most and leaves the others to the hot path.
  max_parallel_workers_per_gather: '0',
  // As `toJsonTime` expects times.
  TimeZone: 'UTC',
  // A plan compiled for a statement of milliseconds takes ten times as long as the statement.
  jit: 'off',
});

/** One statement for each new connection. The server sets no limit for it yet, so the client does. */
export async function applySettings(
  client: pg.ClientBase,
  settings: SessionSettings,
  timeoutMs: number | undefined,
): Promise<void> {
  const calls = Object.entries(settings).map(([name, value]) => `set_config('${name}', '${value}', false)`);
  const query = { text: `select ${calls.join(', ')}`, query_timeout: timeoutMs };
  await client.query(query);
}

/** The names of those that a connection of the pool does not have, as another statement finds it. */
export async function findMissingSettings(pool: pg.Pool, settings: SessionSettings): Promise<string[]> {
  const { rows } = await pool.query<{ name: string }>(
    `select expected.name from json_each_text($1) as expected (name, value)
     left join pg_settings as actual on actual.name = expected.name
     where actual.setting is distinct from expected.value order by 1`,
    [JSON.stringify(settings)],
  );
  return rows.map(({ name }) => name);
}
