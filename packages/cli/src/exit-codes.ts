import { ConnectionError, CrewboardError, isTransient } from '@crewboard/sdk';

/** What the exit code of a command says (docs/cli.md). */
export const exitCodes = {
  ok: 0,
  failed: 1,
  usage: 2,
  denied: 3,
  conflict: 4,
  notFound: 5,
  unavailable: 6,
  nothingToClaim: 7,
  interrupted: 130,
} as const;

/** A message for the terminal and an exit code, without a stack. */
export class CliError extends Error {
  readonly exitCode: number;

  constructor(message: string, exitCode: number = exitCodes.failed) {
    super(message);
    this.exitCode = exitCode;
  }
}

export function exitCodeOf(error: unknown): number {
  if (error instanceof CliError) return error.exitCode;
  if (error instanceof ConnectionError) return exitCodes.unavailable;
  if (!(error instanceof CrewboardError)) return exitCodes.failed;
  if (error.status === 401 || error.status === 403) return exitCodes.denied;
  if (error.status === 404) return exitCodes.notFound;
  if (error.status === 400 || error.status === 413) return exitCodes.usage;
  const { status } = error;
  if (isTransient(error)) return exitCodes.unavailable;
  return status === 409 || status === 412 || status === 422 ? exitCodes.conflict : exitCodes.failed;
}
