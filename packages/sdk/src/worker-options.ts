import type { Retry } from './call-options.ts';
import type { Crewboard } from './client.ts';
import type { ConnectionOptions } from './connection.ts';
import type { AttemptContext, Task, TaskInContext, TaskNotices, TaskPriority } from './generated/types.ts';

export interface TaskContext {
  /** The instructions of the project (Markdown), read once for each project while the worker runs. Null without any. */
  instructions: string | null;
  /** How the last attempt ended, and the newest comments by others. Read it when `task.attempt` is above 1. */
  context: AttemptContext;
  /** The tasks of `blockedBy`, all done, with their results. The longest results may be cut (`truncated`). */
  blockers: NonNullable<TaskInContext['blockers']>;
  /** Whether another worker had begun the attempt and died (`stateFile`). */
  isResumed: boolean;
  /** Aborted when the claim is lost or the worker ends. Stop then: the result is not stored. */
  signal: AbortSignal;
  /** Aborted when people pause the agent, its project or the team. Finish soon, and return or throw. */
  stop: AbortSignal;
  /** Adds a listener for notices: new comments on the task, and a stop. Each notice comes once, with a heartbeat. */
  onNotice: (listener: (notices: TaskNotices) => void) => void;
}

/**
 * Does a task. The returned text is stored as the result. A thrown error fails the attempt, with its message as the
 * reason: the task is offered again later (a `TaskFailure` says when), and needs attention after several failures in a
 * row. A `TaskRelease`, and any error after `stop`, give the task back to other agents.
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
   * How long a task stays with a worker that has died: 30 to 86,400, 900 (15 min) when absent. Null for no lease: the
   * task then stays claimed until a person or the agent releases it.
   */
  leaseSeconds?: number | null;
  /**
   * The time between two heartbeats, which extend the lease and bring notices: less than the lease, or than a day
   * without
   * one. When absent a third of the lease, at most 60, and 60 without one.
   */
  heartbeatSeconds?: number;
  /** How long a request waits for a task: 1 to 30 seconds, 20 when absent. */
  waitSeconds?: number;
  /** Tasks of this project only. */
  projectId?: string;
  /** Tasks of this priority only. */
  priority?: TaskPriority;
  /**
   * A file in which the worker stores the attempts that it holds. After a crash, a worker that starts with this file
   * goes on with those that still last. Each worker needs a file of its own.
   */
  stateFile?: string;
  /** Called with everything that happens, for logs. An error that it throws ends the worker. */
  onEvent?: (event: WorkerEvent) => void;
};

/**
 * `failed`: the handler threw an error. `released`: the worker was stopped, the handler threw a `TaskRelease`, or any
 * error after `stop`. `resumed`: an attempt of the state file. `lost`: the claim ended first, so nothing was stored.
 * `retry`: the service does not respond or is busy. `paused`: the agent, its project or the team is; the worker goes on
 * trying to claim.
 */
export type WorkerEvent =
  | { type: 'claimed' | 'resumed' | 'completed'; task: Task }
  | { type: 'failed' | 'released'; task: Task; reason: string }
  | { type: 'lost'; task: Task; error: Error }
  | { type: 'paused'; error: Error }
  | ({ type: 'retry' } & Retry);

export interface StopOptions {
  /** After this time, running tasks are aborted and released. When absent, only a second `stop()` does that. */
  deadlineMs?: number;
}

export interface Worker extends AsyncDisposable {
  /** Starts to claim tasks. */
  start(): void;
  /** Claims no more tasks and finishes the running ones. A second call aborts and releases them. Resolves as `done`. */
  stop(options?: StopOptions): Promise<void>;
  /**
   * Resolves when the worker has stopped. Rejects with the error that ended it, such as a token that is no longer
   * valid.
   */
  readonly done: Promise<void>;
}
