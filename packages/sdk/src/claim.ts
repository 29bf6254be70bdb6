import type { Crewboard } from './client.ts';
import { defaultTimeoutMs } from './connection.ts';
import { sleep } from './delay.ts';
import { ConnectionError, CrewboardError, isCode } from './errors.ts';
import { maxLeaseSeconds, maxReasonLength } from './generated/bounds.ts';
import type { Task, TaskNotices } from './generated/types.ts';

/** Whether an error says that a claim is over: the service stored nothing, and the worker goes on with other tasks. */
export const isClaimLost = (error: unknown): error is CrewboardError =>
  isCode(
    error,
    'STALE_CLAIM',
    'NOT_CLAIM_HOLDER',
    'TASK_ALREADY_COMPLETED',
    'TASK_CANCELLED',
    'TASK_ARCHIVED',
    'TASK_ASSIGNED_TO_OTHER',
    'TASK_NOT_CLAIMABLE',
    'NOT_FOUND',
  );

/** Whether the service rejected the token or its access, so that no request can succeed. */
export const isDenied = (error: unknown): error is CrewboardError =>
  error instanceof CrewboardError && (error.status === 401 || error.status === 403);

const defaultLeaseSeconds = 15 * 60;
/** A worker learns from heartbeats that a person took its task back: within this time, even with a longer lease. */
const maxDefaultHeartbeatSeconds = 60;

/** The times of a claim. */
export type Lease = {
  /** Undefined for a claim without a lease. */
  leaseSeconds: number | undefined;
  heartbeatMs: number;
};

/**
 * The times in the options of a worker, or the defaults. Throws a TypeError if heartbeats would come too late for the
 * lease.
 */
export function toLease(options: { leaseSeconds?: number | null; heartbeatSeconds?: number }): Lease {
  const { leaseSeconds = defaultLeaseSeconds } = options;
  // Without a lease, the time between heartbeats is bounded by the longest lease.
  const maxSeconds = leaseSeconds ?? maxLeaseSeconds;
  const { heartbeatSeconds = Math.min(maxSeconds / 3, maxDefaultHeartbeatSeconds) } = options;
  if (!(heartbeatSeconds > 0 && heartbeatSeconds < maxSeconds))
    throw new TypeError(
      `\`heartbeatSeconds\` must be more than 0 and less than ${maxSeconds}: \`leaseSeconds\`, or a day without a lease.`,
    );
  return { leaseSeconds: leaseSeconds ?? undefined, heartbeatMs: heartbeatSeconds * 1_000 };
}

/**
 * Sends heartbeats until the signal is aborted, and passes on their notices. Throws the error response that says that
 * the claim or the token has ended, and a ConnectionError when no heartbeat had a response for a whole lease: then the
 * claim has ended, also if the clocks differ. A claim without a lease also has heartbeats, to find out whether people
 * took the task back.
 */
export async function keepLease(
  client: Crewboard,
  { id: taskId, attempt }: Task,
  { leaseSeconds, heartbeatMs }: Lease,
  { signal, onNotices }: { signal: AbortSignal; onNotices: (notices: TaskNotices) => void },
): Promise<void> {
  for (let renewedAt = performance.now(); await sleep(heartbeatMs, signal); renewedAt = performance.now()) {
    const expired = new AbortController();
    const expire = () =>
      expired.abort(
        new ConnectionError(`The claim is lost: no heartbeat had a response for ${leaseSeconds} s.`),
      );
    const leaseMs = (leaseSeconds ?? Number.POSITIVE_INFINITY) * 1_000;
    const timer = leaseSeconds && setTimeout(expire, renewedAt + leaseMs - performance.now());
    try {
      const { notices } = await client.tasks.heartbeat(
        { taskId, attempt },
        {
          signal: AbortSignal.any([signal, expired.signal]),
          // A third of the lease leaves time to retry. May be longer than the time between heartbeats, for slow
          // connections.
          timeoutMs: Math.min(leaseMs / 3, defaultTimeoutMs),
          maxRetries: Number.POSITIVE_INFINITY,
          prefer: 'minimal',
        },
      );
      onNotices(notices);
    } catch (error) {
      if (signal.aborted) return;
      throw error;
    } finally {
      clearTimeout(timer);
    }
  }
}

/** The text of an error as the reason of a failure or release, which people and agents read. */
export function toReason(error: unknown): string {
  const text = error instanceof Error ? error.message || error.name : String(error);
  return [...text.toWellFormed().replaceAll('\0', '')].slice(0, maxReasonLength).join('');
}
