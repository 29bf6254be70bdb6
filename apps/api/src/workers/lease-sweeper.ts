import type { ChangeNotifier } from '@crewboard/db';
import { sweepTasks } from '../features/tasks/background/sweep-tasks.ts';
import type { Metrics } from '../metrics/metrics.ts';
import { runPollLoop } from './poll-loop.ts';
import type { TaskWorkerParts } from './task-worker-parts.ts';
import { WakeUp } from './wake-up.ts';

/**
 * The maximum time between two rounds. A lease lasts at least 30 s, so each round learns of the leases that end before
 * the next one; requests report tasks that enter the queue sooner. If a process deactivates an agent and dies before
 * its round, another process makes that round within this time.
 */
const maxIntervalMs = 5_000;
/** A claim may be written up to 2 s after its token was found valid, so a second round follows after this time. */
const secondRoundAfterMs = 2_500;
/**
 * How far a round looks back for deactivated agents, as an interval of SQL. The first round of a process finds all, and
 * so does the first one after a failure: rounds may have failed for longer than a later one looks back.
 */
const lookBackIntervals = { first: '100 years', later: '1 minute' };
/** Leases that could not be ended are tried again after this time. */
const retryAfterMs = 200;
/** A round begins this long after a lease or start time is due by the clock of the database: timers are not exact. */
const afterExpiryMs = 5;

/** The minimum time between two rounds, so that leases that expire one after another are ended together. */
const minIntervalMs = 50;

/** The channel that wakes the sweepers of the other processes. */
const channel = 'crewboard_leases';

type Parts = TaskWorkerParts & { metrics: Metrics | undefined };

/**
 * Ends leases and puts scheduled tasks into the queue when they are due, releases the tasks that agents hold while
 * they, the project or the team are paused, and unassigns the tasks of people who left. Any number of processes may run
 * it: the database decides which one makes each change.
 */
export class LeaseSweeper {
  readonly #wakeUp = new WakeUp();
  readonly #notifier: ChangeNotifier;
  readonly #pollIntervalMs: number;

  constructor(notifier: ChangeNotifier, pollIntervalMs = maxIntervalMs) {
    this.#notifier = notifier;
    this.#pollIntervalMs = pollIntervalMs;
  }

  /** Begins a round now in every process: an agent was deactivated, a pause or the stale times of a project changed. */
  wake(): void {
    this.#wakeTwice();
    void this.#notifier.publish(channel, '');
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
    // A task enters the queue soon: begin a round in this process, which learns when.
    taskArrivals.onDueSoon = () => this.#wakeUp.wake();
    const unsubscribe = changeNotifier.subscribe(channel, () => this.#wakeTwice());
    let lookBack = lookBackIntervals.first;
    let isFailing = false;
    await runPollLoop({
      task: 'end leases',
      async run() {
        const current = lookBack;
        lookBack = lookBackIntervals.first;
        const { count, expired, isFull, nextInMs, failure } = await sweepTasks(
          db.pool,
          systemContextOf,
          taskArrivals,
          current,
        );
        if (count > 0) changeNotifier.notify();
        metrics?.countExpiredLeases(expired);
        if (failure && !isFailing) log.warn({ err: failure }, 'cannot end some leases; retrying');
        isFailing = failure !== undefined;
        if (failure) return { minDelayMs: minIntervalMs, nextRoundInMs: retryAfterMs };
        lookBack = isFull ? current : lookBackIntervals.later;
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
