import { AttemptRunner, completionOf, type Finished, included } from './attempt-runner.ts';
import { isClaimLost, toLease } from './claim.ts';
import { type Crewboard, createClient } from './client.ts';
import { pause } from './delay.ts';
import { type CrewboardError, isCode } from './errors.ts';
import type { ClaimNextTaskInput, Task, TaskInContext } from './generated/types.ts';
import { type HeldAttempt, StateFile } from './state-file.ts';
import type { StopOptions, Worker, WorkerEvent, WorkerOptions } from './worker-options.ts';

/** Between two claims while the agent, its project or the team is paused. */
const pausedMs = 5_000;
/** When the worker stops, a waiting claim-next has this long: its response may already be on its way. */
const lastClaimMs = 250;
/** When the worker is aborted, the ends of attempts that are under way have this long. */
const lastResponsesMs = 5_000;

type Claimed = { task: TaskInContext; isRepeated: boolean };
type ToRun = { task: TaskInContext; isResumed: boolean };

/** Claims tasks and completes them with what the handler returns, until it is stopped. */
export function createWorker(options: WorkerOptions): Worker {
  return new TaskWorker(options);
}

class TaskWorker implements Worker {
  readonly #done: Promise<void>;
  #isDoneRead = false;
  readonly #client: Crewboard;
  readonly #runner: AttemptRunner;
  readonly #concurrency: number;
  readonly #claimed: ClaimNextTaskInput;
  readonly #waitSeconds: number;
  readonly #stateFile: string | undefined;
  readonly #onEvent: (event: WorkerEvent) => void;
  /** What a worker with the same state file held when it ended. */
  #toResume: HeldAttempt[] = [];
  /** Claim nothing more. */
  readonly #stopping = new AbortController();
  /** Wait for no task any more. */
  readonly #leaving = new AbortController();
  /** End what runs. */
  readonly #aborting = new AbortController();
  /** Wait for no response any more. */
  readonly #abandoning = new AbortController();
  #failure: unknown;
  /** Only one request of the worker waits: the service lets an agent have five. */
  #turn: Promise<unknown> = Promise.resolve();
  #end: (ended: Promise<void>) => void = () => undefined;
  #hasStarted = false;
  #isPaused = false;

