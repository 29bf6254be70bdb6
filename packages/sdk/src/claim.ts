import type { Crewboard } from './client.ts';
import { pause } from './delay.ts';
import { CrewboardError, isCode } from './errors.ts';
import type { Task } from './generated/types.ts';

/** Whether a claim is over: the service stored nothing, and the worker goes on with other tasks. */
export const isClaimLost = (error: unknown): error is CrewboardError =>
  isCode(
    error,
    'STALE_CLAIM',
    'NOT_CLAIM_HOLDER',
    'TASK_ALREADY_COMPLETED',
    'TASK_CANCELLED',
    'TASK_ASSIGNED_TO_OTHER',
    'TASK_NOT_CLAIMABLE',
    'NOT_FOUND',
  );

/** Whether the token or its rights have ended, so that no request can succeed. */
export const isDenied = (error: unknown): error is CrewboardError =>
  error instanceof CrewboardError && (error.status === 401 || error.status === 403);

/** Sends heartbeats until the signal is aborted. Throws the error by which the claim or the token has ended. */
export async function keepLease(
  client: Crewboard,
  task: Task,
  intervalMs: number,
  signal: AbortSignal,
): Promise<void> {
  while (await pause(intervalMs, signal)) {
    try {
      await client.tasks.heartbeat(
        { taskId: task.id, attempt: task.attempt },
        { signal, timeoutMs: intervalMs, maxRetries: Number.POSITIVE_INFINITY, prefer: 'minimal' },
      );
    } catch (error) {
      if (signal.aborted) return;
      throw error;
    }
  }
}

const maxReasonLength = 2_000;

/** The text of an error as the reason of a release, which people read. */
export function toReason(error: unknown): string {
  const text = error instanceof Error ? error.message || error.name : String(error);
  return [...text.toWellFormed().replaceAll('\0', '')].slice(0, maxReasonLength).join('');
}
