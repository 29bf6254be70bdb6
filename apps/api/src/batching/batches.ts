import type { Queryable } from '@crewboard/db';
import { AppError } from '../errors.ts';

// Sends calls of many requests as one SQL statement, which costs far less than a statement for each call: the calls
// that arrive while a statement is under way form the next one. Docs: docs/decisions/0001-read-decide-write.md.

/** The maximum calls of one statement. */
const maxCalls = 64;
/**
 * From this many waiting calls on, a second statement is sent beside the one under way. Fewer calls wait for its end,
 * because in small batches each call costs more processor time.
 */
const minWaitingForSecond = 16;
/** Calls wait at most this long for the statement under way: it may hang, or wait for a commit. */
const maxDelayMs = 50;
const maxWaitingPerOwner = 1_000;
const maxWaiting = 4_000;

/** A statement for many calls. Define it once, as a constant: the calls of one definition form batches. */
export type Batch<Call, Outcome> = {
  /** Which operation or look-up it is, for the metric of batch sizes. */
  name: string;
  /** The key by which calls take turns: the team, so that each team gets an equal part of a full batch. */
  ownerOf: (call: Call) => string;
  /**
   * Sends one statement that commits as a whole, and returns the result or the error of each call, in their order. The
   * statement must not wait for a lock (try-lock, `skip locked`). A call that has to wait gets an outcome that says so,
   * and then runs alone on the connections of its team's share.
   */
  send: (db: Queryable, calls: readonly Call[]) => Promise<readonly (Outcome | Error)[]>;
  /**
   * Set for statements that only read: they use the connections of look-ups, on which no statement waits for a commit.
   */
  isLookup?: true;
};

type Waiting<Call, Outcome> = {
  call: Call;
  resolve: (outcome: Outcome) => void;
  reject: (error: unknown) => void;
};

/**
 * SQLSTATEs of errors that a single call can cause and that roll back the whole statement: data, constraint, rolled
 * back transaction, row limit, lock, trigger. Not 40003, after which the outcome is unknown.
 */
const rolledBack = /^(22|23|40(?!003)|54|55|P0)/;

/** SQLSTATEs of a conflict with another transaction: the same statement may succeed when it is sent again. */
const conflict = /^40(001|P01)$/;
const maxAttempts = 3;

const sqlStateOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && 'severity' in error ? String(error.code) : '';

/**
 * Sends the calls of one definition. A call to an idle service waits for no timer: it is sent in the same turn of the
 * event loop. Only calls that arrive during a statement may wait for one (`maxDelayMs`).
 */
class Batcher<Call, Outcome> {
  readonly #db: Queryable;
  readonly #batch: Batch<Call, Outcome>;
  readonly #observeSize: (size: number) => void;
  /** Ordered by turn: an owner whose call was taken moves to the end. */
  readonly #waitingByOwner = new Map<string, Waiting<Call, Outcome>[]>();
  #waiting = 0;
  #inFlight = 0;
  #isScheduled = false;
  /** Sends the calls that wait for the end of the statement under way after `maxDelayMs`. */
  #delayTimer: NodeJS.Timeout | undefined;

  constructor(db: Queryable, batch: Batch<Call, Outcome>, observeSize: (size: number) => void) {
    this.#db = db;
    this.#batch = batch;
    this.#observeSize = observeSize;
  }

