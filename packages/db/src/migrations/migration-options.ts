/** Writes one line of the log, like pino. */
export type MigrationLog = (fields: Record<string, unknown>, message: string) => void;

export type MigrationTiming = {
  /** How long a migration in a transaction waits for one lock. All writers of the table wait behind it meanwhile. */
  lockTimeoutMs: number;
  /** The delay before the first retry. It doubles with every retry up to `maxRetryDelayMs`. */
  firstRetryDelayMs: number;
  maxRetryDelayMs: number;
  /** After this time since its first attempt, a migration that gets no lock fails. */
  maxLockWaitMs: number;
  /** How often the progress of an index build, or a wait for another process, is logged. */
  progressIntervalMs: number;
  /** How long to wait for another process that migrates. */
  maxProcessWaitMs: number;
};

export const migrationTiming: MigrationTiming = {
  lockTimeoutMs: 3_000,
  firstRetryDelayMs: 1_000,
  maxRetryDelayMs: 15_000,
  maxLockWaitMs: 10 * 60_000,
  progressIntervalMs: 10_000,
  maxProcessWaitMs: 30 * 60_000,
};
