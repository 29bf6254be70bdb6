/** An error that the user can fix: shown as its message, without a stack. */
export class Problem extends Error {}

/**
 * The text of an error for the terminal.
 * @param {unknown} error
 */
export function describeError(error) {
  if (!(error instanceof Error)) return String(error);
  if ('code' in error && error.code === 'ENOSPC') {
    return `${error.message}.\nThe disk is full. Free space on the disk of DATA_DIR, then start again.`;
  }
  // System errors, such as "EACCES: permission denied, mkdir '/srv/crewboard'".
  const isSystemError = 'syscall' in error;
  return error instanceof Problem || isSystemError ? error.message : (error.stack ?? error.message);
}
