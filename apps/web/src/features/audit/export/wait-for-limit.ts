import { retryAfterSeconds } from '#lib/failures/problem-of.ts';

/**
 * Longer than the API asks for: an export that used every allowed request would leave none to the pages of the person.
 */
const MIN_WAIT_SECONDS = 10;

/**
 * Retries a call while the API responds with 429, too many requests of the person. Rejects with any other error, and
 * after a wait if the signal was aborted.
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
