import type pg from 'pg';
import { connect } from '../connections/single-connection.ts';
import type { MigrationLog, MigrationTiming } from './migration-options.ts';

type Options = { url: string; migration: string; timing: MigrationTiming; log: MigrationLog };

type IndexProgress = { phase: string; blocksPercent: number | null; tuplesPercent: number | null };

const progressOf = `
  select phase, round(100.0 * blocks_done / nullif(blocks_total, 0))::int as "blocksPercent",
    round(100.0 * tuples_done / nullif(tuples_total, 0))::int as "tuplesPercent"
  from pg_stat_progress_create_index where pid = $1`;

/** Runs `build` on `client` and logs its progress every `progressIntervalMs`. */
export async function followIndexBuild(
  client: pg.ClientBase,
  { url, migration, timing, log }: Options,
  build: () => Promise<unknown>,
): Promise<void> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  const startedAt = Date.now();
  // Use a second connection, because that of the build is busy.
  const observer = await connect({
    connectionString: url,
    application_name: 'crewboard migrate progress',
    query_timeout: 5_000,
  });
  let isQuerying = false;
  const timer = setInterval(async () => {
    if (isQuerying) return;
    isQuerying = true;
    const progress = await observer.query<IndexProgress>(progressOf, [rows[0]?.pid]).catch(() => undefined);
    isQuerying = false;
    const seconds = Math.round((Date.now() - startedAt) / 1000);
    log({ migration, seconds, ...progress?.rows[0] }, 'building an index');
  }, timing.progressIntervalMs);
  try {
    await build();
  } finally {
    clearInterval(timer);
    await observer.end().catch(() => undefined);
  }
}
