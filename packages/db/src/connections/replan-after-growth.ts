import type pg from 'pg';

/**
 * Selects a text that changes when a table has grown to sixteen times as many pages: that much changes a plan, because
 * an index scan costs as much as about eight pages. `lock_timeout` makes it fail at once while a table is being
 * rewritten, whose size can only be read after that. The setting ends with the statement, because both are one message.
 */
const readSizes = `
  set local lock_timeout = '1ms';
  select string_agg(length(to_hex(pg_relation_size(oid) / current_setting('block_size')::int))::text, ',' order by oid) as sizes
  from pg_class where relkind = 'r' and relnamespace = current_schema()::regnamespace`;

/**
 * Makes each connection plan its prepared statements again after a table has grown. PostgreSQL keeps a plan until
 * autovacuum analyzes one of its tables, a minute later or more. A plan for a table of a few pages reads the whole
 * table, in a join for each row, even once it has 100,000 rows. PostgreSQL plans by the size of a table, which it knows
 * before the table is analyzed. The sizes are read at most once in `intervalMs`, and only while the pools run
 * statements.
 */
export function replanAfterGrowth(pools: readonly pg.Pool[], reader: pg.Pool, intervalMs: number): void {
  const sizesByClient = new WeakMap<pg.PoolClient, string>();
  let sizes = '';
  let readAt = Number.NEGATIVE_INFINITY;
  let isReading = false;

  async function read(): Promise<void> {
    isReading = true;
    readAt = performance.now();
    try {
      const results: unknown = await reader.query(readSizes);
      const [, { rows }] = results as [unknown, pg.QueryResult<{ sizes: string | null }>];
      sizes = rows[0]?.sizes ?? '';
    } catch {
      // A table is locked, the database does not respond, or the pool ends. Statements of requests report that, and a
      // later one reads the sizes again.
    } finally {
      isReading = false;
    }
  }

  const acquire = (client: pg.PoolClient) => {
    if (!isReading && performance.now() - readAt >= intervalMs) void read();
    const planned = sizesByClient.get(client);
    if (planned === sizes) return;
    sizesByClient.set(client, sizes);
    // A new connection has no plans yet. Ignore errors: on a lost connection, the statement that follows fails as well.
    if (planned !== undefined) client.query('discard plans').catch(() => undefined);
  };
  for (const pool of pools) pool.on('acquire', acquire);
}
