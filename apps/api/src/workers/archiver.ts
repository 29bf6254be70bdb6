import type { ChangeNotifier, Database } from '@crewboard/db';
import { archiveClosed, archiveWithProjects } from '../features/tasks/background/archive-tasks.ts';
import type { SystemContextOf } from '../features/tasks/background/system-context.ts';
import type { TaskArrivals } from '../features/tasks/queue/task-arrivals.ts';
import { type PollLoop, runPollLoop } from './poll-loop.ts';

/** How often to look for closed tasks that are old enough, and for what another process has begun and not ended. */
const pollIntervalMs = 60_000;
/** While a project is not archived or restored as a whole: its tasks are in progress, or late requests may change it. */
const unfinishedIntervalMs = 1_000;

const nothing = { count: 0, hasMore: false };

type Parts = {
  db: Database;
  systemContextOf: SystemContextOf;
  changeNotifier: ChangeNotifier;
  taskArrivals: TaskArrivals;
} & Pick<PollLoop, 'wakeUp' | 'log' | 'signal'>;

/**
 * Archives and restores tasks with their projects, and archives closed tasks. `wakeUp`: a project was archived or restored. Any
 * number of processes may run it.
 */
export async function archiveTasks({
  db,
  systemContextOf,
  changeNotifier,
  taskArrivals,
  ...loop
}: Parts): Promise<void> {
  let lastLookAt = Number.NEGATIVE_INFINITY;
  await runPollLoop({
    task: 'archive tasks',
    run: async () => {
      const parts = { db: db.pool, systemContextOf, taskArrivals };
      const isDue = performance.now() - lastLookAt >= pollIntervalMs;
      const rounds = [archiveWithProjects(parts), isDue ? archiveClosed(parts) : nothing] as const;
      // Both come to their end, also if the other fails. The failure then ends the round.
      await Promise.allSettled(rounds);
      const [followed, closed] = await Promise.all(rounds);
      if (!closed.hasMore && isDue) lastLookAt = performance.now();
      // Readers of the log.
      if (followed.count + closed.count > 0) changeNotifier.notify();
      return {
        hasMore: followed.hasMore || closed.hasMore,
        nextRoundInMs: followed.isUnfinished ? unfinishedIntervalMs : undefined,
      };
    },
    ...loop,
    pollIntervalMs,
  });
}
