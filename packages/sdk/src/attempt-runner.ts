import type { CallOptions, Retry } from './call-options.ts';
import { isClaimLost, isDenied, keepLease, type Lease, toReason } from './claim.ts';
import type { Crewboard } from './client.ts';
import { CrewboardError } from './errors.ts';
import type { Task, TaskInContext } from './generated/types.ts';
import { TaskFailure, TaskRelease } from './handler-errors.ts';
import { Notices } from './notices.ts';
import type { StateFile } from './state-file.ts';
import { untilAborted } from './until-aborted.ts';
import type { TaskContext, TaskHandler, WorkerEvent } from './worker-options.ts';

/** What a handler gets beside the task. */
export const included = 'context,blockers';

/** A task whose handler has returned. */
export type Finished = { task: Task; result: string | null };

type Parts = {
  client: Crewboard;
  handler: TaskHandler;
  lease: Lease;
  onEvent: (event: WorkerEvent) => void;
  /** Aborted to end what runs: it is released. */
  aborting: AbortSignal;
  /** Aborted when no response is waited for any more. */
  abandoning: AbortSignal;
  /** No request can succeed any more. */
  onDenied: (error: unknown) => void;
};

export const completionOf = ({ task, result }: Finished) => ({
  ...{ taskId: task.id, attempt: task.attempt, result },
});

/**
 * Runs the handler for a task that the worker holds, under heartbeats, and ends the attempt: an error fails it, a stop releases
 * it. A result is left to the worker, which completes the task with its next claim.
 */
export class AttemptRunner {
  readonly #parts: Parts;
  /** Of each project whose tasks were claimed. */
  readonly #instructions = new Map<string, Promise<string | null>>();
  /** Where the attempts are kept that are held; undefined: nowhere. */
  stateFile: StateFile | undefined;
  #deniedBy: unknown;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Undefined if there is nothing to complete. */
  async run(task: TaskInContext, isResumed: boolean): Promise<Finished | undefined> {
    const { handler, aborting } = this.#parts;
    await this.#remember(task);
    const notices = new Notices();
    const work = async (lost: AbortSignal): Promise<Finished | undefined> => {
      const run = async () => {
        const [instructions, { context, blockers }] = await Promise.all([
          this.#instructionsOf(task),
          this.#includedOf(task),
        ]);
        const { stop } = notices;
        const onNotice = notices.listen.bind(notices);
        return handler(task, { instructions, context, blockers, isResumed, signal: lost, stop, onNotice });
      };
      try {
        return { task, result: (await untilAborted(run, lost)) ?? null };
      } catch (error) {
        const isStopped = aborting.aborted || notices.stop.aborted || error instanceof TaskRelease;
        if (lost.aborted && !aborting.aborted) await this.#lose(task, lost.reason);
        else if (isStopped) await this.release(task, toReason(error));
        else await this.#fail(task, error);
        return undefined;
      }
    };
    return this.#underLease(task, work, notices);
  }

  /** A task of which no other worker would know after a crash is given back. */
  async #remember(task: Task): Promise<void> {
    try {
      await this.stateFile?.add({ taskId: task.id, attempt: task.attempt });
    } catch (error) {
      await this.release(task, toReason(error));
      throw error;
    }
  }

  /** Completes a task by this call: reports a claim that was lost, and fails a task whose result is rejected. */
  async settle<Result>({ task }: Finished, complete: () => Promise<Result>): Promise<Result | undefined> {
    try {
      const result = await complete();
      await this.#forget(task);
      return result;
    } catch (error) {
      if (isClaimLost(error) || this.#parts.abandoning.aborted) await this.#lose(task, error as Error);
      else if (error instanceof CrewboardError && !isDenied(error)) await this.#fail(task, error);
      else throw error;
      return undefined;
    }
  }

  /** Gives the task back, for others. */
  async release(task: Task, reason: string): Promise<void> {
    const { client, onEvent } = this.#parts;
    await this.#end(task, async (claim, options) => {
      await client.tasks.release({ ...claim, reason }, options);
      onEvent({ type: 'released', task, reason });
    });
  }

  /** The claim of a task has ended. */
  async #lose(task: Task, error: Error): Promise<void> {
    this.#parts.onEvent({ type: 'lost', task, error });
    await this.#forget(task);
  }

  async #forget({ id: taskId, attempt }: Task): Promise<void> {
    await this.stateFile?.remove({ taskId, attempt });
  }

  /** The service offers the task again after some time. */
  async #fail(task: Task, error: unknown): Promise<void> {
    const { client, onEvent } = this.#parts;
    const reason = toReason(error).trim() || 'The handler failed without a message.';
    const retryAfterSeconds = error instanceof TaskFailure ? error.retryAfterSeconds : undefined;
    await this.#end(task, async (claim, options) => {
      await client.tasks.fail({ ...claim, reason, retryAfterSeconds }, options);
      onEvent({ type: 'failed', task, reason });
    });
  }

  async #end(
    task: Task,
    call: (claim: { taskId: string; attempt: number }, options: CallOptions<Task>) => Promise<void>,
  ): Promise<void> {
    if (this.#deniedBy !== undefined) return;
    try {
      await call({ taskId: task.id, attempt: task.attempt }, this.persistently(this.#parts.abandoning));
      await this.#forget(task);
    } catch (error) {
      if (isDenied(error)) throw error;
      // Over, or not ended in time: its lease ends it.
      await this.#lose(task, error as Error);
    }
  }

  /**
   * Reads them once for each project. What fails is read again with the next task. The end of one claim does not end the
   * reading: other tasks of the project may wait for it.
   */
  async #instructionsOf({ id: taskId, projectId }: Task): Promise<string | null> {
    const known = this.#instructions.get(projectId);
    if (known) return known;
    const reading = this.#read(taskId, 'instructions').then(({ instructions }) => instructions ?? null);
    this.#instructions.set(projectId, reading);
    reading.catch(() => this.#instructions.delete(projectId));
    return reading;
  }

  /** A response that was kept under a key has none. */
  async #includedOf(task: TaskInContext): Promise<Pick<TaskContext, 'context' | 'blockers'>> {
    const { context, blockers } = task.context && task.blockers ? task : await this.#read(task.id, included);
    return { context: context ?? { lastAttempt: null, comments: [] }, blockers: blockers ?? [] };
  }

  #read(taskId: string, include: string): Promise<TaskInContext> {
    return this.#parts.client.tasks.get({ taskId, include }, this.persistently(this.#parts.aborting));
  }

  /** Sends heartbeats while it runs. Its signal is aborted when the claim is lost or the worker ends. */
  async #underLease<Result>(
    task: Task,
    run: (lost: AbortSignal) => Promise<Result>,
    notices: Notices,
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
      this.#deniedBy = error;
      onDenied(error);
    });
    try {
      return await run(lost.signal);
    } finally {
      ended.abort();
      aborting.removeEventListener('abort', onAbort);
    }
  }

  /** Options of a call that is repeated until the service responds. */
  persistently(signal: AbortSignal, onRepeat?: () => void): CallOptions<Task> {
    const onRetry = (retry: Retry) => {
      onRepeat?.();
      this.#parts.onEvent({ type: 'retry', ...retry });
    };
    return { signal, maxRetries: Number.POSITIVE_INFINITY, onRetry };
  }
}
