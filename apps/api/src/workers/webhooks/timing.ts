/** All times in milliseconds. */
export type DeliveryTiming = {
  /** How long after each failed attempt the next one comes. After the last of them a delivery has failed. */
  retryAfter: readonly number[];
  /** At most this part of the time is added, by chance, so that not everything comes back at once. */
  jitter: number;
  /** A receiver may ask to be left alone for at most this long. */
  longestRetryAfter: number;
  /** An endpoint of which every attempt failed for this long is disabled. */
  giveUpAfter: number;
  /** DNS, TCP and TLS; and until the status line of the answer is there. */
  connectTimeout: number;
  answerTimeout: number;
  /** For how long a process has an endpoint to itself, unless it says so again: so long its work waits after a crash. */
  lease: number;
  /** How often to look without a hint. */
  lookEvery: number;
  /** How often to look for endpoints to give up. */
  sweepEvery: number;
};

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;

/** As docs/webhooks.md promises it. */
export const deliveryTiming: DeliveryTiming = {
  retryAfter: [
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
  longestRetryAfter: 10 * hour,
  giveUpAfter: 5 * 24 * hour,
  connectTimeout: 5 * second,
  answerTimeout: 15 * second,
  lease: 10 * second,
  lookEvery: 500,
  sweepEvery: minute,
};
