import type { Database } from '@crewboard/db';
import { eraseRemains } from '../features/accounts/erase-remains.ts';
import { removeTeams } from '../features/teams/remove-teams.ts';
import { runPollLoop, type WorkerLog } from './poll-loop.ts';

/** The pause between two batches, which leaves most of the database to requests. */
const pauseMs = 20;

type Parts = { db: Database; log: WorkerLog; signal: AbortSignal };

type Removal = {
  task: string;
  /** Removes one batch, in a transaction that locks its record: processes take turns, and any of them may die. */
  run: (db: Database) => Promise<{ hasMore: boolean; doneId?: string }>;
  /** The message for the log once nothing is left. */
  done: string;
  idName: 'userId' | 'teamId';
  pollIntervalMs: number;
  hasDelayedStart?: boolean;
};

const removals: readonly Removal[] = [
  {
    task: 'erase accounts',
    run: eraseRemains,
    done: 'an account was erased: nothing is left of it',
    idName: 'userId',
    pollIntervalMs: 2_000,
  },
  {
    task: 'remove deleted teams',
    run: removeTeams,
    done: 'a deleted team was removed',
    idName: 'teamId',
    pollIntervalMs: 60_000,
    hasDelayedStart: true,
  },
];

/**
 * Erases the names and e-mails of erased accounts from all rows, and removes deleted teams that cannot be restored any
 * more.
 */
export async function runRemovals({ db, log, signal }: Parts): Promise<void> {
  await Promise.all(
    removals.map(({ run, done, idName, ...loop }) =>
      runPollLoop({
        ...loop,
        async run() {
          const { hasMore, doneId } = await run(db);
          if (doneId) log.info({ [idName]: doneId }, done);
          return { nextRoundInMs: hasMore ? pauseMs : undefined };
        },
        ...{ signal, log },
      }),
    ),
  );
}
