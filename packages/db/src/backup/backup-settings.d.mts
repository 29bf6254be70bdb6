export const defaultBackupInterval: string;
export function parseBackupInterval(text: string): number;
export function isBackupLate(state: {
  now: number;
  /** Undefined if there is none. */
  newestAt: number | undefined;
  /** When the process that asks has started. */
  startedAt: number;
  everyMs: number;
}): boolean;
