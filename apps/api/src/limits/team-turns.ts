/** How long one team may work before others get their turn. A slice that has begun is finished. */
const turnMs = 8;
/** Work that may run without pauses, enough for a few pages of 4 MiB. Beyond it, half of the time is left to others. */
const burstMs = 16 * turnMs;

type Options = {
  /** A monotonic clock in milliseconds. */
  now?: () => number;
};

/** Runs the next slice of a piece of work; returns whether it was the last slice. */
type NextSlice = () => boolean;

/** The turns of one team. */
export type Turns = {
  /** Runs work of a single slice in a turn. Rejects if the work throws. */
  run<Result>(work: () => Result): Promise<Result>;
  /** Runs work in one or more turns, which end where the generator yields. Rejects if the work throws. */
  runSlices<Result>(work: Generator<void, Result>): Promise<Result>;
};

/**
 * Divides the event loop between teams, so that large work of one team, such as the JSON of a page, does not delay the
 * requests of others. The work runs in slices. After about 8 ms of one team, the loop serves other requests, and then
 * the team that has waited longest. A small request needs several rounds of the loop, so beyond a burst each 8 ms of
 * work are followed by a pause of 8 ms. The work of one team runs in the order of its arrival. Callers bound how much
 * waits: by the requests in flight, the pages that are made at once, and the open streams.
 */
export class TeamTurns {
  readonly #now: () => number;
  /** Waiting work by team, ordered by turn. */
  readonly #queues = new Map<string, NextSlice[]>();
  #isScheduled = false;
  /** The work of all teams since there was nothing to do, and since the last pause. */
  #workedMs = 0;
  #workedSincePauseMs = 0;

  constructor({ now = () => performance.now() }: Options = {}) {
    this.#now = now;
  }

  of(teamId: string): Turns {
    return {
      run: (work) => this.#enqueue(teamId, () => ({ done: true, value: work() })),
      runSlices: (work) => this.#enqueue(teamId, () => work.next()),
    };
  }

  #enqueue<Result>(teamId: string, next: () => IteratorResult<void, Result>): Promise<Result> {
    return new Promise((resolve, reject) => {
      const queue = this.#queues.get(teamId) ?? [];
      this.#queues.set(teamId, queue);
      queue.push(() => {
        try {
          const { done, value } = next();
          if (done) resolve(value);
          return done === true;
        } catch (error) {
          reject(error);
          return true;
        }
      });
      this.#scheduleTurn();
    });
  }

  #scheduleTurn(): void {
    if (this.#isScheduled) return;
    if (this.#queues.size === 0) {
      this.#workedMs = 0;
      return;
    }
    this.#isScheduled = true;
    if (this.#workedMs < burstMs || this.#workedSincePauseMs < turnMs) {
      setImmediate(this.#startTurn);
    } else {
      this.#workedSincePauseMs = 0;
      setTimeout(this.#startTurn, turnMs);
    }
  }

  readonly #startTurn = (): void => {
    const [[teamId, queue] = []] = this.#queues;
    if (teamId && queue) this.#continueTurn(teamId, queue, this.#now());
  };

  #continueTurn(teamId: string, queue: NextSlice[], startedAtMs: number): void {
    const [runSlice] = queue;
    if (runSlice?.()) queue.shift();
    // Measure in the next tick: a socket writes there, which belongs to the work.
    process.nextTick(() => {
      const workedMs = this.#now() - startedAtMs;
      if (queue.length > 0 && workedMs < turnMs) return this.#continueTurn(teamId, queue, startedAtMs);
      this.#workedMs += workedMs;
      this.#workedSincePauseMs += workedMs;
      // Move the team behind all others.
      this.#queues.delete(teamId);
      if (queue.length > 0) this.#queues.set(teamId, queue);
      this.#isScheduled = false;
      this.#scheduleTurn();
    });
  }
}

/** Runs all slices at once, for work that is too small to take turns. */
export function runAtOnce<Result>(work: Generator<void, Result>): Result {
  for (;;) {
    const { done, value } = work.next();
    if (done) return value;
  }
}
