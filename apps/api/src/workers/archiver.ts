import type { ChangeNotifier, Database } from '@crewboard/db';
import { archiveClosed, followProjects } from '../features/tasks/archive-tasks.ts';
import type { SystemOf } from '../features/tasks/end-leases.ts';
import type { TaskArrivals } from '../features/tasks/queue/task-arrivals.ts';
import { runPollLoop, type WorkerLog } from './poll-loop.ts';
import { WakeUp } from './wake-up.ts';

/** How often to look for closed tasks that are old enough, and for what another process has begun and not ended. */
const pollIntervalMs = 60_000;
/** While a project has tasks in progress. */
const unfinishedIntervalMs = 1_000;

const nothing = { count: 0, hasMore: false };

/** Notifies the other processes of the database. */
const channel = 'crewboard_archive';

type Parts = {
  db: Database;
  systemOf: SystemOf;
  taskArrivals: TaskArrivals;
  log: WorkerLog;
  signal: AbortSignal;
};

/** Archives and restores tasks with their projects, and archives closed tasks. One process or many. */
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
    let closedAt = Number.NEGATIVE_INFINITY;
    await runPollLoop({
      task: 'archive tasks',
      run: async () => {
        const parts = { db: db.pool, systemOf, taskArrivals };
        const isDue = performance.now() - closedAt >= pollIntervalMs;
        const rounds = [followProjects(parts), isDue ? archiveClosed(parts) : nothing] as const;
        // A failure of one ends the round, and not the work of the other.
        await Promise.allSettled(rounds);
        const [followed, closed] = await Promise.all(rounds);
        if (!closed.hasMore && isDue) closedAt = performance.now();
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