  run(call: Call): Promise<Outcome> {
    const owner = this.#batch.ownerOf(call);
    const waitingOfOwner = this.#waitingByOwner.get(owner) ?? [];
    if (this.#waiting >= maxWaiting || waitingOfOwner.length >= maxWaitingPerOwner)
      return Promise.reject(queueFull());
    return new Promise((resolve, reject) => {
      waitingOfOwner.push({ call, resolve, reject });
      this.#waitingByOwner.set(owner, waitingOfOwner);
      this.#waiting += 1;
      this.#schedule();
    });
  }

  /**
   * Sends at the end of this turn of the event loop, so that calls of requests that were read together share a
   * statement.
   */
  #schedule(): void {
    if (this.#isScheduled || this.#waiting === 0) return;
    if (this.#maySend()) {
      this.#isScheduled = true;
      setImmediate(() => {
        this.#isScheduled = false;
        while (this.#maySend()) void this.#sendNext();
        // For calls that did not fit: the statement just sent may hang.
        this.#schedule();
      });
    } else if (this.#inFlight === 1) {
      // Too few for a second statement yet.
      this.#delayTimer ??= setTimeout(() => void this.#sendNext(), maxDelayMs).unref();
    }
  }

  /** At most two statements of a definition are under way at once. */
  #maySend(): boolean {
    return this.#inFlight === 0
      ? this.#waiting > 0
      : this.#inFlight === 1 && this.#waiting >= minWaitingForSecond;
  }

  /** Takes the next calls, one of each owner in turn, and ends the timer that would send them. */
  #take(max: number): Waiting<Call, Outcome>[] {
    clearTimeout(this.#delayTimer);
    this.#delayTimer = undefined;
    const taken: Waiting<Call, Outcome>[] = [];
    while (taken.length < max) {
      const [next] = this.#waitingByOwner;
      if (!next) break;
      const [owner, waiting] = next;
      // Shortcut for a single owner, as in most processes: it has every turn.
      taken.push(...waiting.splice(0, this.#waitingByOwner.size === 1 ? max - taken.length : 1));
      this.#waitingByOwner.delete(owner);
      if (waiting.length > 0) this.#waitingByOwner.set(owner, waiting);
    }
    this.#waiting -= taken.length;
    return taken;
  }

  async #sendNext(): Promise<void> {
    const taken = this.#take(maxCalls);
    this.#inFlight += 1;
    this.#observeSize(taken.length);
    await this.#send(taken);
    this.#inFlight -= 1;
    this.#schedule();
  }

  /** Settles all calls. Never rejects. */
  async #send(taken: Waiting<Call, Outcome>[], attempt = 1): Promise<void> {
    try {
      const outcomes = await this.#batch.send(
        this.#db,
        taken.map(({ call }) => call),
      );
      if (outcomes.length !== taken.length) throw new Error('A batch has one outcome for each call');
      for (const [index, { resolve, reject }] of taken.entries()) {
        const outcome = outcomes[index] as Outcome | Error;
        if (outcome instanceof Error) reject(outcome);
        else resolve(outcome);
      }
    } catch (error) {
      if (attempt < maxAttempts && conflict.test(sqlStateOf(error))) await this.#send(taken, attempt + 1);
      else await this.#settleFailed(taken, error);
    }
  }

  /**
   * Sends the calls of a failed statement again one by one, each once, if it was rolled back. Otherwise its effect is
   * unknown, and each call gets the error.
   */
  async #settleFailed(taken: Waiting<Call, Outcome>[], error: unknown): Promise<void> {
    if (taken.length > 1 && rolledBack.test(sqlStateOf(error))) {
      for (const each of taken) await this.#send([each], maxAttempts);
      return;
    }
    // Without an SQLSTATE the server has not responded, unless `send` itself threw an AppError. Waiting calls fail as
    // well: each batch of them would wait as long.
    const waiting = error instanceof AppError || sqlStateOf(error) ? [] : this.#take(maxWaiting);
    for (const { reject } of [...taken, ...waiting]) reject(error);
  }
}

const queueFull = () =>
  new AppError(
    'UNAVAILABLE',
    'Too many requests are waiting for the database. Send fewer at once, and retry.',
  );

/** Runs calls of all batch definitions. One object per process. */
export class Batches {
  readonly #db: Queryable;
  readonly #lookups: Queryable;
  readonly #observerOf: (batch: string) => (size: number) => void;
  readonly #batcherByBatch = new Map<unknown, unknown>();

  /**
   * The batches of a definition use at most two connections of `db` at once, look-ups those of `lookups`. `observerOf`
   * returns, for the name of a definition, the function that is called with the size of each batch.
   */
  constructor(db: Queryable, observerOf = (_batch: string) => (_size: number) => {}, lookups = db) {
    this.#db = db;
    this.#lookups = lookups;
    this.#observerOf = observerOf;
  }

  /**
   * Resolves to the outcome of the call. Rejects with UNAVAILABLE if too many calls wait, with the call's own error, or
   * with the error of its statement.
   */
  run<Call, Outcome>(batch: Batch<Call, Outcome>, call: Call): Promise<Outcome> {
    const known = this.#batcherByBatch.get(batch) as Batcher<Call, Outcome> | undefined;
    const batcher =
      known ?? new Batcher(batch.isLookup ? this.#lookups : this.#db, batch, this.#observerOf(batch.name));
    if (!known) this.#batcherByBatch.set(batch, batcher);
    return batcher.run(call);
  }
}
