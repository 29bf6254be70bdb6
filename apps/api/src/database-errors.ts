// Tells from the error of a statement or connection whether a request may be retried.

const transientSqlStates = new Set([
  '40001', // serialization_failure
  '40P01', // deadlock_detected
  '55P03', // lock_not_available
  '57014', // query_canceled: the time limit of a statement
  '25P03', // idle_in_transaction_session_timeout
]);
/** Connection exceptions, insufficient resources, and the server starts or stops. */
const transientClasses = /^(08\w{3}|53\w{3}|57P\w{2})$/;
const storageSqlStates = new Set([
  '53100', // disk_full
  '58030', // io_error
  '25006', // read_only_sql_transaction: also of a standby
]);
/** Storage errors of the operating system for which PostgreSQL has no state of its own. */
const storageMessages =
  /No space left|quota exceeded|File too large|Read-only file system|Input\/output error/;
const transientNetworkCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
]);
const transientMessages =
  /timeout|terminated|connection (closed|error|ended)|not queryable|too many clients/i;

/**
 * Whether the same request can succeed a moment later. Ask `isStorageFailure` first: a full disk (53100) is also in a
 * transient class.
 */
export function isTransient(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error ? String(error.code) : '';
  if (transientSqlStates.has(code) || transientNetworkCodes.has(code) || transientClasses.test(code))
    return true;
  if (error instanceof AggregateError) return error.errors.some(isTransient);
  return (code === '' && transientMessages.test(error.message)) || isTransient(error.cause);
}

/** Whether the database responds but cannot store anything, until an operator fixes it. */
export function isStorageFailure(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error ? String(error.code) : '';
  return storageSqlStates.has(code) || storageMessages.test(error.message) || isStorageFailure(error.cause);
}
