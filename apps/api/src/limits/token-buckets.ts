import { LRUCache } from 'lru-cache';

type Options = {
  /** The size of a bucket in tokens, and the tokens that flow back into it per minute. */
  perMinute: number;
  /** The maximum of buckets in memory. Beyond it the least recently used are dropped, as if they were full again. */
  maxKeys: number;
  /** A monotonic clock in milliseconds. */
  now?: () => number;
};

/** The remaining quota of a key. */
export type Quota = {
  isAllowed: boolean;
  /** Whole requests that are left. */
  remaining: number;
  /** Seconds until the bucket is full again. */
  resetAfterS: number;
  /** Seconds until the request would be allowed, at least 1. */
  retryAfterS: number;
};

/**
 * The maximum debt of a key, in buckets. Requests that several processes allow at the same time, and charges after a
 * request, can put a key in debt.
 */
const maxDebtInBuckets = 2;
/** The maximum of keys in one exchange with the other processes; the tokens of further keys are not sent. */
const maxUnsentKeys = 10_000;
/** The time in which an empty bucket fills: it holds the tokens of a minute. */
const bucketMs = 60_000;
const maxVisitedPerSweep = 1_000;

/**
 * Token buckets in memory, one per key (GCRA). A bucket is one number: the time at which it is full again. O(1) per
 * request. Full buckets are removed.
 */
export class TokenBuckets {
  readonly perMinute: number;
  readonly #msPerToken: number;
  readonly #now: () => number;
  readonly #fullAtByKey: LRUCache<string, number>;
  /** The tokens that were taken here and not yet sent to the other processes. */
  #unsentByKey = new Map<string, number>();

  constructor({ perMinute, maxKeys, now = () => performance.now() }: Options) {
    this.perMinute = perMinute;
    this.#msPerToken = bucketMs / perMinute;
    this.#now = now;
    // Not `max`, which allocates memory for that number of keys at once.
    this.#fullAtByKey = new LRUCache({ maxSize: maxKeys, sizeCalculation: () => 1 });
  }

  /** The number of buckets in memory. */
  get size(): number {
    return this.#fullAtByKey.size;
  }

  /** Takes `count` tokens, at most a whole bucket at once, or none if there are too few. */
  take(key: string, count = 1): Quota {
    const quota = this.peek(key, count);
    if (quota.isAllowed) this.spend(key, Math.min(count, this.perMinute));
    return quota.isAllowed ? { ...this.peek(key, 0), isAllowed: true } : quota;
  }

  /** Returns the result that `take` would have, without taking tokens. */
  peek(key: string, count = 1): Quota {
    const now = this.#now();
    // Tokens as the time in which they flow back: those that are missing, and those that are requested.
    const missingMs = Math.max(0, (this.#fullAtByKey.peek(key) ?? 0) - now);
    const requestedMs = Math.min(count, this.perMinute) * this.#msPerToken;
    // Ignore a millionth of a token: sums of fractions are not exact.
    const shortMs = missingMs + requestedMs - bucketMs - this.#msPerToken / 1e6;
    return {
      isAllowed: shortMs <= 0,
      remaining: Math.max(0, Math.floor((bucketMs - missingMs) / this.#msPerToken + 1e-6)),
      resetAfterS: Math.ceil(missingMs / 1_000),
      retryAfterS: Math.max(1, Math.ceil(shortMs / 1_000)),
    };
  }

  /** Takes `count` tokens in any case, into debt if necessary. */
  spend(key: string, count: number): void {
    this.#moveFullAt(key, count);
    const before = this.#unsentByKey.get(key);
    if (before !== undefined || this.#unsentByKey.size < maxUnsentKeys) {
      this.#unsentByKey.set(key, (before ?? 0) + count);
    }
  }

  /** Refunds a token that was taken here. Other processes to which it was already sent keep counting it. */
  refund(key: string): void {
    this.#moveFullAt(key, -1);
    const before = this.#unsentByKey.get(key) ?? 0;
    if (before > 1) this.#unsentByKey.set(key, before - 1);
    else this.#unsentByKey.delete(key);
  }

  /** Takes tokens that were spent at another process. */
  charge(key: string, count: number): void {
    this.#moveFullAt(key, count);
  }

  /** The tokens taken at this process since the last call, by key. */
  drainCounts(): Map<string, number> {
    const counts = this.#unsentByKey;
    this.#unsentByKey = new Map();
    return counts;
  }

  /** Removes buckets that are full again: looks at a bounded number per call, the longest unused first. */
  sweep(): void {
    const now = this.#now();
    let visited = 0;
    for (const key of this.#fullAtByKey.rkeys()) {
      if ((this.#fullAtByKey.peek(key) ?? 0) <= now) this.#fullAtByKey.delete(key);
      visited += 1;
      if (visited === maxVisitedPerSweep) return;
    }
  }

  /**
   * Moves the time at which the bucket is full by `count` tokens: later for taken tokens, earlier for refunded tokens.
   */
  #moveFullAt(key: string, count: number): void {
    const now = this.#now();
    const fullAt = Math.max(now, this.#fullAtByKey.get(key) ?? 0) + count * this.#msPerToken;
    this.#fullAtByKey.set(key, Math.min(fullAt, now + (1 + maxDebtInBuckets) * bucketMs));
  }
}
