import type { CallOptions, Retry } from './call-options.ts';
import { isClaimLost, isDenied, keepLease, type Lease, toReason } from './claim.ts';
import type { Crewboard } from './client.ts';
import { CrewboardError, TaskFailure, TaskRelease } from './errors.ts';
import type { Task, TaskInContext } from './generated/types.ts';
import { Notices } from './notices.ts';
import type { StateFile } from './state-file.ts';
import type { TaskContext, TaskHandler, WorkerEvent } from './worker-options.ts';

/** What the requests of a worker include beside the task, for the handler. */
export const included = 'context,blockers';

/** A task whose handler has returned: the worker completes it. */
export type FinishedTask = { task: Task; result: string | null };

export const completionOf = ({ task, result }: FinishedTask) => ({
  ...{ taskId: task.id, attempt: task.attempt, result },
});

type Parts = {
  client: Crewboard;
  handler: TaskHandler;
  lease: Lease;
  onEvent: (event: WorkerEvent) => void;
  /** Aborted to end the handlers: their tasks are released. */
  aborting: AbortSignal;
  /** Aborted to end the requests that end attempts, when the worker waits for their responses no longer. */
  abandoning: AbortSignal;
  /** Called when the service rejects the token, so that no request can succeed any more. */
  onDenied: (error: unknown) => void;
};

/**
 * Runs the handler for a task that the worker holds, while heartbeats keep the claim, and ends the attempt: an error of
 * the handler fails it, a stop releases it. The worker completes a task with a result, in the request that claims the
 * next one.
 */
