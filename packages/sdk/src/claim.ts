import type { Crewboard } from './client.ts';
import { pause } from './delay.ts';
import { ConnectionError, CrewboardError, isCode } from './errors.ts';
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

/** Times of a claim, in milliseconds. */
export type Lease = { leaseMs: number; heartbeatMs: number };

/**
 * Sends heartbeats until the signal is aborted. Throws the error by which the claim or the token has ended, and a
 * ConnectionError once a whole lease has passed since the last response: by then it has ended for every clock.
 */
export async function keepLease(
  client: Crewboard,
  { id: taskId, attempt }: Task,
  { leaseMs, heartbeatMs }: Lease,
  signal: AbortSignal,
): Promise<void> {
  for (let renewedAt = performance.now(); await pause(heartbeatMs, signal); renewedAt = performance.now()) {
    const expired = new AbortController();
    const expire = () =>
      expired.abort(
        new ConnectionError(`The claim is lost: no heartbeat had a response for ${leaseMs / 1_000} s.`),
      );
    const timer = setTimeout(expire, renewedAt + leaseMs - performance.now());
    try {
      await client.tasks.heartbeat(
        { taskId, attempt },
        {
          signal: AbortSignal.any([signal, expired.signal]),
          // Not the time between heartbeats, in which a slow connection may get no response.
          timeoutMs: leaseMs / 3,
          maxRetries: Number.POSITIVE_INFINITY,
          prefer: 'minimal',
        },
      );
    } catch (error) {
      if (signal.aborted) return;
      throw error;
    } finally {
      clearTimeout(timer);
    }
  }
}

const maxReasonLength = 2_000;

/** The text of an error as the reason of a release, which people read. */
export function toReason(error: unknown): string {
  const text = error instanceof Error ? error.message || error.name : String(error);
  return [...text.toWellFormed().replaceAll('\0', '')].slice(0, maxReasonLength).join('');
}
