/** The messages between the demo and its workers. */
export type FromWorker =
  | { kind: 'ready' }
  | { kind: 'claimed'; taskId: string }
  | { kind: 'completed'; taskId: string }
  /** It holds a task and does nothing any more. */
  | { kind: 'stalled' }
  | { kind: 'ended'; requests: number; failure: string | null };

export type ToWorker = 'go' | 'stop';

/** Of each claim: the shortest there is, so that the demo soon shows the end of one. */
export const leaseSeconds = 30;
