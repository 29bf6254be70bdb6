import type { Queryable } from '@crewboard/db';
import { AppError } from '../errors.ts';

// Calls that arrive while a statement is under way are sent together as the next one.
// Docs: docs/decisions/0001-read-decide-write.md.

/** How many calls one operation of a process sends together, and how many wait. */
const maxCalls = 64;
/**
 * So many waiting calls are worth a second statement beside the one under way. Fewer wait for its end: in small batches each
 * call costs more processor time.
 */
const minForSecond = 16;
/** They wait for this long at most: the statement under way may hang, or wait for a commit. */
const maxDelayMs = 50;
const maxWaitingPerOwner = 1_000;
const maxWaiting = 4_000;

/** A statement for many calls. Define it once, as a constant: the calls of one definition form batches. */
export type Batch<Call, Outcome> = {
  /** Which operation or look-up it is, for the metric of batch sizes. */
  name: string;
  /** Whose turn a call takes: the team, so that each gets an equal part of a full batch. */
  ownerOf: (call: Call) => string;
  /**
   * Sends one statement that commits as a whole, and returns the outcome of each call in their order: what its caller
   * gets, or the error. The statement waits for no lock (try-lock, `skip locked`): a call that has to wait gets an
   * outcome that says so, and takes the connections of its team's share.
   */
  send: (db: Queryable, calls: readonly Call[]) => Promise<readonly (Outcome | Error)[]>;
  /** It only reads, for requests that may only read: sent on the connections of look-ups, where no commit is waited for. */
  isLookup?: true;
};

type Waiting<Call, Outcome> = {
  call: Call;
  resolve: (outcome: Outcome) => void;
  reject: (error: unknown) => void;
};

/**
 * SQLSTATEs of an error that one call of a batch can cause, and after which nothing of the statement is committed:
 * data, constraint, rolled back transaction, row limit, lock, trigger. Not 40003, after which the outcome is unknown.
 */
const rolledBack = /^(22|23|40(?!003)|54|55|P0)/;

/** Of a conflict with another transaction, which may be over when the same statement is sent again. */
const conflict = /^40(001|P01)$/;
const maxAttempts = 3;

const sqlStateOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && 'severity' in error ? String(error.code) : '';

/**
 * Sends the calls of one definition. No timer: a call to an idle service is sent in the same turn of the event loop.
 */
class Batcher<Call, Outcome> {
  readonly #db: Queryable;
  readonly #batch: Batch<Call, Outcome>;
  readonly #observeSize: (size: number) => void;
  /** In the order of turns: an owner whose call was taken goes to the end. */
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
    const ofOwner = this.#waitingByOwner.get(owner) ?? [];
    if (this.#waiting >= maxWaiting || ofOwner.length >= maxWaitingPerOwner)
      return Promise.reject(queueFull());
    return new Promise((resolve, reject) => {
      ofOwner.push({ call, resolve, reject });
      this.#waitingByOwner.set(owner, ofOwner);
      this.#waiting += 1;
      this.#schedule();
    });
  }

  /** At the end of the turn, so that requests that were read together are sent together. */
  #schedule(): void {
    if (this.#isScheduled || this.#waiting === 0) return;
    if (this.#maySend()) {
      this.#isScheduled = true;
      setImmediate(() => {
        this.#isScheduled = false;
        while (this.#maySend()) void this.#sendNext();
      });
    } else if (this.#inFlight === 1) {
      this.#delayTimer ??= setTimeout(() => void this.#sendNext(), maxDelayMs).unref();
    }
  }

  #maySend(): boolean {
    return this.#inFlight === 0 ? this.#waiting > 0 : this.#inFlight === 1 && this.#waiting >= minForSecond;
  }

  /** The next calls, one of each owner in turn. */
  #take(max: number): Waiting<Call, Outcome>[] {
    const taken: Waiting<Call, Outcome>[] = [];
    while (taken.length < max) {
      const [next] = this.#waitingByOwner;
      if (!next) break;
      const [owner, waiting] = next;
      // A single owner, as in most processes, has every turn.
      taken.push(...waiting.splice(0, this.#waitingByOwner.size === 1 ? max - taken.length : 1));
      this.#waitingByOwner.delete(owner);
      if (waiting.length > 0) this.#waitingByOwner.set(owner, waiting);
    }
    this.#waiting -= taken.length;
    return taken;
  }

  async #sendNext(): Promise<void> {
    clearTimeout(this.#delayTimer);
    this.#delayTimer = undefined;
    this.#inFlight += 1;
    const taken = this.#take(maxCalls);
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
   * Sends calls again one by one, each once, if none had an effect; otherwise, nobody knows, and each gets the error.
   */
  async #settleFailed(taken: Waiting<Call, Outcome>[], error: unknown): Promise<void> {
    if (taken.length > 1 && rolledBack.test(sqlStateOf(error))) {
      for (const each of taken) await this.#send([each], maxAttempts);
      return;
    }
    // Without an SQLSTATE the server has not responded: the calls behind would wait as long, one batch after another.
    const behind = error instanceof AppError || sqlStateOf(error) ? [] : this.#take(maxWaiting);
    for (const { reject } of [...taken, ...behind]) reject(error);
  }
}

const queueFull = () =>
  new AppError(
    'UNAVAILABLE',
    'Too many requests are waiting for the database. Send fewer at once, and retry.',
  );

/** The batches of a process. */
export class Batches {
  readonly #db: Queryable;
  readonly #lookups: Queryable;
  readonly #observerOf: (batch: string) => (size: number) => void;
  readonly #batcherByBatch = new Map<unknown, unknown>();

  /**
   * Batches use these connections, at most two at once for each definition. `observerOf` returns the function that is
   * called with the size of each batch of that name. `lookups` are the connections of batches that are look-ups.
   */
  constructor(db: Queryable, observerOf = (_batch: string) => (_size: number) => {}, lookups = db) {
    this.#db = db;
    this.#lookups = lookups;
    this.#observerOf = observerOf;
  }

  /**
   * The outcome of the call. Throws UNAVAILABLE where too many wait, else the call's own error or that of its batch.
   */
  run<Call, Outcome>(batch: Batch<Call, Outcome>, call: Call): Promise<Outcome> {
    const known = this.#batcherByBatch.get(batch) as Batcher<Call, Outcome> | undefined;
    const batcher =
      known ?? new Batcher(batch.isLookup ? this.#lookups : this.#db, batch, this.#observerOf(batch.name));
    if (!known) this.#batcherByBatch.set(batch, batcher);
    return batcher.run(call);
  }
}
