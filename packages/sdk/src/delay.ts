const minDelayMs = 250;
const maxDelayMs = 15_000;
/** Longer ones are a mistake, and timers end at 24 days. */
const maxRetryAfterS = 3_600;

/**
 * How long to pause before a repetition: the `Retry-After` of the error and up to a fifth more, else 250 ms, doubled
 * with each attempt up to 15 s, of which a random half is left out. So clients that failed together come back apart.
 */
export function retryDelayMs(attempt: number, retryAfter?: number): number {
  if (retryAfter !== undefined) return Math.min(retryAfter, maxRetryAfterS) * 1_000 * (1 + Math.random() / 5);
  return Math.min(minDelayMs * 2 ** (attempt - 1), maxDelayMs) * (1 - Math.random() / 2);
}

/** Resolves after a time, or at once when the signal is aborted: to whether the time has passed. */
export function pause(ms: number, signal?: AbortSignal): Promise<boolean> {
  return new Promise((resolve) => {
    if (signal?.aborted) return resolve(false);
    const end = (hasPassed: boolean) => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', onAbort);
      resolve(hasPassed);
    };
    const onAbort = () => end(false);
    const timer = setTimeout(end, ms, true);
    signal?.addEventListener('abort', onAbort);
  });
}
