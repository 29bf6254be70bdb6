/**
 * When a task is offered again after an attempt that failed, in seconds: doubled with each failure in a row. Without zod, for
 * pages.
 */
export const retryBounds = {
  firstSeconds: 30,
  maxSeconds: 3_600,
  /** As an agent may ask instead. */
  maxAskedSeconds: 86_400,
};
