/** How long one team may work before others get their turn: a slice that began earlier is finished. */
const turnMs = 8;
/** So much work, one turn after another, is enough for a few pages of 4 MiB. Work beyond it leaves half of the time. */
const burstMs = 16 * turnMs;

type Options = {
  /** A monotonic clock in milliseconds. */
  now?: () => number;
};

/** Runs the next slice of a work; returns whether it was the last one. */
type NextSlice = () => boolean;

/** The turns of one team. */
export type Turns = {
  /** Runs work of a single slice in a turn. Rejects with what it throws. */
  run<Result>(work: () => Result): Promise<Result>;
  /** Runs work in turns, which may end where it yields. Rejects with what it throws. */
  runSlices<Result>(work: Generator<void, Result>): Promise<Result>;
};

/**
 * Divides the event loop between teams: work that is large for one request, such as the JSON of a page, is done in
 * slices, and after about 8 ms of one team the loop serves other requests, and then the team that has waited longest.
 * A request takes several rounds of the loop: beyond a burst, each 8 ms of work leave as much to others, of however many
 * turns they were.
 * The works of one team run one after another, in the order of their arrival. What waits is bounded by its callers: the
 * requests in flight, the pages in the making and the open streams.
 */
export class TeamTurns {
  readonly #now: () => number;
  /** Work by team, that of the next turn first. */
  readonly #queues = new Map<string, NextSlice[]>();
  #isScheduled = false;
  /** Of all teams, since there was nothing to do, and since time was left to others. */
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
    // A socket writes in a later tick, which counts as well.
    process.nextTick(() => {
      const workedMs = this.#now() - startedAtMs;
      if (queue.length > 0 && workedMs < turnMs) return this.#continueTurn(teamId, queue, startedAtMs);
      this.#workedMs += workedMs;
      this.#workedSincePauseMs += workedMs;
      // The team is behind all others in its next turn.
      this.#queues.delete(teamId);
      if (queue.length > 0) this.#queues.set(teamId, queue);
      this.#isScheduled = false;
      this.#scheduleTurn();
    });
  }
}

/** Runs all slices of a work at once: for one that is too small to take turns. */
export function runAtOnce<Result>(work: Generator<void, Result>): Result {
  for (;;) {
    const { done, value } = work.next();
    if (done) return value;
  }
}
