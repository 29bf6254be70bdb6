import { minLeaseSeconds } from '@crewboard/contracts';
import type { ChangeNotifier, Database } from '@crewboard/db';
import { endLeases } from '../features/tasks/end-leases.ts';
import type { TaskArrivals } from '../features/tasks/task-arrivals.ts';
import { runPollLoop, type WorkerLog } from './poll-loop.ts';
import { WakeUp } from './wake-up.ts';

/**
 * A lease lasts 30 s at least, so that none can end unseen between two rounds. A round that another process should have
 * made, because it deactivated an agent and then died, comes no later than this.
 */
const maxIntervalMs = Math.min(5_000, minLeaseSeconds * 1_000);
/** A round begins just after the lease has ended, by the clock of the database. */
const afterExpiryMs = 5;

/** A round reads all leases: leases that end one after another are ended together. */
const minIntervalMs = 50;

/** Other processes of the database hear of it, too. */
const channel = 'crewboard_leases';

type Parts = {
  db: Database;
  changeNotifier: ChangeNotifier;
  taskArrivals: TaskArrivals;
  log: WorkerLog;
  signal: AbortSignal;
};

/** Ends each lease when its time has come. One process or many: the database decides which of them ends it. */
export class LeaseSweeper {
  readonly #wakeUp = new WakeUp();
  readonly #notifier: ChangeNotifier;
  readonly #pollIntervalMs: number;

  constructor(notifier: ChangeNotifier, pollIntervalMs = maxIntervalMs) {
    this.#notifier = notifier;
    this.#pollIntervalMs = pollIntervalMs;
  }

  /** Begins a round now, in every process: an agent was deactivated. */
  wake(): void {
    this.#wakeUp.wake();
    void this.#notifier.publish(channel, '');
  }

  async run({ db, changeNotifier, taskArrivals, log, signal }: Parts): Promise<void> {
    const unsubscribe = changeNotifier.subscribe(channel, () => this.#wakeUp.wake());
    await runPollLoop({
      task: 'end leases',
      async run() {
        const { count, isFull, nextInMs } = await endLeases(db.pool, taskArrivals);
        if (count > 0) changeNotifier.notify();
        return {
          hasMore: isFull,
          minDelayMs: minIntervalMs,
          nextRoundInMs: nextInMs === null ? undefined : nextInMs + afterExpiryMs,
        };
      },
      wakeUp: this.#wakeUp,
      pollIntervalMs: this.#pollIntervalMs,
      signal,
      log,
    });
    unsubscribe();
  }
}
