import type { Database } from '@crewboard/db';
import { removeTeams } from '../features/teams/remove-teams.ts';
import { runPollLoop, type WorkerLog } from './poll-loop.ts';

const pollIntervalMs = 60_000;
/** Between two batches, so that most of the database is left to requests. */
const pauseMs = 20;

/** Removes deleted teams that are gone for good. Processes take turns by a lock of the row; any of them may die. */
export async function removeDeletedTeams({
  db,
  log,
  signal,
}: {
  db: Database;
  log: WorkerLog;
  signal: AbortSignal;
}): Promise<void> {
  await runPollLoop({
    task: 'remove deleted teams',
    async run() {
      const { hasMore, removedId } = await removeTeams(db);
      if (removedId) log.info({ teamId: removedId }, 'a deleted team was removed');
      return { nextRoundInMs: hasMore ? pauseMs : undefined };
    },
    pollIntervalMs,
    hasDelayedStart: true,
    signal,
    log,
  });
}
