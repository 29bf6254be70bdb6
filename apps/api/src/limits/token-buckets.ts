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
/** The maximum of keys in one exchange with the other processes; further ones are not sent. */
const maxUncounted = 10_000;
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
  /** The tokens taken here since the last exchange with the other processes. */
  #uncounted = new Map<string, number>();

  constructor({ perMinute, maxKeys, now = () => performance.now() }: Options) {
    this.perMinute = perMinute;
    this.#msPerToken = 60_000 / perMinute;
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
    const quota = this.#quotaOf(key, count);
    if (quota.isAllowed) this.spend(key, Math.min(count, this.perMinute));
    return quota.isAllowed ? { ...this.#quotaOf(key, 0), isAllowed: true } : quota;
  }

  /** Returns the result that `take` would have, without taking tokens. */
  peek(key: string, count = 1): Quota {
    return this.#quotaOf(key, count);
  }

  /** Takes `count` tokens in any case, into debt if necessary. */
  spend(key: string, count: number): void {
    this.#push(key, count);
    const before = this.#uncounted.get(key);
    if (before !== undefined || this.#uncounted.size < maxUncounted) {
      this.#uncounted.set(key, (before ?? 0) + count);
    }
  }

  /** Refunds a token that was taken here. Other processes to which it was already sent keep counting it. */
  refund(key: string): void {
    this.#push(key, -1);
    const before = this.#uncounted.get(key) ?? 0;
    if (before > 1) this.#uncounted.set(key, before - 1);
    else this.#uncounted.delete(key);
  }

  /** Takes tokens that were spent at another process. */
  charge(key: string, count: number): void {
    this.#push(key, count);
  }

  /** The tokens taken at this process since the last call. */
  drainCounts(): Map<string, number> {
    const counts = this.#uncounted;
    this.#uncounted = new Map();
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

  #quotaOf(key: string, count: number): Quota {
    const now = this.#now();
    const missingMs = Math.max(0, (this.#fullAtByKey.peek(key) ?? 0) - now);
    const requestedMs = Math.min(count, this.perMinute) * this.#msPerToken;
    // Ignore a millionth of a token: sums of fractions are not exact.
    const shortMs = missingMs + requestedMs - 60_000 - this.#msPerToken / 1e6;
    return {
      isAllowed: shortMs <= 0,
      remaining: Math.max(0, Math.floor((60_000 - missingMs) / this.#msPerToken + 1e-6)),
      resetAfterS: Math.ceil(missingMs / 1_000),
      retryAfterS: Math.max(1, Math.ceil(shortMs / 1_000)),
    };
  }

  #push(key: string, count: number): void {
    const now = this.#now();
    const fullAt = Math.max(now, this.#fullAtByKey.get(key) ?? 0) + count * this.#msPerToken;
    this.#fullAtByKey.set(key, Math.min(fullAt, now + (1 + maxDebtInBuckets) * 60_000));
  }
}
