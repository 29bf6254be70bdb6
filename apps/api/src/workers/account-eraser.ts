import type { Database } from '@crewboard/db';
import { eraseRemains } from '../features/accounts/erase-remains.ts';
import { runPollLoop, type WorkerLog } from './poll-loop.ts';

const pollIntervalMs = 2_000;
/** Between two batches, so that most of the database is left to requests. */
const pauseMs = 20;

/** Erases what rows repeat of erased accounts. Processes take turns by a lock of the record; any of them may die. */
export async function eraseAccounts({
  db,
  log,
  signal,
}: {
  db: Database;
  log: WorkerLog;
  signal: AbortSignal;
}): Promise<void> {
  await runPollLoop({
    task: 'erase accounts',
    async run() {
      const { hasMore, erasedId } = await eraseRemains(db);
      if (erasedId) log.info({ userId: erasedId }, 'an account was erased: nothing is left of it');
      return { nextRoundInMs: hasMore ? pauseMs : undefined };
    },
    pollIntervalMs,
    signal,
    log,
  });
}
