import type { CallOptions } from './call-options.ts';
import { isClaimLost, isDenied, keepLease, type Lease, toLease, toReason } from './claim.ts';
import { type Crewboard, createClient } from './client.ts';
import { pause } from './delay.ts';
import { CrewboardError, isCode } from './errors.ts';
import type { ClaimNextTaskInput, Task } from './generated/types.ts';
import { Notices } from './notices.ts';
import { untilAborted } from './until-aborted.ts';
import type { StopOptions, TaskHandler, Worker, WorkerEvent, WorkerOptions } from './worker-options.ts';

/** Between two claims while the agent, its project or the team is paused. */
const pausedMs = 5_000;
/** When the worker stops, a waiting claim-next has this long: its response may already be on its way. */
const lastClaimMs = 250;
/** When the worker is aborted, completions that are under way have this long. */
const lastCompletionsMs = 5_000;
/** A failed task is held for this time before others can try it, doubled with each of its attempts. */
const minFailurePauseMs = 1_000;
const maxFailurePauseMs = 60_000;

type Finished = { task: Task; result: string | null };
type Claimed = { task: Task; isRepeated: boolean };

/** Claims tasks and completes them with what the handler returns, until it is stopped. */
export function createWorker(options: WorkerOptions): Worker {
  return new TaskWorker(options);
}

class TaskWorker implements Worker {
  readonly #done: Promise<void>;
  #isDoneRead = false;
  readonly #client: Crewboard;
  readonly #handler: TaskHandler;
  readonly #concurrency: number;
  readonly #lease: Lease;
  readonly #claimed: ClaimNextTaskInput;
  readonly #waitSeconds: number;
  readonly #onEvent: (event: WorkerEvent) => void;
  /** Of each project whose tasks were claimed. */
  readonly #instructions = new Map<string, Promise<string | null>>();
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
    const { concurrency = 1, waitSeconds = 20, projectId, priority } = options;
    if (!Number.isInteger(concurrency) || concurrency < 1)
      throw new TypeError('`concurrency` must be 1 or more.');
    this.#lease = toLease(options);
    this.#client = 'client' in options ? options.client : createClient(options);
    this.#handler = options.handler;
    this.#concurrency = concurrency;
    this.#claimed = { leaseSeconds: this.#lease.leaseSeconds, projectId, priority };
    this.#waitSeconds = waitSeconds;
    this.#onEvent = options.onEvent ?? (() => undefined);
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
    await Promise.all(Array.from({ length: this.#concurrency }, () => this.#runSlot()));
    if (this.#failure !== undefined) throw this.#failure;
  }

  #abort(reason = new Error('The worker was stopped.')): void {
    if (this.#aborting.signal.aborted) return;
    this.#leaving.abort(reason);
    this.#aborting.abort(reason);
    this.#later(lastCompletionsMs, () => this.#abandoning.abort(reason));
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
  async #completeAndClaim(finished: Finished): Promise<Task | undefined> {
    const claimed = await this.#settle(finished, async () => {
      const { signal } = this.#abandoning;
      const claimed = await this.#claimNext({ complete: completionOf(finished) }, signal);
      this.#onEvent({ type: 'completed', task: finished.task });
      return claimed;
    });
    return this.#taken(claimed);
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
        await this.#underLease(task, (lost) => this.#releaseFailed(task, error, lost));
      } else {
        throw error;
      }
      return undefined;
    }
  }

  async #claimNext(input: ClaimNextTaskInput, signal: AbortSignal): Promise<Claimed | undefined> {
    let isRepeated = false;
    const options = this.#persistently(signal, () => {
      isRepeated = true;
    });
    const task = await this.#client.tasks.claimNext({ ...this.#claimed, ...input }, options);
    return task && { task, isRepeated };
  }

  /** The task, unless its claim is over. A worker that stops meanwhile releases it. */
  async #taken(claimed: Claimed | undefined): Promise<Task | undefined> {
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
      await this.#release(task, 'The worker was stopped.');
      return undefined;
    }
    this.#isPaused = false;
    this.#onEvent({ type: 'claimed', task });
    return task;
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
      await this.#client.tasks.heartbeat({ taskId, attempt }, this.#persistently(signal, onRepeat));
    } while (isRepeated);
  }

  /** Runs the handler under heartbeats. Undefined if there is nothing to complete. */
  #work(task: Task): Promise<Finished | undefined> {
    const notices = new Notices();
    const context = { stop: notices.stop, onNotice: notices.listen.bind(notices) };
    const work = async (lost: AbortSignal): Promise<Finished | undefined> => {
      try {
        const run = async () => {
          const instructions = await this.#instructionsOf(task);
          return (await this.#handler(task, { instructions, signal: lost, ...context })) ?? null;
        };
        return { task, result: await untilAborted(run, lost) };
      } catch (error) {
        const isOver = lost.aborted && !this.#aborting.signal.aborted;
        if (isOver) this.#onEvent({ type: 'lost', task, error: lost.reason });
        else await this.#releaseFailed(task, error, lost);
        return undefined;
      }
    };
    return this.#underLease(task, work, notices);
  }

  /**
   * Reads them once for each project. What fails is read again with the next task. The end of one claim does not end the
   * reading: other tasks of the project may wait for it.
   */
  async #instructionsOf({ id: taskId, projectId }: Task): Promise<string | null> {
    const known = this.#instructions.get(projectId);
    if (known) return known;
    const read = async () => {
      const options = this.#persistently(this.#aborting.signal);
      const task = await this.#client.tasks.get({ taskId, include: 'instructions' }, options);
      return task.instructions ?? null;
    };
    const reading = read();
    this.#instructions.set(projectId, reading);
    reading.catch(() => this.#instructions.delete(projectId));
    return reading;
  }

  /** Sends heartbeats while it runs. Its signal is aborted when the claim is lost or the worker ends. */
  async #underLease<Result>(
    task: Task,
    run: (lost: AbortSignal) => Promise<Result>,
    notices = new Notices(),
  ): Promise<Result> {
    const lost = new AbortController();
    const ended = new AbortController();
    const onAbort = () => lost.abort(this.#aborting.signal.reason);
    this.#aborting.signal.addEventListener('abort', onAbort);
    if (this.#aborting.signal.aborted) onAbort();
    const keeping = { signal: ended.signal, onNotices: notices.receive.bind(notices) };
    keepLease(this.#client, task, this.#lease, keeping).catch((error) => {
      if (isDenied(error)) this.#fail(error);
      else lost.abort(error);
    });
    try {
      return await run(lost.signal);
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
  #persistently(signal: AbortSignal, onRepeat?: () => void): CallOptions<Task> {
    const onRetry: CallOptions['onRetry'] = (retry) => {
      onRepeat?.();
      this.#onEvent({ type: 'retry', ...retry });
    };
    return { signal, maxRetries: Number.POSITIVE_INFINITY, onRetry };
  }
}

const completionOf = ({ task, result }: Finished) => ({ taskId: task.id, attempt: task.attempt, result });
