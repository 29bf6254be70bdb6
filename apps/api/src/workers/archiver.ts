import { archiveClosed, archiveWithProjects } from '../features/tasks/background/archive-tasks.ts';
import { type PollLoop, runPollLoop } from './poll-loop.ts';
import type { TaskWorkerParts } from './task-worker-parts.ts';

/**
 * How often to look for closed tasks that are old enough, and for projects that a process that died left unfinished.
 */
const pollIntervalMs = 60_000;
/**
 * The interval while a project is partly archived or restored: tasks are in progress, or late requests may change it.
 */
const unfinishedIntervalMs = 1_000;

const notDue = { count: 0, hasMore: false };

type Parts = TaskWorkerParts & Pick<PollLoop, 'wakeUp'>;

/**
 * Archives and restores tasks with their projects, and archives closed tasks after some days. `wakeUp` wakes it when a
 * project was archived or restored. Several processes may run it.
 */
export async function archiveTasks({
  db,
  systemContextOf,
  changeNotifier,
  taskArrivals,
  ...loop
}: Parts): Promise<void> {
  /** When closed tasks were last archived, by the monotonic clock. Projects are looked at in every round. */
  let closedArchivedAtMs = Number.NEGATIVE_INFINITY;
  await runPollLoop({
    task: 'archive tasks',
    run: async () => {
      const parts = { db: db.pool, systemContextOf, taskArrivals };
      const isClosedDue = performance.now() - closedArchivedAtMs >= pollIntervalMs;
      const parallel = [archiveWithProjects(parts), isClosedDue ? archiveClosed(parts) : notDue] as const;
      // Let both end even if one fails. The failure then fails the round.
      await Promise.allSettled(parallel);
      const [ofProjects, closed] = await Promise.all(parallel);
      if (!closed.hasMore && isClosedDue) closedArchivedAtMs = performance.now();
      // Wake the readers of the event log.
      if (ofProjects.count + closed.count > 0) changeNotifier.notify();
      return {
        hasMore: ofProjects.hasMore || closed.hasMore,
        nextRoundInMs: ofProjects.isUnfinished ? unfinishedIntervalMs : undefined,
      };
    },
    ...loop,
    pollIntervalMs,
  });
}
