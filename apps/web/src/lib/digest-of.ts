/** Errors of the server arrive without their message, but with a mark that the log shows as well. */
export function digestOf(error: unknown): string | null {
  return error instanceof Error && 'digest' in error && typeof error.digest === 'string'
    ? error.digest
    : null;
}
