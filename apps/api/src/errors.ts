import {
  type DependencyFacts,
  type ErrorCode,
  type ExternalIdFacts,
  errorCatalog,
  inWords,
  restWording,
  type StartFacts,
  type TaskHolder,
  type Worded,
  type Wording,
} from '@crewboard/contracts';
import { isStorageFailure, isTransient } from './database-errors.ts';

export type FieldError = { path: string; message: string };
/** A field error whose message depends on the transport. */
export type WordedFieldError = { path: string; message: Worded };

/** Facts in an error that clients may act on, besides the code. */
export type ErrorFacts = Partial<TaskHolder & DependencyFacts & StartFacts & ExternalIdFacts>;

type AppErrorOptions = {
  errors?: WordedFieldError[];
  facts?: ErrorFacts;
  cause?: unknown;
  retryAfterS?: number;
};

/** The Retry-After of a 503, in seconds. */
const defaultRetryAfterS = 2;

/**
 * An error of the catalog, to which every error of a request is converted. `detail` reaches the client and must not
 * contain a secret. `message` and `errors` have the wording of REST.
 */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly errors: FieldError[] | undefined;
  readonly facts: ErrorFacts | undefined;
  /** Seconds, for the header Retry-After; undefined if a retry does not help. */
  readonly retryAfterS: number | undefined;
  readonly #detail: Worded;

  constructor(code: ErrorCode, detail: Worded, options: AppErrorOptions = {}) {
    super(inWords(detail, restWording), { cause: options.cause });
    this.code = code;
    this.#detail = detail;
    this.errors = options.errors?.map(({ path, message }) => ({
      path,
      message: inWords(message, restWording),
    }));
    this.facts = options.facts;
    this.retryAfterS = options.retryAfterS ?? (this.status === 503 ? defaultRetryAfterS : undefined);
  }

  get status(): number {
    return errorCatalog[this.code].status;
  }

  /** The detail and the remedy in the wording of another transport. */
  inWords(wording: Wording): { detail: string; remedy: string } {
    return {
      detail: inWords(this.#detail, wording),
      remedy: inWords(errorCatalog[this.code].remedy, wording),
    };
  }
}

/** An error for a caller with too many requests, who may retry after this many seconds. */
export const rateLimited = (detail: string, retryAfterS: number) =>
  new AppError('RATE_LIMITED', detail, { retryAfterS });

/** An error for a creation that would exceed a limit. `detail` names the limit. */
export const limitReached = (detail: string) => new AppError('LIMIT_REACHED', detail);

/** An error for a session that was revoked or has expired, or whose account was erased. */
export const sessionHasEnded = () => new AppError('UNAUTHENTICATED', 'The session has ended: sign in again.');

/** The same response for an unknown id and for resources of another team. */
export const notFound = () => new AppError('NOT_FOUND', 'There is nothing with this id in your team.');

/** Bounds the name of a field in an error, because the caller may send any name. */
const maxPathLength = 200;
const cutPath = (path: string) =>
  path.length > maxPathLength ? `${path.slice(0, maxPathLength)}…`.toWellFormed() : path;

export function invalid(given: WordedFieldError[], cause?: unknown): AppError {
  const errors = given.map(({ path, message }) => ({ path: cutPath(path), message }));
  const detail = (wording: Wording) =>
    `${errors.map(({ path, message }) => `${path && `${path} `}${inWords(message, wording)}`).join('; ')}.`;
  return new AppError('VALIDATION_ERROR', detail, { errors, cause });
}

/** Converts any thrown value to an error of the catalog. Masks unexpected errors: their cause is only for the log. */
export function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  // Check this first: the SQLSTATE of a full disk (53100) is also in a transient class.
  if (isStorageFailure(error)) {
    const detail = 'The database accepts no changes right now. Try again later; reads may still work.';
    return new AppError('UNAVAILABLE', detail, { cause: error });
  }
  if (isTransient(error)) {
    return new AppError('UNAVAILABLE', 'The database is not available right now.', { cause: error });
  }
  return new AppError('INTERNAL_ERROR', 'Something unexpected happened. It was logged.', { cause: error });
}
