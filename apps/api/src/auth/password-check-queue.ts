type Bounds = {
  /** The maximum of waiting checks. A further check evicts the check that would run last. */
  maxWaiting: number;
  /** The maximum wait of a check. */
  maxWaitMs: number;
  /** The minimum interval between charged checks, after a burst without a wait. */
  intervalMs: number;
  burst: number;
};

type Waiter = { rank: number; settle(mayRun: boolean): void };

/** The result of a check, if it has run. */
type Outcome<T> = { hasRun: true; result: T } | { hasRun: false };

/**
 * Runs the password checks of unknown clients one at a time, because each takes about 30 ms of a processor: the lowest
 * rank first, then in order of arrival. A check calls `charge` for a wrong password: only those count against the rate.
 */
export class PasswordCheckQueue {
  readonly #bounds: Bounds;
  /** In the order in which they run: at most `maxWaiting`. */
  readonly #waiting: Waiter[] = [];
  #isBusy = false;
  /**
   * The token bucket of charged checks, as the time from which the next check may run. Each charge adds one interval to
   * it. The bucket is full when this time is at least `burst` intervals ago.
   */
  #paidUntil = Number.NEGATIVE_INFINITY;

  constructor(bounds: Bounds) {
    this.#bounds = bounds;
  }

  get waiting(): number {
    return this.#waiting.length;
  }

  /**
   * Runs the check, unless the queue is full of checks with a lower or equal rank, or the wait takes `maxWaitMs`.
   * Rejects as the check does. `charge` delays the next check, not the result of this one.
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

  /** Starts the next check. Stays busy meanwhile, so that a new check cannot overtake it. */
  #next(): void {
    const next = this.#waiting[0];
    if (next) next.settle(true);
    else this.#isBusy = false;
  }
}