  constructor(options: WorkerOptions) {
    const { handler, concurrency = 1, waitSeconds = 20, projectId, priority } = options;
    if (!Number.isInteger(concurrency) || concurrency < 1)
      throw new TypeError('`concurrency` must be 1 or more.');
    const lease = toLease(options);
    this.#client = 'client' in options ? options.client : createClient(options);
    this.#concurrency = concurrency;
    this.#claimed = { leaseSeconds: lease.leaseSeconds, projectId, priority, include: included };
    this.#waitSeconds = waitSeconds;
    this.#stateFile = options.stateFile;
    this.#onEvent = options.onEvent ?? (() => undefined);
    this.#runner = new AttemptRunner({
      ...{ client: this.#client, handler, lease, onEvent: this.#onEvent },
      ...{ aborting: this.#aborting.signal, abandoning: this.#abandoning.signal },
      onDenied: (error) => this.#fail(error),
    });
    this.#done = new Promise((resolve) => {
      this.#end = resolve;
    });
  }

  get done(): Promise<void> {
    this.#isDoneRead = true;
    return this.#done;
  }

  start(): void {
    if (this.#hasStarted) return;
    this.#hasStarted = true;
    this.#end(this.#run());
  }

  stop({ deadlineMs }: StopOptions = {}): Promise<void> {
    if (!this.#hasStarted) this.#end(Promise.resolve());
    this.#hasStarted = true;
    if (deadlineMs !== undefined) this.#later(deadlineMs, () => this.#abort());
    else if (this.#stopping.signal.aborted) this.#abort();
    this.#stopping.abort();
    this.#later(lastClaimMs, () => this.#leaving.abort());
    return this.done;
  }

  /** Runs it after a time, unless the worker has ended. */
  #later(ms: number, run: () => void): void {
    const timer = setTimeout(run, ms);
    const clear = () => clearTimeout(timer);
    this.#done.then(clear, clear);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    // The block that waited for the end has the error already: a second one would be printed beside it.
    const isReported = this.#isDoneRead;
    await this.stop().catch((error) => {
      if (!isReported) throw error;
    });
  }

  async #run(): Promise<void> {
    const state = this.#stateFile === undefined ? undefined : await StateFile.open(this.#stateFile);
    this.#runner.stateFile = state;
    this.#toResume = state?.held ?? [];
    await Promise.all(Array.from({ length: this.#concurrency }, () => this.#runSlot()));
    await state?.close().catch((error) => this.#fail(error));
    if (this.#failure !== undefined) throw this.#failure;
  }

  #abort(reason = new Error('The worker was stopped.')): void {
    if (this.#aborting.signal.aborted) return;
    this.#leaving.abort(reason);
    this.#aborting.abort(reason);
    this.#later(lastResponsesMs, () => this.#abandoning.abort(reason));
  }

  /** Ends the worker with an error: no request can succeed any more. */
  #fail(error: unknown): void {
    this.#failure ??= error;
    this.#stopping.abort();
    this.#abort(error instanceof Error ? error : undefined);
  }

  /** One task after another. Each request completes a task and claims the next one. */
  async #runSlot(): Promise<void> {
    try {
      let finished: Finished | undefined;
      while (!this.#stopping.signal.aborted) {
        const next = finished ? await this.#completeAndClaim(finished) : await this.#next();
        finished = next && (await this.#runner.run(next.task, next.isResumed));
      }
      if (finished) await this.#complete(finished);
    } catch (error) {
      this.#fail(error);
    }
  }

  /** A task that the worker before has left, or a new one; undefined when there is none, or when the worker stops. */
  async #next(): Promise<ToRun | undefined> {
    const held = this.#toResume.shift();
    return held ? this.#resume(held) : this.#claim();
  }

  /** The task of this attempt, if it still lasts: a heartbeat finds out. Its lease has its whole time then. */
  async #resume(held: HeldAttempt): Promise<ToRun | undefined> {
    const { signal } = this.#stopping;
    const options = this.#runner.persistently(signal);
    let task: TaskInContext | undefined;
    try {
      task = await this.#client.tasks.get({ taskId: held.taskId, include: included }, options);
      await this.#client.tasks.heartbeat(held, options);
    } catch (error) {
      // It is in the file still.
      if (signal.aborted) return undefined;
      if (!isClaimLost(error)) throw error;
      if (task) this.#onEvent({ type: 'lost', task, error });
      await this.#runner.stateFile?.remove(held);
      return undefined;
    }
    this.#onEvent({ type: 'resumed', task });
    return { task, isResumed: true };
  }

  /** Waits for a task; undefined when there is none, or when the worker stops. */
  #claim(): Promise<ToRun | undefined> {
    const claim = async () => {
      if (this.#stopping.signal.aborted) return undefined;
      const { signal } = this.#leaving;
      const claimed = await this.#claimNext({ wait: this.#waitSeconds }, signal).catch((error) => {
        if (signal.aborted) return undefined;
        if (isCode(error, 'PAUSED')) return this.#waitWhilePaused(error);
        throw error;
      });
      return this.#taken(claimed);
    };
    const claimed = this.#turn.then(claim);
    this.#turn = claimed.catch(() => undefined);
    return claimed;
  }

  /** Reports a pause once, not with each claim that it rejects. */
  async #waitWhilePaused(error: CrewboardError): Promise<undefined> {
    if (!this.#isPaused) this.#onEvent({ type: 'paused', error });
    this.#isPaused = true;
    await pause(pausedMs, this.#stopping.signal);
  }

  /** Does not wait, so that the completion is known at once. */
  async #completeAndClaim(finished: Finished): Promise<ToRun | undefined> {
    const claimed = await this.#runner.settle(finished, async () => {
      const { signal } = this.#abandoning;
      const claimed = await this.#claimNext({ complete: completionOf(finished) }, signal);
      this.#onEvent({ type: 'completed', task: finished.task });
      return claimed;
    });
    return this.#taken(claimed);
  }

  async #complete(finished: Finished): Promise<void> {
    await this.#runner.settle(finished, async () => {
      const options = this.#runner.persistently(this.#abandoning.signal);
      await this.#client.tasks.complete(completionOf(finished), options);
      this.#onEvent({ type: 'completed', task: finished.task });
    });
  }

  async #claimNext(input: ClaimNextTaskInput, signal: AbortSignal): Promise<Claimed | undefined> {
    let isRepeated = false;
    const options = this.#runner.persistently(signal, () => {
      isRepeated = true;
    });
    try {
      const task = await this.#client.tasks.claimNext({ ...this.#claimed, ...input }, options);
      return task && { task, isRepeated };
    } catch (error) {
      // The first response had a task that was deleted since, so that it is kept no longer.
      if (isRepeated && !input.complete && isCode(error, 'NOT_FOUND')) return undefined;
      throw error;
    }
  }

  /** The task, unless its claim is over. A worker that stops meanwhile releases it. */
  async #taken(claimed: Claimed | undefined): Promise<ToRun | undefined> {
    if (!claimed) return undefined;
    const { task, isRepeated } = claimed;
    const { signal } = this.#stopping;
    try {
      if (isRepeated) await this.#confirm(task, signal);
    } catch (error) {
      if (isClaimLost(error)) {
        this.#onEvent({ type: 'lost', task, error });
        return undefined;
      }
      if (!signal.aborted) throw error;
    }
    if (signal.aborted) {
      await this.#runner.release(task, 'The worker was stopped.');
      return undefined;
    }
    this.#isPaused = false;
    this.#onEvent({ type: 'claimed', task });
    return { task, isResumed: false };
  }

  /**
   * A repeated request may get the response of an earlier one, whose claim is over: a heartbeat finds out. One that was
   * repeated itself proves as little, so another follows.
   */
  async #confirm({ id: taskId, attempt }: Task, signal: AbortSignal): Promise<void> {
    let isRepeated: boolean;
    do {
      isRepeated = false;
      const onRepeat = () => {
        isRepeated = true;
      };
      const options = this.#runner.persistently(signal, onRepeat);
      await this.#client.tasks.heartbeat({ taskId, attempt }, options);
    } while (isRepeated);
  }
}
