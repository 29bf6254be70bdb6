const minDelayMs = 250;
const maxDelayMs = 15_000;
/** A longer `Retry-After` is a mistake, and timers cannot be longer than 24 days. */
const maxRetryAfterSeconds = 3_600;

/**
 * How long to wait before a repetition: `Retry-After` (in seconds) and up to a fifth more; without it 250 ms, doubled
 * with each attempt up to 15 s, minus up to a half. The random part spreads the clients that failed at the same time.
 */
export function retryDelayMs(attempt: number, retryAfter?: number): number {
  if (retryAfter !== undefined)
    return Math.min(retryAfter, maxRetryAfterSeconds) * 1_000 * (1 + Math.random() / 5);
  return Math.min(minDelayMs * 2 ** (attempt - 1), maxDelayMs) * (1 - Math.random() / 2);
}

/** Resolves to true after the time, and to false as soon as the signal is aborted. */
export function sleep(ms: number, signal?: AbortSignal): Promise<boolean> {
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
