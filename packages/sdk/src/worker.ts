import type { CallOptions } from './call-options.ts';
import { isClaimLost, isDenied, keepLease, toReason } from './claim.ts';
import { type Crewboard, createClient } from './client.ts';
import { pause } from './delay.ts';
import { CrewboardError } from './errors.ts';
import type { ClaimNextTaskInput, Task } from './generated/types.ts';
import type { StopOptions, TaskHandler, Worker, WorkerEvent, WorkerOptions } from './worker-options.ts';

/** When the worker is aborted, completions that are under way get so long. */
const lastCompletionsMs = 5_000;
/** A task that failed is held for so long before others can try it, doubled with each of its attempts. */
const minFailurePauseMs = 1_000;
const maxFailurePauseMs = 60_000;

type Finished = { task: Task; result: string | null };

/** Claims tasks and completes them with what the handler returns, until it is stopped. */
export function createWorker(options: WorkerOptions): Worker {
  return new TaskWorker(options);
}

class TaskWorker implements Worker {
  readonly done: Promise<void>;
  readonly #client: Crewboard;
  readonly #handler: TaskHandler;
  readonly #concurrency: number;
  readonly #heartbeatMs: number;
  readonly #claimed: ClaimNextTaskInput;
  readonly #waitSeconds: number;
  readonly #onEvent: (event: WorkerEvent) => void;
  /** Claim nothing more. */
  readonly #stopping = new AbortController();
  /** End what runs. */
  readonly #aborting = new AbortController();
  /** Wait for no response any more. */
  readonly #abandoning = new AbortController();
  #failure: unknown;
  /** Only one request of the worker waits: the service lets an agent have five. */
  #turn: Promise<unknown> = Promise.resolve();
  #end: (ended: Promise<void>) => void = () => undefined;
  #hasStarted = false;

  constructor(options: WorkerOptions) {
    const { concurrency = 1, leaseSeconds = 60, waitSeconds = 20, projectId, priority } = options;
    if (!Number.isInteger(concurrency) || concurrency < 1)
      throw new TypeError('`concurrency` must be 1 or more.');
    this.#client = 'client' in options ? options.client : createClient(options);
    this.#handler = options.handler;
    this.#concurrency = concurrency;
    this.#heartbeatMs = (options.heartbeatSeconds ?? leaseSeconds / 3) * 1_000;
    this.#claimed = { leaseSeconds, projectId, priority };
    this.#waitSeconds = waitSeconds;
    this.#onEvent = options.onEvent ?? (() => undefined);
    this.done = new Promise((resolve) => {
      this.#end = resolve;
    });
  }

