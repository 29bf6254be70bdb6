import type { DeliveryTiming } from './timing.ts';

/** How long to wait after each failed attempt (ms), the jitter included. `random` is from 0 to 1. */
export function retryDelays({ retryAfter, jitter }: DeliveryTiming, random = Math.random): number[] {
  return retryAfter.map((ms) => Math.round(ms * (1 + jitter * random())));
}

/** How long the receiver asks to be left alone (ms), as far as that is honoured. */
export function restAskedFor({ longestRetryAfter }: DeliveryTiming, retryAfterSeconds = 0): number {
  return Math.min(retryAfterSeconds * 1_000, longestRetryAfter);
}