export class AttemptRunner {
  readonly #parts: Parts;
  /** The instructions of each project whose tasks were claimed, by id of the project. */
  readonly #instructionsByProject = new Map<string, Promise<string | null>>();
  /** Stores the attempts that the worker holds; undefined for a worker without a state file. */
  stateFile: StateFile | undefined;
  /** Whether the service has rejected the token: no request can end an attempt any more. */
  #isDenied = false;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Resolves when the attempt has ended, or to the result with which the worker ends it. */
  async run(task: TaskInContext, isResumed: boolean): Promise<FinishedTask | undefined> {
    await this.#remember(task);
    const notices = new Notices();
    return this.#withHeartbeats(task, notices, async (lost) => {
      const run = () => this.#callHandler(task, { isResumed, notices, lost });
      try {
        return { task, result: (await rejectWhenAborted(run, lost)) ?? null };
      } catch (error) {
        const { aborting } = this.#parts;
        const isStopped = aborting.aborted || notices.stop.aborted || error instanceof TaskRelease;
        if (lost.aborted && !aborting.aborted) await this.#reportLost(task, lost.reason);
        else if (isStopped) await this.release(task, toReason(error));
        else await this.#fail(task, error);
        return undefined;
      }
    });
  }

  async #callHandler(
    task: TaskInContext,
    { isResumed, notices, lost }: { isResumed: boolean; notices: Notices; lost: AbortSignal },
  ) {
    const [instructions, { context, blockers }] = await Promise.all([
      this.#instructionsOf(task),
      this.#includedOf(task),
    ]);
    const { stop } = notices;
    const onNotice = notices.listen.bind(notices);
    return this.#parts.handler(task, {
      ...{ instructions, context, blockers, isResumed, signal: lost, stop, onNotice },
    });
  }

  /** Stores the attempt in the state file. Releases the task if that fails, since a crash would leave it claimed. */
  async #remember(task: Task): Promise<void> {
    try {
      await this.stateFile?.add({ taskId: task.id, attempt: task.attempt });
    } catch (error) {
      await this.release(task, toReason(error));
      throw error;
    }
  }

  /**
   * Completes a task with the request that `complete` sends. Reports the claim as lost if it was over, or if the worker
   * waits no longer; fails the task if its result is rejected.
   */
  async completeWith<Result>(
    { task }: FinishedTask,
    complete: () => Promise<Result>,
  ): Promise<Result | undefined> {
    try {
      const result = await complete();
      await this.#forget(task);
      return result;
    } catch (error) {
      if (isClaimLost(error) || this.#parts.abandoning.aborted) await this.#reportLost(task, error as Error);
      else if (error instanceof CrewboardError && !isDenied(error)) await this.#fail(task, error);
      else throw error;
      return undefined;
    }
  }

  /** Gives the task back, so that other agents get it. */
  async release(task: Task, reason: string): Promise<void> {
    const { client, onEvent } = this.#parts;
    await this.#endAttempt(task, async (claim, options) => {
      await client.tasks.release({ ...claim, reason }, options);
      onEvent({ type: 'released', task, reason });
    });
  }

  /** The claim ended before the attempt, or the outcome of the last request is unknown. */
  async #reportLost(task: Task, error: Error): Promise<void> {
    this.#parts.onEvent({ type: 'lost', task, error });
    await this.#forget(task);
  }

  async #forget({ id: taskId, attempt }: Task): Promise<void> {
    await this.stateFile?.remove({ taskId, attempt });
  }

  /** Fails the attempt. The service offers the task again later. */
  async #fail(task: Task, error: unknown): Promise<void> {
    const { client, onEvent } = this.#parts;
    const reason = toReason(error).trim() || 'The handler failed without a message.';
    const retryAfterSeconds = error instanceof TaskFailure ? error.retryAfterSeconds : undefined;
    await this.#endAttempt(task, async (claim, options) => {
      await client.tasks.fail({ ...claim, reason, retryAfterSeconds }, options);
      onEvent({ type: 'failed', task, reason });
    });
  }

  async #endAttempt(
    task: Task,
    call: (claim: { taskId: string; attempt: number }, options: CallOptions<Task>) => Promise<void>,
  ): Promise<void> {
    if (this.#isDenied) return;
    try {
      await call({ taskId: task.id, attempt: task.attempt }, this.persistentOptions(this.#parts.abandoning));
      await this.#forget(task);
    } catch (error) {
      if (isDenied(error)) throw error;
      // The claim was over, or the service did not respond in time: then the lease ends it.
      await this.#reportLost(task, error as Error);
    }
  }

  /**
   * The instructions of the project, read once while the worker runs, and again with the next task after an error. The
   * read goes on when this claim ends, because other tasks of the project may wait for it.
   */
  async #instructionsOf({ id: taskId, projectId }: Task): Promise<string | null> {
    const known = this.#instructionsByProject.get(projectId);
    if (known) return known;
    const reading = this.#read(taskId, 'instructions').then(({ instructions }) => instructions ?? null);
    this.#instructionsByProject.set(projectId, reading);
    reading.catch(() => this.#instructionsByProject.delete(projectId));
    return reading;
  }

  /** Reads what the claim did not include: the replay of a response under an `Idempotency-Key` includes nothing. */
  async #includedOf(task: TaskInContext): Promise<Pick<TaskContext, 'context' | 'blockers'>> {
    const { context, blockers } = task.context && task.blockers ? task : await this.#read(task.id, included);
    return { context: context ?? { lastAttempt: null, comments: [] }, blockers: blockers ?? [] };
  }

  #read(taskId: string, include: string): Promise<TaskInContext> {
    return this.#parts.client.tasks.get({ taskId, include }, this.persistentOptions(this.#parts.aborting));
  }

  /** Sends heartbeats while `run` runs. Its signal is aborted when the claim is lost or the worker ends. */
  async #withHeartbeats<Result>(
    task: Task,
    notices: Notices,
    run: (lost: AbortSignal) => Promise<Result>,
  ): Promise<Result> {
    const { client, lease, aborting, onDenied } = this.#parts;
    const lost = new AbortController();
    const ended = new AbortController();
    const onAbort = () => lost.abort(aborting.reason);
    aborting.addEventListener('abort', onAbort);
    if (aborting.aborted) onAbort();
    const keeping = { signal: ended.signal, onNotices: notices.receive.bind(notices) };
    keepLease(client, task, lease, keeping).catch((error) => {
      if (!isDenied(error)) return lost.abort(error);
      this.#isDenied = true;
      onDenied(error);
    });
    try {
      return await run(lost.signal);
    } finally {
      ended.abort();
      aborting.removeEventListener('abort', onAbort);
    }
  }

  /** The options of a call that is repeated until the service responds or the signal is aborted. */
  persistentOptions(signal: AbortSignal, onRepeat?: () => void): CallOptions<Task> {
    const onRetry = (retry: Retry) => {
      onRepeat?.();
      this.#parts.onEvent({ type: 'retry', ...retry });
    };
    return { signal, maxRetries: Number.POSITIVE_INFINITY, onRetry };
  }
}

/** Rejects as soon as the signal is aborted, even if the handler goes on. */
function rejectWhenAborted<Result>(run: () => Promise<Result>, signal: AbortSignal): Promise<Result> {
  return new Promise((resolve, reject) => {
    const onAbort = () => reject(signal.reason);
    if (signal.aborted) return onAbort();
    signal.addEventListener('abort', onAbort, { once: true });
    run()
      .then(resolve, reject)
      .finally(() => signal.removeEventListener('abort', onAbort));
  });
}