  start(): void {
    if (this.#hasStarted) return;
    this.#hasStarted = true;
    this.#end(this.#run());
  }

  stop({ deadlineMs }: StopOptions = {}): Promise<void> {
    if (!this.#hasStarted) this.#end(Promise.resolve());
    this.#hasStarted = true;
    if (this.#stopping.signal.aborted) this.#abort();
    this.#stopping.abort();
    if (deadlineMs !== undefined) {
      const timer = setTimeout(() => this.#abort(), deadlineMs);
      const clear = () => clearTimeout(timer);
      this.done.then(clear, clear);
    }
    return this.done;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.stop();
  }

  async #run(): Promise<void> {
    await Promise.all(Array.from({ length: this.#concurrency }, () => this.#runSlot()));
    if (this.#failure !== undefined) throw this.#failure;
  }

  #abort(reason = new Error('The worker was stopped.')): void {
    if (this.#aborting.signal.aborted) return;
    this.#aborting.abort(reason);
    const timer = setTimeout(() => this.#abandoning.abort(reason), lastCompletionsMs);
    const clear = () => clearTimeout(timer);
    this.done.then(clear, clear);
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
        const task = finished ? await this.#completeAndClaim(finished) : await this.#claim();
        finished = task && (await this.#work(task));
      }
      if (finished) await this.#complete(finished);
    } catch (error) {
      this.#fail(error);
    }
  }

  /** Waits for a task; undefined when there is none, or when the worker stops. */
  #claim(): Promise<Task | undefined> {
    const claim = async () => {
      const { signal } = this.#stopping;
      if (signal.aborted) return undefined;
      try {
        const input = { ...this.#claimed, wait: this.#waitSeconds };
        return this.#taken(await this.#client.tasks.claimNext(input, this.#persistently(signal)));
      } catch (error) {
        if (signal.aborted) return undefined;
        throw error;
      }
    };
    const claimed = this.#turn.then(claim);
    this.#turn = claimed.catch(() => undefined);
    return claimed;
  }

  /** Does not wait, so that the completion is known at once. */
  #completeAndClaim(finished: Finished): Promise<Task | undefined> {
    return this.#settle(finished, async () => {
      const input = { ...this.#claimed, complete: completionOf(finished) };
      const task = await this.#client.tasks.claimNext(input, this.#persistently(this.#abandoning.signal));
      this.#onEvent({ type: 'completed', task: finished.task });
      if (!task || !this.#stopping.signal.aborted) return this.#taken(task);
      await this.#release(task, 'The worker was stopped.');
      return undefined;
    });
  }

  async #complete(finished: Finished): Promise<void> {
    await this.#settle(finished, async () => {
      await this.#client.tasks.complete(completionOf(finished), this.#persistently(this.#abandoning.signal));
      this.#onEvent({ type: 'completed', task: finished.task });
    });
  }

  /** Completes a task: reports a claim that was lost, and releases a task whose result is rejected. */
  async #settle<Result>({ task }: Finished, complete: () => Promise<Result>): Promise<Result | undefined> {
    try {
      return await complete();
    } catch (error) {
      if (isClaimLost(error) || this.#abandoning.signal.aborted) {
        this.#onEvent({ type: 'lost', task, error: error as Error });
      } else if (error instanceof CrewboardError && !isDenied(error)) {
        await this.#releaseFailed(task, error, this.#aborting.signal);
      } else {
        throw error;
      }
      return undefined;
    }
  }

  #taken(task: Task | undefined): Task | undefined {
    if (task) this.#onEvent({ type: 'claimed', task });
    return task;
  }

  /** Runs the handler under heartbeats. Undefined if there is nothing to complete. */
  async #work(task: Task): Promise<Finished | undefined> {
    const lost = new AbortController();
    const ended = new AbortController();
    const onAbort = () => lost.abort(this.#aborting.signal.reason);
    this.#aborting.signal.addEventListener('abort', onAbort);
    if (this.#aborting.signal.aborted) onAbort();
    keepLease(this.#client, task, this.#heartbeatMs, ended.signal).catch((error) => {
      if (isDenied(error)) this.#fail(error);
      else lost.abort(error);
    });
    try {
      const run = async () => (await this.#handler(task, { signal: lost.signal })) ?? null;
      return { task, result: await untilAborted(run, lost.signal) };
    } catch (error) {
      const isOver = lost.signal.aborted && !this.#aborting.signal.aborted;
      if (isOver) this.#onEvent({ type: 'lost', task, error: lost.signal.reason });
      else await this.#releaseFailed(task, error, lost.signal);
      return undefined;
    } finally {
      ended.abort();
      this.#aborting.signal.removeEventListener('abort', onAbort);
    }
  }

  /** Holds the task for a moment first: the queue would hand it out again at once, before all others. */
  async #releaseFailed(task: Task, error: unknown, lost: AbortSignal): Promise<void> {
    const pauseMs = Math.min(minFailurePauseMs * 2 ** (task.attempt - 1), maxFailurePauseMs);
    await pause(pauseMs, AbortSignal.any([this.#stopping.signal, lost]));
    await this.#release(task, toReason(error));
  }

  async #release(task: Task, reason: string): Promise<void> {
    if (isDenied(this.#failure)) return;
    try {
      const input = { taskId: task.id, attempt: task.attempt, reason };
      await this.#client.tasks.release(input, this.#persistently(this.#abandoning.signal));
      this.#onEvent({ type: 'released', task, reason });
    } catch (error) {
      if (isDenied(error)) throw error;
      // Over, or not released in time: its lease ends it.
      this.#onEvent({ type: 'lost', task, error: error as Error });
    }
  }

  /** Options of a call that is repeated until the service responds. */
  #persistently(signal: AbortSignal): CallOptions<Task> {
    const onRetry: CallOptions['onRetry'] = (retry) => this.#onEvent({ type: 'retry', ...retry });
    return { signal, maxRetries: Number.POSITIVE_INFINITY, onRetry };
  }
}

const completionOf = ({ task, result }: Finished) => ({ taskId: task.id, attempt: task.attempt, result });

/** Rejects at once when the signal is aborted, even if the handler goes on. */
function untilAborted<Result>(run: () => Promise<Result>, signal: AbortSignal): Promise<Result> {
  return new Promise((resolve, reject) => {
    const onAbort = () => reject(signal.reason);
    if (signal.aborted) return onAbort();
    signal.addEventListener('abort', onAbort, { once: true });
    run()
      .then(resolve, reject)
      .finally(() => signal.removeEventListener('abort', onAbort));
  });
}
