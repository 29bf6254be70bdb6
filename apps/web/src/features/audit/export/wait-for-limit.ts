import { retryAfterSeconds } from '#lib/failures/problem-of.ts';

/** Longer than until the next request is allowed: the pages of the person have the same limit. */
const MIN_WAIT_SECONDS = 10;

/**
 * Calls again for as long as the person has sent too many requests. Rejects with every other error, and after a wait in which
 * the signal was aborted.
 */
export async function waitForLimit<Result>(
  call: () => Promise<Result>,
  signal: AbortSignal,
): Promise<Result> {
  for (;;) {
    try {
      return await call();
    } catch (error) {
      const seconds = retryAfterSeconds(error);
      if (seconds === undefined) throw error;
      const waitMs = Math.max(seconds, MIN_WAIT_SECONDS) * 1_000;
      await new Promise((resolve) => setTimeout(resolve, waitMs));
      signal.throwIfAborted();
    }
  }
}
