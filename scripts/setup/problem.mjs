/** An error that the user can fix: shown as its message, without a stack. */
export class Problem extends Error {}

/** @param {unknown} error */
export function describe(error) {
  if (!(error instanceof Error)) return String(error);
  // System errors, such as "EACCES: permission denied, mkdir '/srv/crewboard'".
  const isSystemError = 'syscall' in error;
  return error instanceof Problem || isSystemError ? error.message : (error.stack ?? error.message);
}
