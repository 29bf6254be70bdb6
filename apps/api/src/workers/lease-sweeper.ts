import type { ChangeNotifier, Database } from '@crewboard/db';
import { sweepTasks } from '../features/tasks/background/sweep-tasks.ts';
import type { SystemContextOf } from '../features/tasks/background/system-context.ts';
import type { TaskArrivals } from '../features/tasks/queue/task-arrivals.ts';
import type { Metrics } from '../metrics/metrics.ts';
import { runPollLoop, type WorkerLog } from './poll-loop.ts';
import { WakeUp } from './wake-up.ts';

/**
 * A lease lasts 30 s at least, so that none can end unseen between two rounds; of a task that comes into the queue sooner, this
 * process is told. A round that another process should have
 * made, because it deactivated an agent and then died, comes no later than this.
 */
const maxIntervalMs = 5_000;
/** A claim may be written up to 2 s after its token was found valid: a second round comes after this time. */
const secondRoundAfterMs = 2_500;
/** For how long a round looks back for deactivated agents: the first round of a process finds all. */
const lookBack = { first: '100 years', later: '1 minute' };
/** A lease that could not be ended is tried again after this time. */
const retryAfterMs = 200;
/** A round begins just after the time of a task has come, by the clock of the database. */
const afterExpiryMs = 5;

/** Leases that end one after another are ended together. */
const minIntervalMs = 50;

/** Notifies the other processes of the database. */
const channel = 'crewboard_leases';

type Parts = {
  db: Database;
  systemContextOf: SystemContextOf;
  changeNotifier: ChangeNotifier;
  taskArrivals: TaskArrivals;
  metrics: Metrics | undefined;
  log: WorkerLog;
  signal: AbortSignal;
};

/**
 * Ends each lease, and puts each task into the queue, when its time has come, releases what agents hold of what is paused, and unassigns the tasks of people who
 * left. One process or many: the database decides which of them does it.
 */
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
    this.#wakeTwice();
    void this.#notifier.publish(channel, '');
  }

  /** Begins a round now, in this process: a task comes into the queue soon. */
  wakeHere(): void {
    this.#wakeUp.wake();
  }

  #wakeTwice(): void {
    this.#wakeUp.wake();
    setTimeout(() => this.#wakeUp.wake(), secondRoundAfterMs).unref();
  }

  async run({
    db,
    systemContextOf,
    changeNotifier,
    taskArrivals,
    metrics,
    log,
    signal,
  }: Parts): Promise<void> {
    taskArrivals.onSoon = () => this.wakeHere();
    const unsubscribe = changeNotifier.subscribe(channel, () => this.#wakeTwice());
    let since = lookBack.first;
    let isFailing = false;
    await runPollLoop({
      task: 'end leases',
      async run() {
        const { count, expired, isFull, nextInMs, failure } = await sweepTasks(
          db.pool,
          systemContextOf,
          taskArrivals,
          since,
        );
        if (count > 0) changeNotifier.notify();
        metrics?.countExpiredLeases(expired);
        if (failure && !isFailing) log.warn({ err: failure }, 'cannot end some leases; retrying');
        isFailing = failure !== undefined;
        if (failure) return { minDelayMs: minIntervalMs, nextRoundInMs: retryAfterMs };
        if (!isFull) since = lookBack.later;
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
