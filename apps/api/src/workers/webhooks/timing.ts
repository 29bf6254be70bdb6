import type { ExchangeTiming } from '../../outbound/exchange.ts';

/** The times of deliveries in milliseconds. */
export type DeliveryTiming = ExchangeTiming & {
  /** The delays after each failed attempt. A delivery that fails again after the last delay is not retried. */
  retryDelaysMs: readonly number[];
  /** At most this part of a delay is added at random, so that retries do not come all at once. */
  jitter: number;
  /** The longest Retry-After of a receiver that is honoured. */
  maxRetryAfterMs: number;
  /** An endpoint whose attempts all failed for this long is disabled. */
  giveUpAfterMs: number;
  /** The endpoint lease: how long a process reserves an endpoint without renewal, the maximum delay after a crash. */
  leaseMs: number;
  /** How often the log is polled without a notification. */
  readIntervalMs: number;
  /**
   * How often due deliveries are polled while deliveries are pending or this process has an endpoint lease: no
   * notification announces that a retry becomes due, or that another process has written a delivery.
   */
  sendIntervalMs: number;
  /** How often due deliveries are polled otherwise, to find those of a process that died before it could send them. */
  idleIntervalMs: number;
  /** How often requested recoveries are polled. */
  recoveryIntervalMs: number;
  /** How often failing endpoints are polled. */
  sweepIntervalMs: number;
};

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;

/** As docs/webhooks.md states them. */
export const deliveryTiming: DeliveryTiming = {
  retryDelaysMs: [
    5 * second,
    5 * minute,
    30 * minute,
    2 * hour,
    5 * hour,
    10 * hour,
    14 * hour,
    20 * hour,
    24 * hour,
  ],
  jitter: 0.2,
  maxRetryAfterMs: 10 * hour,
  giveUpAfterMs: 5 * 24 * hour,
  connectTimeoutMs: 5 * second,
  responseTimeoutMs: 15 * second,
  leaseMs: 10 * second,
  readIntervalMs: 2 * second,
  sendIntervalMs: second,
  idleIntervalMs: 5 * second,
  recoveryIntervalMs: 10 * second,
  sweepIntervalMs: minute,
};

/** The delay after each failed attempt in milliseconds, with random jitter. `random` returns 0 to 1. */
export function drawRetryDelays({ retryDelaysMs, jitter }: DeliveryTiming, random = Math.random): number[] {
  return retryDelaysMs.map((ms) => Math.round(ms * (1 + jitter * random())));
}

/** The delay that the receiver requested, in milliseconds, up to the maximum that is honoured. */
export function retryAfterDelay({ maxRetryAfterMs }: DeliveryTiming, retryAfterSeconds = 0): number {
  return Math.min(retryAfterSeconds * 1_000, maxRetryAfterMs);
}
