import { CrewboardError, isTransient } from '@crewboard/sdk';

/** The exit codes of commands (docs/cli.md). */
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

/** An error that is printed as its message, without a stack, and ends the command with an exit code. */
export class CliError extends Error {
  readonly exitCode: number;

  constructor(message: string, exitCode: number = exitCodes.failed) {
    super(message);
    this.exitCode = exitCode;
  }
}

const exitCodeByStatus: Readonly<Record<number, number>> = {
  400: exitCodes.usage,
  401: exitCodes.denied,
  403: exitCodes.denied,
  404: exitCodes.notFound,
  409: exitCodes.conflict,
  412: exitCodes.conflict,
  413: exitCodes.usage,
  // A reused idempotency key. Invalid input is a 400.
  422: exitCodes.conflict,
};

export function exitCodeOf(error: unknown): number {
  if (error instanceof CliError) return error.exitCode;
  if (isTransient(error)) return exitCodes.unavailable;
  const exitCode = error instanceof CrewboardError ? exitCodeByStatus[error.status] : undefined;
  return exitCode ?? exitCodes.failed;
}
