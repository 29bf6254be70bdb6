import { eraseDeleted } from '../features/erasure/erase-deleted.ts';
import { ResponseErasure } from '../features/idempotency/erase-responses.ts';
import { deleteTasksOfProjects } from '../features/tasks/background/delete-tasks-of-projects.ts';
import { type PollLoop, runPollLoop } from './poll-loop.ts';
import type { TaskWorkerParts } from './task-worker-parts.ts';

/** How often to look for deletions that a process that died left unfinished. */
const pollIntervalMs = 60_000;
/** The pause between two batches of tasks: a large project must leave most of the database to requests. */
const pauseMs = 20;
/** The minimum time until the next round, so that contents that are due one after another are erased together. */
const minRoundMs = 200;
/** Short, so that the failure of a round for one team does not delay the others for long. */
const maxRetryDelayMs = 5_000;

type Parts = TaskWorkerParts & Pick<PollLoop, 'wakeUp'>;

/**
 * Deletes the tasks of deleted projects, and erases what other tables have of deleted tasks and projects. `wakeUp`
 * wakes it when something was deleted. Any number of processes may run it.
 */
export async function eraseDeletedContent({
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
      // Wake the readers of the event log.
      if (count > 0) changeNotifier.notify();
      // Use no connection of the hot path: nobody waits for this.
      const { nextInMs } = await eraseDeleted({ db: db.reads, responses, signal: loop.signal });
      // Fail the round only now, so that a team that is too busy does not keep the content of others from being erased.
      if (failure) throw failure;
      if (count > 0) return { nextRoundInMs: pauseMs };
      return { nextRoundInMs: nextInMs === undefined ? undefined : Math.max(nextInMs, minRoundMs) };
    },
    ...loop,
    pollIntervalMs,
    maxRetryDelayMs,
  });
}
