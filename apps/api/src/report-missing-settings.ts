import type { Database, LimitedPool } from '@crewboard/db';
import type { Metrics } from './metrics/metrics.ts';
import type { WorkerLog } from './workers/poll-loop.ts';

/** The pools of an API process. */
export const poolsOfApi = { hot: 'pool', reads: 'reads', lookups: 'lookups' } as const;

type Parts = {
  db: Database;
  /** The pools to check, by their names in metrics. */
  pools: Record<string, LimitedPool>;
  log: WorkerLog;
  metrics: Metrics | undefined;
};

/**
 * Checks on a connection of each pool whether it keeps its time limits, and reports the result in the log and in
 * metrics. Without them the process works, but a statement may run, and a lock may be held, without end.
 */
export async function reportMissingSettings({ db, pools, log, metrics }: Parts): Promise<void> {
  for (const [name, pool] of Object.entries(pools)) {
    const missing = await db.findMissingSettings(pool);
    metrics?.pools.setLimited(name, missing.length === 0);
    if (missing.length === 0) continue;
    log.warn(
      { pool: name, missing },
      'The connections to the database do not keep the settings that limit statements, locks and idle transactions: ' +
        'what is between this process and PostgreSQL drops them (docs/operations.md, "Through a pooler")',
    );
  }
}
