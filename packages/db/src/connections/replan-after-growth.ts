import type pg from 'pg';

/**
 * A string that changes when a table has sixteen times as many pages. So much changes a plan: an index of a table costs as much as
 * eight of its pages. Reading a size waits for the lock of a table that is being rewritten: then this fails at once. The setting ends with
 * the statement, as both are one message.
 */
const readSizes = `
  set local lock_timeout = '1ms';
  select string_agg(length(to_hex(pg_relation_size(oid) / current_setting('block_size')::int))::text, ',' order by oid) as sizes
  from pg_class where relkind = 'r' and relnamespace = current_schema()::regnamespace`;

/**
 * Lets each connection plan its prepared statements anew after a table has grown. PostgreSQL keeps a plan until autovacuum analyzes
 * a table of it, a minute later or more. One that was made for a table of a few pages reads all of it, for each row of another
 * where it joins them, also with 100,000 rows. The sizes are read at most once in `intervalMs`, beside the statements of the pools
 * and only while there are any; what PostgreSQL plans by are these sizes, also before a table is analyzed.
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
      // A table is locked, the database does not respond, or the pool ends: the statements of requests say so. The next ones read the sizes.
    } finally {
      isReading = false;
    }
  }

  const acquire = (client: pg.PoolClient) => {
    if (!isReading && performance.now() - readAt >= intervalMs) void read();
    const planned = sizesByClient.get(client);
    if (planned === sizes) return;
    sizesByClient.set(client, sizes);
    // A new connection has no plans. On a lost one the statement that follows fails, and it is not used again.
    if (planned !== undefined) client.query('discard plans').catch(() => undefined);
  };
  for (const pool of pools) pool.on('acquire', acquire);
}
