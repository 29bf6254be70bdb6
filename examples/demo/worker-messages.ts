/** What a worker tells the demo that started it, and the one thing it is told. */
export type FromWorker = { kind: 'ready' } | { kind: 'completed' } | { kind: 'ended'; report: WorkerReport };

export type ToWorker = 'go';

export interface WorkerReport {
  /** Ids of the tasks, in the order of the successful claims and completions. */
  claimed: string[];
  completed: string[];
  /** Claims that were answered with 409: another agent was faster. */
  lostRaces: number;
  /** Why it stopped early; null when there was nothing left to claim. */
  failure: string | null;
}
