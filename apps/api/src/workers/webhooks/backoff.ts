import type { DeliveryTiming } from './timing.ts';

/** The delay after each failed attempt in milliseconds, with its jitter. `random` returns 0 to 1. */
export function retryDelays({ retryDelaysMs, jitter }: DeliveryTiming, random = Math.random): number[] {
  return retryDelaysMs.map((ms) => Math.round(ms * (1 + jitter * random())));
}

/** The delay that the receiver requested, in milliseconds, up to the maximum that is honoured. */
export function retryAfterDelay({ maxRetryAfterMs }: DeliveryTiming, retryAfterSeconds = 0): number {
  return Math.min(retryAfterSeconds * 1_000, maxRetryAfterMs);
}
