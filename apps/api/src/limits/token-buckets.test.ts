import { describe, expect, it } from 'vitest';
import { TokenBuckets } from './token-buckets.ts';

/** Buckets of 60 a minute with a clock that the test sets. */
function setUp({ perMinute = 60, maxKeys = 100 } = {}) {
  const clock = { ms: 1_000 };
  const buckets = new TokenBuckets({ perMinute, maxKeys, now: () => clock.ms });
  const takeAll = (key: string, attempts: number) =>
    Array.from({ length: attempts }, () => buckets.take(key)).filter(({ isAllowed }) => isAllowed).length;
  return { clock, buckets, takeAll };
}

describe('TokenBuckets', () => {
  it('allows a burst of a minute, then one token a second, per key', () => {
    const { clock, takeAll } = setUp();
    expect(takeAll('a', 100)).toBe(60);
    expect(takeAll('b', 100)).toBe(60);
    clock.ms += 999;
    expect(takeAll('a', 100)).toBe(0);
    clock.ms += 1;
    expect(takeAll('a', 100)).toBe(1);
    clock.ms += 3_600_000;
    expect(takeAll('a', 100)).toBe(60);
  });

  it.each([1, 7, 60, 600, 999_983])('allows exactly its limit of tokens: %i', (perMinute) => {
    const { clock, buckets, takeAll } = setUp({ perMinute });
    expect(takeAll('a', Math.min(perMinute, 1_000) - 1)).toBe(Math.min(perMinute, 1_000) - 1);
    expect(buckets.peek('a').remaining).toBe(perMinute - Math.min(perMinute, 1_000) + 1);
    clock.ms += 60_000;
    expect(buckets.peek('a').remaining).toBe(perMinute);
  });

  it('refunds a token, to no more than a full bucket, and no longer counts it for the others', () => {
    const { buckets, takeAll } = setUp();
    takeAll('a', 2);
    buckets.refund('a');
    expect([buckets.peek('a').remaining, [...buckets.drainCounts()]]).toEqual([59, [['a', 1]]]);
    buckets.refund('a');
    buckets.refund('a');
    expect([buckets.peek('a').remaining, [...buckets.drainCounts()]]).toEqual([60, []]);
    expect(takeAll('a', 100)).toBe(60);
  });

  it('returns the remaining tokens and the time to wait', () => {
    const { buckets, takeAll } = setUp();
    expect(buckets.take('a')).toEqual({ isAllowed: true, remaining: 59, resetAfterS: 1, retryAfterS: 1 });
    takeAll('a', 54);
    expect(buckets.take('a', 10)).toMatchObject({ isAllowed: false, remaining: 5, retryAfterS: 5 });
    expect(buckets.take('a', 5)).toMatchObject({ isAllowed: true, remaining: 0, resetAfterS: 60 });
  });

  it('takes at most a whole bucket, so that a batch is possible under any limit', () => {
    const { buckets } = setUp({ perMinute: 5 });
    expect(buckets.take('a', 10)).toMatchObject({ isAllowed: true, remaining: 0 });
    expect(buckets.take('a', 10)).toMatchObject({ isAllowed: false });
  });

  it('goes into debt for tokens spent at other processes, for two minutes at most', () => {
    const { clock, buckets, takeAll } = setUp();
    takeAll('a', 60);
    buckets.charge('a', 30);
    clock.ms += 30_000;
    expect(takeAll('a', 100)).toBe(0);
    clock.ms += 10_000;
    expect(takeAll('a', 100)).toBe(10);
    buckets.charge('a', 1_000_000);
    clock.ms += 120_000;
    expect(takeAll('a', 100)).toBe(0);
    clock.ms += 1_000;
    expect(takeAll('a', 100)).toBe(1);
  });

  it('spends more than is left, and tells the other processes', () => {
    const { clock, buckets, takeAll } = setUp();
    takeAll('a', 50);
    buckets.spend('a', 40);
    clock.ms += 30_000;
    expect(takeAll('a', 100)).toBe(0);
    clock.ms += 10_000;
    expect(takeAll('a', 100)).toBe(10);
    expect([...buckets.drainCounts()]).toEqual([['a', 100]]);
  });

  it('returns once the tokens that were taken here, without charged and rejected ones', () => {
    const { buckets, takeAll } = setUp();
    takeAll('a', 100);
    buckets.take('b', 3);
    buckets.charge('b', 3);
    expect([...buckets.drainCounts()]).toEqual([
      ['a', 60],
      ['b', 3],
    ]);
    expect(buckets.drainCounts().size).toBe(0);
  });

  it('keeps at most its maximum of keys, and none whose bucket is full again', () => {
    const { clock, buckets } = setUp();
    for (let index = 0; index < 100_000; index += 1) buckets.take(`key ${index}`);
    expect(buckets.size).toBe(100);
    expect(buckets.drainCounts().size).toBe(10_000);
    expect(buckets.peek('key 99999').remaining).toBe(59);
    clock.ms += 999;
    buckets.sweep();
    expect(buckets.size).toBe(100);
    clock.ms += 1;
    buckets.sweep();
    expect(buckets.size).toBe(0);
  });
});
