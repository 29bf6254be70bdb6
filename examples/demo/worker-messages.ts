/** The messages between the demo and its workers. */
export type FromWorker = { kind: 'ready' } | { kind: 'completed' } | { kind: 'ended'; report: WorkerReport };

export type ToWorker = 'go';

export interface WorkerReport {
  /** Ids of the tasks, in the order of the successful claims and completions. */
  claimed: string[];
  completed: string[];
  /** Claims with a 409: another agent was faster. */
  lostRaces: number;
  /** The error that ended the worker; null when no task was left to claim. */
  failure: string | null;
}
