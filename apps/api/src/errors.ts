import { type ErrorCode, errorCatalog, type TaskHolder } from '@crewboard/contracts';

export type FieldError = { path: string; message: string };

type AppErrorOptions = { errors?: FieldError[]; holder?: TaskHolder; cause?: unknown; retryAfterS?: number };

/** How many seconds to wait before trying again, said with every 503. */
const defaultRetryAfterS = 2;

/** An error from the closed list. `detail` reaches the client: it never holds a secret. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly errors: FieldError[] | undefined;
  /** Who holds the task, or whom it is assigned to, where the error is about that. */
  readonly holder: TaskHolder | undefined;
  /** Seconds, for the header Retry-After; undefined where trying again does not help. */
  readonly retryAfterS: number | undefined;

  constructor(code: ErrorCode, detail: string, options: AppErrorOptions = {}) {
    super(detail, { cause: options.cause });
    this.code = code;
    this.errors = options.errors;
    this.holder = options.holder;
    this.retryAfterS = options.retryAfterS ?? (this.status === 503 ? defaultRetryAfterS : undefined);
  }

  get status(): number {
    return errorCatalog[this.code].status;
  }
}

/** Too much at once from one caller; worth trying again after so many seconds. */
export const rateLimited = (detail: string, retryAfterS: number) =>
  new AppError('RATE_LIMITED', detail, { retryAfterS });

/** One answer for a route, for an id that does not exist, and for what belongs to another team. */
export const notFound = () =>
  new AppError('NOT_FOUND', 'There is no such route, or nothing with this id in your team.');

export function invalid(errors: FieldError[], cause?: unknown): AppError {
  const detail = errors
    .map((error) => (error.path ? `${error.path} ${error.message}` : error.message))
    .join('; ');
  return new AppError('VALIDATION_ERROR', `${detail}.`, { errors, cause });
}

/** PostgreSQL's conditions in which the same request may well succeed a moment later. */
const passingSqlStates = new Set(['40001', '40P01', '55P03', '57014', '25P03']);
/** Connection exceptions, insufficient resources, and the server starts or stops. */
const passingClasses = /^(08\w{3}|53\w{3}|57P\w{2})$/;
/** The disk is full, a file cannot be read or written, the server or database is read-only. */
const storageSqlStates = new Set(['53100', '58030', '25006']);
/** What the operating system says of the storage and PostgreSQL has no state of its own for. */
const storageMessages =
  /No space left|quota exceeded|File too large|Read-only file system|Input\/output error/;
const passingNetworkCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
]);
const passingMessages = /timeout|terminated|connection (closed|error|ended)|not queryable|too many clients/i;

function isPassing(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error ? String(error.code) : '';
  if (passingSqlStates.has(code) || passingNetworkCodes.has(code) || passingClasses.test(code)) return true;
  if (error instanceof AggregateError) return error.errors.some(isPassing);
  return (code === '' && passingMessages.test(error.message)) || isPassing(error.cause);
}

/** Whether the database answers but cannot store anything, until an operator makes it. */
function isStorageFailure(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error ? String(error.code) : '';
  return storageSqlStates.has(code) || storageMessages.test(error.message) || isStorageFailure(error.cause);
}

/** Any thrown value as an error of the closed list. What is unexpected is masked; the cause is for the log. */
export function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  if (isStorageFailure(error)) {
    const detail = 'The database takes no changes right now. Try again later; reading may still work.';
    return new AppError('UNAVAILABLE', detail, { cause: error });
  }
  if (isPassing(error)) {
    return new AppError('UNAVAILABLE', 'The database is not available right now.', { cause: error });
  }
  return new AppError('INTERNAL_ERROR', 'Something unexpected happened. It was logged.', { cause: error });
}
