import type { ErrorCode, Problem } from './generated/types.ts';

/** An error response of the service (RFC 9457). Decide on `code`. */
export class CrewboardError extends Error {
  override readonly name = 'CrewboardError';
  readonly status: number;
  /**
   * An error of the service. Later versions add codes; `UNKNOWN` where the response came from elsewhere, such as a
   * proxy.
   */
  readonly code: ErrorCode | 'UNKNOWN' | (string & {});
  /** What happened, for people. */
  readonly detail: string;
  /** With VALIDATION_ERROR: what each field must be. */
  readonly errors: readonly { path: string; message: string }[];
  /** For the operator, who finds it in the log. */
  readonly requestId: string | undefined;
  /** After how many seconds the request may be repeated. */
  readonly retryAfter: number | undefined;
  /** Whether the caller holds the task, with the 409s about who does. */
  readonly heldByCaller: boolean | undefined;
  /** The agent that holds the task, or that it is assigned to. */
  readonly assignedAgentId: string | null | undefined;

  constructor(status: number, problem: Partial<Problem>, retryAfter?: number) {
    const {
      code = 'UNKNOWN',
      detail = problem.title ?? `The response was ${status}.`,
      errors = [],
    } = problem;
    const fields = errors.map(({ path, message }) => `${path || 'input'} ${message}`).join('; ');
    super(`${status} ${code}: ${fields ? `${detail} (${fields})` : detail}`);
    this.status = status;
    this.code = code;
    this.detail = detail;
    this.errors = errors;
    this.requestId = problem.requestId;
    this.retryAfter = retryAfter;
    this.heldByCaller = problem.heldByCaller;
    this.assignedAgentId = problem.assignedAgentId;
  }
}

/** No response arrived, or one that is not of the service: nobody knows whether the request had an effect. */
export class ConnectionError extends Error {
  override readonly name = 'ConnectionError';
}

/** Whether it is an error response of the service with one of these codes. */
export function isCode(error: unknown, ...codes: ErrorCode[]): error is CrewboardError {
  return error instanceof CrewboardError && (codes as string[]).includes(error.code);
}

/** Whether the same request may succeed later: no response, too many requests, a service that restarts. */
export function isTransient(error: unknown): error is CrewboardError | ConnectionError {
  if (error instanceof ConnectionError) return true;
  if (!(error instanceof CrewboardError)) return false;
  const { status, code } = error;
  return status === 408 || status === 429 || status >= 500 || code === 'IDEMPOTENCY_IN_PROGRESS';
}
