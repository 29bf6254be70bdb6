import { AttemptRunner, completionOf, type FinishedTask, included } from './attempt-runner.ts';
import { isClaimLost, toLease } from './claim.ts';
import { type Crewboard, createClient } from './client.ts';
import { sleep } from './delay.ts';
import { type CrewboardError, isCode } from './errors.ts';
import type { ClaimNextTaskInput, Task, TaskInContext } from './generated/types.ts';
import { type HeldAttempt, StateFile } from './state-file.ts';
import type { StopOptions, Worker, WorkerEvent, WorkerOptions } from './worker-options.ts';

/** Between two claims while the agent, its project or the team is paused. */
const pausedIntervalMs = 5_000;
/** When the worker stops, a waiting claim-next has this long: its response may already be on its way. */
const lastClaimMs = 250;
/** When the worker is aborted, the requests that release its tasks have this long. */
const lastResponsesMs = 5_000;

/** `isRepeated`: the request was sent more than once, so the response may be the replay of an old one. */
type Claimed = { task: TaskInContext; isRepeated: boolean };
type TaskToRun = { task: TaskInContext; isResumed: boolean };

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
  readonly #claimInput: ClaimNextTaskInput;
  readonly #waitSeconds: number;
  readonly #stateFile: string | undefined;
  readonly #onEvent: (event: WorkerEvent) => void;
  /** The attempts in the state file: the worker before held them when it died. */
  #toResume: HeldAttempt[] = [];
  // The four steps in which the worker ends. `stop()` takes the first two, a second `stop()` or an error the others.
  /** Begin no more claims. */
  readonly #stopping = new AbortController();
  /** End the claim-next that waits for a task. */
  readonly #endingWait = new AbortController();
  /** End the handlers and release their tasks. */
  readonly #aborting = new AbortController();
  /** End all requests. */
  readonly #abandoning = new AbortController();
  #failure: unknown;
  /** Claims wait for each other, so that the worker has one waiting request: the service allows five for an agent. */
  #lastClaim: Promise<unknown> = Promise.resolve();
  #resolveDone: (ended: Promise<void>) => void = () => undefined;
  #hasStarted = false;
  #isPaused = false;

  constructor(options: WorkerOptions) {
    const { handler, concurrency = 1, waitSeconds = 20, projectId, priority } = options;
    if (!Number.isInteger(concurrency) || concurrency < 1)
      throw new TypeError('`concurrency` must be 1 or more.');
    const lease = toLease(options);
    this.#client = 'client' in options ? options.client : createClient(options);
    this.#concurrency = concurrency;
    this.#claimInput = { leaseSeconds: lease.leaseSeconds, projectId, priority, include: included };
    this.#waitSeconds = waitSeconds;
    this.#stateFile = options.stateFile;
    this.#onEvent = options.onEvent ?? (() => undefined);
    this.#runner = new AttemptRunner({
      ...{ client: this.#client, handler, lease, onEvent: this.#onEvent },
      ...{ aborting: this.#aborting.signal, abandoning: this.#abandoning.signal },
      onDenied: (error) => this.#fail(error),
    });
    this.#done = new Promise((resolve) => {
      this.#resolveDone = resolve;
    });
  }

  get done(): Promise<void> {
    this.#isDoneRead = true;
    return this.#done;
  }

  start(): void {
    if (this.#hasStarted) return;
    this.#hasStarted = true;
    this.#resolveDone(this.#run());
  }

  stop({ deadlineMs }: StopOptions = {}): Promise<void> {
    if (!this.#hasStarted) this.#resolveDone(Promise.resolve());
    this.#hasStarted = true;
    if (deadlineMs !== undefined) this.#schedule(deadlineMs, () => this.#abort());
    else if (this.#stopping.signal.aborted) this.#abort();
    this.#stopping.abort();
    this.#schedule(lastClaimMs, () => this.#endingWait.abort());
    return this.done;
  }

  /** Runs a function after a time, unless the worker has ended by then. */
  #schedule(ms: number, run: () => void): void {
    const timer = setTimeout(run, ms);
    const clear = () => clearTimeout(timer);
    this.#done.then(clear, clear);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    // Code that awaits `done` gets the error there. Throwing it here too would report it twice.
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
    this.#endingWait.abort(reason);
    this.#aborting.abort(reason);
    this.#schedule(lastResponsesMs, () => this.#abandoning.abort(reason));
  }

  /** Ends the worker with an error, which `done` rejects with. */
  #fail(error: unknown): void {
    this.#failure ??= error;
    this.#stopping.abort();
    this.#abort(error instanceof Error ? error : undefined);
  }

  /** Does one task after another. One request completes a task and claims the next one. */
  async #runSlot(): Promise<void> {
    try {
      let finished: FinishedTask | undefined;
      while (!this.#stopping.signal.aborted) {
        const next = finished ? await this.#completeAndClaim(finished) : await this.#nextTask();
        finished = next && (await this.#runner.run(next.task, next.isResumed));
      }
      if (finished) await this.#complete(finished);
    } catch (error) {
      this.#fail(error);
    }
  }

  /** A task of the state file or a new one; undefined if there is none, or when the worker stops. */
  async #nextTask(): Promise<TaskToRun | undefined> {
    const held = this.#toResume.shift();
    return held ? this.#resume(held) : this.#claim();
  }

  /**
   * The task of this attempt if the claim still lasts, which a heartbeat checks. The heartbeat also extends the lease.
   */
  async #resume(held: HeldAttempt): Promise<TaskToRun | undefined> {
    const { signal } = this.#stopping;
    const options = this.#runner.persistentOptions(signal);
    let task: TaskInContext | undefined;
    try {
      task = await this.#client.tasks.get({ taskId: held.taskId, include: included }, options);
      await this.#client.tasks.heartbeat(held, options);
    } catch (error) {
      // The attempt stays in the state file.
      if (signal.aborted) return undefined;
      if (!isClaimLost(error)) throw error;
      if (task) this.#onEvent({ type: 'lost', task, error });
      await this.#runner.stateFile?.remove(held);
      return undefined;
    }
    this.#onEvent({ type: 'resumed', task });
    return { task, isResumed: true };
  }

  /** Waits for a task; undefined if there is none in time, or when the worker stops. */
  #claim(): Promise<TaskToRun | undefined> {
    const claim = async () => {
      if (this.#stopping.signal.aborted) return undefined;
      const { signal } = this.#endingWait;
      const claimed = await this.#claimNext({ wait: this.#waitSeconds }, signal).catch((error) => {
        if (signal.aborted) return undefined;
        if (isCode(error, 'PAUSED')) return this.#waitWhilePaused(error);
        throw error;
      });
      return this.#accept(claimed);
    };
    const claimed = this.#lastClaim.then(claim);
    this.#lastClaim = claimed.catch(() => undefined);
    return claimed;
  }

  /** Reports a pause once, not with each claim that it rejects. */
  async #waitWhilePaused(error: CrewboardError): Promise<undefined> {
    if (!this.#isPaused) this.#onEvent({ type: 'paused', error });
    this.#isPaused = true;
    await sleep(pausedIntervalMs, this.#stopping.signal);
  }

  /**
   * Completes a task and claims the next one. The request does not wait for a task, so that its response comes at once.
   */
  async #completeAndClaim(finished: FinishedTask): Promise<TaskToRun | undefined> {
    const claimed = await this.#runner.completeWith(finished, async () => {
      const { signal } = this.#abandoning;
      const claimed = await this.#claimNext({ complete: completionOf(finished) }, signal);
      this.#onEvent({ type: 'completed', task: finished.task });
      return claimed;
    });
    return this.#accept(claimed);
  }

  async #complete(finished: FinishedTask): Promise<void> {
    await this.#runner.completeWith(finished, async () => {
      const options = this.#runner.persistentOptions(this.#abandoning.signal);
      await this.#client.tasks.complete(completionOf(finished), options);
      this.#onEvent({ type: 'completed', task: finished.task });
    });
  }

  async #claimNext(input: ClaimNextTaskInput, signal: AbortSignal): Promise<Claimed | undefined> {
    let isRepeated = false;
    const options = this.#runner.persistentOptions(signal, () => {
      isRepeated = true;
    });
    try {
      const task = await this.#client.tasks.claimNext({ ...this.#claimInput, ...input }, options);
      // During a pause, a completion gets no task instead of the error.
      if (task || !input.complete) this.#isPaused = false;
      return task && { task, isRepeated };
    } catch (error) {
      // The replayed response had a task that was deleted since: with the task its stored response was deleted.
      if (isRepeated && !input.complete && isCode(error, 'NOT_FOUND')) return undefined;
      throw error;
    }
  }

  /** The claimed task, unless the claim is over. Releases it if the worker stops meanwhile. */
  async #accept(claimed: Claimed | undefined): Promise<TaskToRun | undefined> {
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
    this.#onEvent({ type: 'claimed', task });
    return { task, isResumed: false };
  }

  /**
   * Throws if the claim is over. A repeated request may get the response of its first attempt, whose lease has ended
   * since; a heartbeat checks that. If the heartbeat was repeated too, its response may be as old, so another one
   * follows.
   */
  async #confirm({ id: taskId, attempt }: Task, signal: AbortSignal): Promise<void> {
    let isRepeated: boolean;
    do {
      isRepeated = false;
      const onRepeat = () => {
        isRepeated = true;
      };
      const options = this.#runner.persistentOptions(signal, onRepeat);
      await this.#client.tasks.heartbeat({ taskId, attempt }, options);
    } while (isRepeated);
  }
}
