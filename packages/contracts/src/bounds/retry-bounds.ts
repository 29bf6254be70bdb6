/** When a task is offered again after a failed attempt, and when to an agent that released it. */
export const retryBounds = {
  /** The delay after the first failure, doubled with each further failure in a row up to `maxSeconds`. */
  firstSeconds: 30,
  maxSeconds: 3_600,
  /** The longest delay that an agent may request instead. */
  maxRequestedSeconds: 86_400,
  /** How long claim-next withholds a task from an agent that released it. */
  releaseSeconds: 600,
  /**
   * How many agents that released a task are stored. Beyond them, claim-next offers it again to those with the last ids,
   * not to the first that released it: the order of the releases is not stored, so that all tasks which the same agents
   * have released are one group of the queue.
   */
  maxReleasers: 20,
};
