import type { ErrorCode, Problem } from './generated/types.ts';

/**
 * Properties that only errors with some codes have, and so `declare`d: logs would print them as `undefined`.
 */
const optionalProperties = ['heldSince', 'taskId', 'openBlockerIds', 'cycle', 'notBefore'] as const;

/** An error response of the service (RFC 9457). Decide on `code`. */
export class CrewboardError extends Error {
  override readonly name = 'CrewboardError';
  readonly status: number;
  /**
   * An error of the service. Later versions add codes; `UNKNOWN` where the response came from elsewhere, such as a
   * proxy.
   */
  readonly code: ErrorCode | 'UNKNOWN' | (string & {});
  /** The error in words, for people. Part of the message, and so not enumerable, like `errors`. */
  declare readonly detail: string;
  /** With VALIDATION_ERROR: what each field must be. Part of the message. */
  declare readonly errors: readonly { path: string; message: string }[];
  /** For the operator, who finds it in the log. */
  readonly requestId: string | undefined;
  /** After how many seconds the request may be repeated. */
  readonly retryAfter: number | undefined;
  /** With the 409s about the holder of a task: whether the caller is the holder. */
  readonly heldByCaller: boolean | undefined;
  /** The agent that holds the task, or that it is assigned to. */
  readonly assignedAgentId: string | null | undefined;
  /** With the 409s about the holder of a task: since when it is held; null while nobody holds it. */
  declare readonly heldSince: string | null | undefined;
  /** With EXTERNAL_ID_TAKEN: the task that has it. */
  declare readonly taskId: string | undefined;
  /** With TASK_BLOCKED: the tasks that are not done. */
  declare readonly openBlockerIds: readonly string[] | undefined;
  /** With DEPENDENCY_CYCLE: each task waits for the next, or is its sub-task, and the last that of the first. */
  declare readonly cycle: readonly string[] | undefined;
  /** With TASK_NOT_CLAIMABLE, if it is too early: the time from which the task can be started. */
  declare readonly notBefore: string | undefined;

  constructor(status: number, problem: Partial<Problem>, retryAfter?: number) {
    const {
      code = 'UNKNOWN',
      detail = problem.title ?? `The response was ${status}.`,
      errors = [],
    } = problem;
    super(`${status} ${code}: ${detail}`);
    this.status = status;
    this.code = code;
    // A getter, because Node prints an array named `errors` in logs even if it is not enumerable.
    Object.defineProperties(this, { detail: { value: detail }, errors: { get: () => errors } });
    this.requestId = problem.requestId;
    this.retryAfter = retryAfter;
    this.heldByCaller = problem.heldByCaller;
    this.assignedAgentId = problem.assignedAgentId;
    for (const name of optionalProperties)
      if (problem[name] !== undefined) Object.assign(this, { [name]: problem[name] });
  }
}

/** No response of the service arrived, so the request may or may not have had an effect. */
export class ConnectionError extends Error {
  override readonly name = 'ConnectionError';
  /** Whether something else responded: the URL may be wrong. */
  readonly hasResponse: boolean;

  constructor(message: string, { hasResponse = false } = {}) {
    super(message);
    this.hasResponse = hasResponse;
  }
}

/** Whether an error is an error response of the service with one of these codes. */
export function isCode(error: unknown, ...codes: ErrorCode[]): error is CrewboardError {
  return error instanceof CrewboardError && (codes as string[]).includes(error.code);
}

/**
 * Whether the same request may succeed later: without a response, after too many requests, while the service restarts.
 */
export function isTransient(error: unknown): error is CrewboardError | ConnectionError {
  if (error instanceof ConnectionError) return true;
  if (!(error instanceof CrewboardError)) return false;
  return isTransientStatus(error.status) || error.code === 'IDEMPOTENCY_IN_PROGRESS';
}

export const isTransientStatus = (status: number): boolean =>
  status === 408 || status === 429 || status >= 500;

/**
 * A handler throws it to say why it cannot do its task, and when to offer the task again. Any other error fails the
 * attempt too, with its message as the reason.
 */
export class TaskFailure extends Error {
  override readonly name = 'TaskFailure';
  /** 0 to 86,400. When absent 30 s, doubled with each failure of the task in a row, at most an hour. */
  readonly retryAfterSeconds: number | undefined;

  constructor(reason: string, { retryAfterSeconds }: { retryAfterSeconds?: number } = {}) {
    super(reason);
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** A handler throws it to give its task back to other agents, without a failure of the task. */
export class TaskRelease extends Error {
  override readonly name = 'TaskRelease';
}
