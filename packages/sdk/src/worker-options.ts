import type { Retry } from './call-options.ts';
import type { Crewboard } from './client.ts';
import type { ConnectionOptions } from './connection.ts';
import type { AttemptContext, Task, TaskInContext, TaskNotices, TaskPriority } from './generated/types.ts';

export interface TaskContext {
  /** What the project says to every agent, Markdown: read once for each project while the worker runs. Null without any. */
  instructions: string | null;
  /** How the last attempt of the task ended, and the newest comments by others: read it when `attempt` is above 1. */
  context: AttemptContext;
  /** The tasks that had to be done before (`blockedBy`), with their results, the longest of which may be cut (`truncated`). */
  blockers: NonNullable<TaskInContext['blockers']>;
  /** The worker that had the attempt has died, and this one goes on with it: see `stateFile`. */
  isResumed: boolean;
  /** Aborted when the claim is lost or the worker ends: stop then, the result is not stored. */
  signal: AbortSignal;
  /** Aborted when people pause the agent, its project or the team: come to an end, and return or throw. */
  stop: AbortSignal;
  /**
   * Calls back with what people want to be known while the task is done: new comments on it, and that it is to stop. Each
   * notice comes once, with a heartbeat.
   */
  onNotice: (listener: (notices: TaskNotices) => void) => void;
}

/**
 * Does a task. What it returns is stored as the result. An error that it throws fails the attempt, with the message as the reason:
 * the task is offered again after some time, and waits for a person after several failures in a row. A `TaskFailure` says when. What it
 * throws after `stop`, and a `TaskRelease`, give the task back for others.
 */
export type TaskHandler = (
  task: Task,
  context: TaskContext,
) => Promise<string | null | undefined> | Promise<void>;

export type WorkerOptions = ({ client: Crewboard } | ConnectionOptions) & {
  handler: TaskHandler;
  /** How many tasks at a time: 1 when absent. */
  concurrency?: number;
  /**
   * 30 to 86,400: how long a task stays with a worker that died. 900 (15 min) when absent. Null for no lease: the task
   * stays with it until a person or the agent releases it.
   */
  leaseSeconds?: number | null;
  /** Between two heartbeats, less than the lease: a third of it when absent, and 60 at most. */
  heartbeatSeconds?: number;
  /** How long a request waits for a task: 1 to 30 seconds, 20 when absent. */
  waitSeconds?: number;
  /** Tasks of this project only. */
  projectId?: string;
  /** Tasks of this priority only. */
  priority?: TaskPriority;
  /**
   * A file in which the worker keeps which attempts it holds. A worker that starts with it after a crash goes on with those that
   * still last, and with no other attempts of its agent. Each worker has a file of its own.
   */
  stateFile?: string;
  /** What happens, for logs. What it throws ends the worker. */
  onEvent?: (event: WorkerEvent) => void;
};

/**
 * `failed`: the handler could not do it. `released`: the worker was stopped, or something is paused. `resumed`: from the state
 * file. `lost`: the claim had ended before, so nothing was stored. `retry`: the service does not respond, or is busy. `paused`: the
 * agent, its project or the team; the worker claims again once it is resumed.
 */
export type WorkerEvent =
  | { type: 'claimed' | 'resumed' | 'completed'; task: Task }
  | { type: 'failed' | 'released'; task: Task; reason: string }
  | { type: 'lost'; task: Task; error: Error }
  | { type: 'paused'; error: Error }
  | ({ type: 'retry' } & Retry);

export interface StopOptions {
  /** After so long, what still runs is aborted and released. Without it, a second `stop()` does so at once. */
  deadlineMs?: number;
}

export interface Worker extends AsyncDisposable {
  /** Begins to claim tasks. */
  start(): void;
  /** Claims no more tasks and completes those that run. A second call aborts and releases them. Resolves as `done`. */
  stop(options?: StopOptions): Promise<void>;
  /** Resolves when the worker has stopped. Rejects with what ended it, such as a token that is no longer valid. */
  readonly done: Promise<void>;
}
