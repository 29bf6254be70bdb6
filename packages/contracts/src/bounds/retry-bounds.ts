/**
 * When a task is offered again after an attempt that failed, in seconds, doubled with each failure in a row; and to an agent that
 * released it.
 */
export const retryBounds = {
  firstSeconds: 30,
  maxSeconds: 3_600,
  /** As an agent may ask instead. */
  maxAskedSeconds: 86_400,
  /** For so long a task is not handed out again to an agent that released it. */
  releaseSeconds: 600,
  /** So many agents that released a task are known. */
  maxReleasers: 20,
};
