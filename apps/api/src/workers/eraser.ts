import type { ChangeNotifier, Database } from '@crewboard/db';
import { eraseDeleted } from '../features/erasure/erase-deleted.ts';
import { ResponseErasure } from '../features/idempotency/erase-responses.ts';
import { deleteTasksOfProjects } from '../features/tasks/background/delete-tasks-of-projects.ts';
import type { SystemContextOf } from '../features/tasks/background/system-context.ts';
import type { TaskArrivals } from '../features/tasks/queue/task-arrivals.ts';
import { type PollLoop, runPollLoop } from './poll-loop.ts';

/** How often to look for what a process that died has left. */
const pollIntervalMs = 60_000;
/** Between two batches of tasks, so that a large project leaves most of the database to requests. */
const pauseMs = 20;
const minRoundMs = 200;
/** Where a round fails for one team, the others still do not wait for long. */
const maxRetryDelayMs = 5_000;

type Parts = {
  db: Database;
  systemContextOf: SystemContextOf;
  changeNotifier: ChangeNotifier;
  taskArrivals: TaskArrivals;
} & Pick<PollLoop, 'wakeUp' | 'log' | 'signal'>;

/**
 * Deletes the tasks of deleted projects, and erases what was deleted. `wakeUp`: something was deleted. Any number of processes
 * may run it.
 */
export async function eraseWhatWasDeleted({
  db,
  systemContextOf,
  changeNotifier,
  taskArrivals,
  ...loop
}: Parts): Promise<void> {
  const responses = new ResponseErasure();
  await runPollLoop({
    task: 'erase what was deleted',
    run: async () => {
      const { count, failure } = await deleteTasksOfProjects({ db: db.reads, systemContextOf, taskArrivals });
      // Readers of the log.
      if (count > 0) changeNotifier.notify();
      // Not a connection of the hot path: nobody waits for this.
      const { nextInMs } = await eraseDeleted({ db: db.reads, responses, signal: loop.signal });
      // The round of a team that is too busy: what others have deleted is erased.
      if (failure) throw failure;
      if (count > 0) return { nextRoundInMs: pauseMs };
      return { nextRoundInMs: nextInMs === undefined ? undefined : Math.max(nextInMs, minRoundMs) };
    },
    ...loop,
    pollIntervalMs,
    maxRetryDelayMs,
  });
}
