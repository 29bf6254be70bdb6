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
/** A field error for any transport. */
export type WordedFieldError = { path: string; message: Worded };

/** What a client decides on besides the code. */
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
 * An error of the catalog. `detail` reaches the client: it never contains a secret. Message and errors are in the
 * wording of REST.
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

  /** What happened, and what to do, as another transport words it. */
  inWords(wording: Wording): { detail: string; remedy: string } {
    return {
      detail: inWords(this.#detail, wording),
      remedy: inWords(errorCatalog[this.code].remedy, wording),
    };
  }
}

/** Too many requests of one caller, which may retry after this many seconds. */
export const rateLimited = (detail: string, retryAfterS: number) =>
  new AppError('RATE_LIMITED', detail, { retryAfterS });

/** One more would be too many; says how many there may be. */
export const limitReached = (detail: string) => new AppError('LIMIT_REACHED', detail);

/** A session that was revoked, has expired, or whose account was erased. */
export const sessionHasEnded = () => new AppError('UNAUTHENTICATED', 'The session has ended: sign in again.');

/** The same response for an unknown id and for resources of another team. */
export const notFound = () => new AppError('NOT_FOUND', 'There is nothing with this id in your team.');

/** Of a name of a field, in an error: it may be any text of the caller, who knows it. */
const maxPathLength = 200;
const cutPath = (path: string) =>
  path.length > maxPathLength ? `${path.slice(0, maxPathLength)}…`.toWellFormed() : path;

export function invalid(given: WordedFieldError[], cause?: unknown): AppError {
  const errors = given.map(({ path, message }) => ({ path: cutPath(path), message }));
  const detail = (wording: Wording) =>
    `${errors.map(({ path, message }) => `${path && `${path} `}${inWords(message, wording)}`).join('; ')}.`;
  return new AppError('VALIDATION_ERROR', detail, { errors, cause });
}

/** Any thrown value as an error of the catalog. Unexpected ones are masked; the cause is for the log. */
export function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  // First, because a full disk (53100) also is of a transient class.
  if (isStorageFailure(error)) {
    const detail = 'The database accepts no changes right now. Try again later; reads may still work.';
    return new AppError('UNAVAILABLE', detail, { cause: error });
  }
  if (isTransient(error)) {
    return new AppError('UNAVAILABLE', 'The database is not available right now.', { cause: error });
  }
  return new AppError('INTERNAL_ERROR', 'Something unexpected happened. It was logged.', { cause: error });
}
