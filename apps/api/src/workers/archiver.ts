import type { ChangeNotifier, Database } from '@crewboard/db';
import { archiveClosed, archiveWithProjects } from '../features/tasks/archive-tasks.ts';
import type { SystemOf } from '../features/tasks/end-leases.ts';
import type { TaskArrivals } from '../features/tasks/queue/task-arrivals.ts';
import { runPollLoop, type WorkerLog } from './poll-loop.ts';
import { WakeUp } from './wake-up.ts';

/** How often to look for closed tasks that are old enough, and for what another process has begun and not ended. */
const pollIntervalMs = 60_000;
/** While a project is not archived or restored as a whole: its tasks are in progress, or late requests may change it. */
const unfinishedIntervalMs = 1_000;

const nothing = { count: 0, hasMore: false };

/** By it the processes of the API wake each other's archiver. */
const channel = 'crewboard_archive';

type Parts = {
  db: Database;
  systemOf: SystemOf;
  taskArrivals: TaskArrivals;
  log: WorkerLog;
  signal: AbortSignal;
};

/** Archives and restores tasks with their projects, and archives closed tasks. Any number of processes may run it. */
export class Archiver {
  readonly #wakeUp = new WakeUp();
  readonly #notifier: ChangeNotifier;

  constructor(notifier: ChangeNotifier) {
    this.#notifier = notifier;
  }

  /** Begins a round now, in every process: a project was archived or restored. */
  wake(): void {
    this.#wakeUp.wake();
    void this.#notifier.publish(channel, '');
  }

  async run({ db, systemOf, taskArrivals, log, signal }: Parts): Promise<void> {
    const unsubscribe = this.#notifier.subscribe(channel, () => this.#wakeUp.wake());
    let lastLookAt = Number.NEGATIVE_INFINITY;
    await runPollLoop({
      task: 'archive tasks',
      run: async () => {
        const parts = { db: db.pool, systemOf, taskArrivals };
        const isDue = performance.now() - lastLookAt >= pollIntervalMs;
        const rounds = [archiveWithProjects(parts), isDue ? archiveClosed(parts) : nothing] as const;
        // Both come to their end, also if the other fails. The failure then ends the round.
        await Promise.allSettled(rounds);
        const [followed, closed] = await Promise.all(rounds);
        if (!closed.hasMore && isDue) lastLookAt = performance.now();
        // Readers of the log.
        if (followed.count + closed.count > 0) this.#notifier.notify();
        return {
          hasMore: followed.hasMore || closed.hasMore,
          nextRoundInMs: followed.isUnfinished ? unfinishedIntervalMs : undefined,
        };
      },
      wakeUp: this.#wakeUp,
      pollIntervalMs,
      signal,
      log,
    });
    unsubscribe();
  }
}
