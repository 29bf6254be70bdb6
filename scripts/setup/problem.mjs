/** Something that the person at the terminal can put right: its message is shown without a stack. */
export class Problem extends Error {}

/** @param {unknown} error */
export function describe(error) {
  if (!(error instanceof Error)) return String(error);
  // Such as "EACCES: permission denied, mkdir '/srv/crewboard'".
  const isSystemError = 'syscall' in error;
  return error instanceof Problem || isSystemError ? error.message : (error.stack ?? error.message);
}
