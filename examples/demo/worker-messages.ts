/** A message of a worker process to the demo. */
export type FromWorker =
  | { kind: 'ready' }
  | { kind: 'claimed'; taskId: string }
  | { kind: 'completed'; taskId: string }
  /** The worker holds a task and stops working on it, so that the demo can kill it. */
  | { kind: 'stalled' }
  | { kind: 'ended'; requests: number; failure: string | null };

/** A message of the demo to a worker process. */
export type ToWorker = 'go' | 'stop';

/** The shortest lease that the service allows, so that the demo need not wait long for the end of a lease. */
export const leaseSeconds = 30;
