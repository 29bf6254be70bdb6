import type { ErrorCode, Problem } from './generated/types.ts';

export const exampleUrl = 'http://127.0.0.1:4000';

/** What some errors have, and logs print only there. */
const ofSomeCodes = ['heldSince', 'taskId', 'openBlockerIds', 'cycle', 'notBefore'] as const;

/** An error response of the service (RFC 9457). Decide on `code`. */
export class CrewboardError extends Error {
  override readonly name = 'CrewboardError';
  readonly status: number;
  /**
   * An error of the service. Later versions add codes; `UNKNOWN` where the response came from elsewhere, such as a
   * proxy.
   */
  readonly code: ErrorCode | 'UNKNOWN' | (string & {});
  /** What happened, for people. Part of the message. */
  declare readonly detail: string;
  /** With VALIDATION_ERROR: what each field must be. Part of the message. */
  declare readonly errors: readonly { path: string; message: string }[];
  /** For the operator, who finds it in the log. */
  readonly requestId: string | undefined;
  /** After how many seconds the request may be repeated. */
  readonly retryAfter: number | undefined;
  /** Whether the caller holds the task, with the 409s about who does. */
  readonly heldByCaller: boolean | undefined;
  /** The agent that holds the task, or that it is assigned to. */
  readonly assignedAgentId: string | null | undefined;
  /** Since when the task is held, with the same errors; null while nobody holds it. */
  declare readonly heldSince: string | null | undefined;
  /** With EXTERNAL_ID_TAKEN: the task that has it. */
  declare readonly taskId: string | undefined;
  /** With TASK_BLOCKED: the tasks that are not done. */
  declare readonly openBlockerIds: readonly string[] | undefined;
  /** With DEPENDENCY_CYCLE: each task waits for the next, or is its sub-task, and the last that of the first. */
  declare readonly cycle: readonly string[] | undefined;
  /** With TASK_NOT_CLAIMABLE, if that is the reason: no attempt of the task starts before. */
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
    // Logs print the enumerable properties beside the message, and Node each array with the name `errors`.
    Object.defineProperties(this, { detail: { value: detail }, errors: { get: () => errors } });
    this.requestId = problem.requestId;
    this.retryAfter = retryAfter;
    this.heldByCaller = problem.heldByCaller;
    this.assignedAgentId = problem.assignedAgentId;
    for (const name of ofSomeCodes)
      if (problem[name] !== undefined) Object.assign(this, { [name]: problem[name] });
  }
}

/** No response arrived, or one that is not of the service: nobody knows whether the request had an effect. */
export class ConnectionError extends Error {
  override readonly name = 'ConnectionError';
  /** Whether a response arrived, which is not of the service: the URL may be wrong. */
  readonly hasResponse: boolean;

  constructor(message: string, { hasResponse = false } = {}) {
    super(message);
    this.hasResponse = hasResponse;
  }
}

/** A message about a response that shows that the URL is not that of the API. */
export const describeWrongUrl = (url: string, found: string): string =>
  `${url} is not the API of Crewboard: ${found}. Use the address that \`npm start\` prints as API, such as ${exampleUrl}.`;

/** Whether it is an error response of the service with one of these codes. */
export function isCode(error: unknown, ...codes: ErrorCode[]): error is CrewboardError {
  return error instanceof CrewboardError && (codes as string[]).includes(error.code);
}

/** Whether the same request may succeed later: no response, too many requests, a service that restarts. */
export function isTransient(error: unknown): error is CrewboardError | ConnectionError {
  if (error instanceof ConnectionError) return true;
  if (!(error instanceof CrewboardError)) return false;
  return isTransientStatus(error.status) || error.code === 'IDEMPOTENCY_IN_PROGRESS';
}

export const isTransientStatus = (status: number): boolean =>
  status === 408 || status === 429 || status >= 500;
