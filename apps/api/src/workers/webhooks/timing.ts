/** The times of deliveries, in milliseconds. */
export type DeliveryTiming = {
  /** How long after each failed attempt the next one is due. After the last of them a delivery has failed. */
  retryDelaysMs: readonly number[];
  /** At most this part of a delay is added at random, so that retries do not come all at once. */
  jitter: number;
  /** The longest Retry-After of a receiver that is honoured. */
  maxRetryAfterMs: number;
  /** An endpoint whose attempts all failed for this long is disabled. */
  giveUpAfterMs: number;
  /** For DNS, TCP and TLS. */
  connectTimeoutMs: number;
  /** Until the status line of the response. */
  responseTimeoutMs: number;
  /** How long a process has an endpoint to itself without renewal: the longest delay after a crash. */
  leaseMs: number;
  /** How often the log is read without a notification. */
  readIntervalMs: number;
  /** How often due deliveries are looked for: nothing notifies of a retry that becomes due. */
  sendIntervalMs: number;
  /** How often requested recoveries are looked for without a notification. */
  recoveryIntervalMs: number;
  /** How often endpoints to disable are looked for. */
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
  recoveryIntervalMs: 10 * second,
  sweepIntervalMs: minute,
};
