type Bounds = {
  /** At most this many wait; one more evicts the last in rank. */
  maxWaiting: number;
  /** How long each may wait. */
  maxWaitMs: number;
  /** The interval between charged checks; a burst of them runs at once. */
  intervalMs: number;
  burst: number;
};

type Waiter = { rank: number; settle(mayRun: boolean): void };

/** Whether a check has run, and what it returned. */
type Outcome<T> = { hasRun: true; result: T } | { hasRun: false };

/**
 * Runs the password checks of unknown clients one at a time: the lowest rank first, then in order of arrival. A check
 * that finds a wrong password calls `charge`: only those count against the rate.
 */
export class PasswordCheckQueue {
  readonly #bounds: Bounds;
  /** In the order in which they run: at most `maxWaiting`. */
  readonly #waiting: Waiter[] = [];
  #isBusy = false;
  /** The time at which the bucket of charged checks is full again: one interval per check. */
  #paidUntil = Number.NEGATIVE_INFINITY;

  constructor(bounds: Bounds) {
    this.#bounds = bounds;
  }

  get waiting(): number {
    return this.#waiting.length;
  }

  /**
   * The check does not run when the queue is full of checks that rank before it, or the wait takes `maxWaitMs`. Rejects
   * as the check does. `charge` delays the next check, not the result of its own.
   */
  async run<T>(rank: number, check: (charge: () => void) => Promise<T>): Promise<Outcome<T>> {
    const mayRun = this.#isBusy ? await this.#wait(rank) : true;
    if (!mayRun) return { hasRun: false };
    this.#isBusy = true;
    try {
      return { hasRun: true, result: await check(() => this.#charge()) };
    } finally {
      const waitMs = this.#paidUntil - performance.now();
      if (waitMs > 0) setTimeout(() => this.#next(), waitMs).unref();
      else this.#next();
    }
  }

  #charge(): void {
    const { intervalMs, burst } = this.#bounds;
    this.#paidUntil = Math.max(this.#paidUntil, performance.now() - burst * intervalMs) + intervalMs;
  }

  #wait(rank: number): Promise<boolean> {
    return new Promise((resolve) => {
      const settle = (mayRun: boolean) => {
        clearTimeout(timer);
        const index = this.#waiting.indexOf(waiter);
        if (index >= 0) this.#waiting.splice(index, 1);
        resolve(mayRun);
      };
      const waiter: Waiter = { rank, settle };
      const timer = setTimeout(() => settle(false), this.#bounds.maxWaitMs);
      const index = this.#waiting.findIndex((other) => other.rank > rank);
      this.#waiting.splice(index < 0 ? this.#waiting.length : index, 0, waiter);
      if (this.#waiting.length > this.#bounds.maxWaiting) this.#waiting.at(-1)?.settle(false);
    });
  }

  /** Stays busy when the place passes to the next check. */
  #next(): void {
    const next = this.#waiting[0];
    if (next) next.settle(true);
    else this.#isBusy = false;
  }
}
