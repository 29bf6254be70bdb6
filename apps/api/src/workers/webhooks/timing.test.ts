import { describe, expect, it } from 'vitest';
import { deliveryTiming, drawRetryDelays, retryAfterDelay } from './timing.ts';

describe('the schedule', () => {
  it('retries after 5 s, 5 min, 30 min, 2 h, 5 h, 10 h, 14 h, 20 h, 24 h and adds at most a fifth', () => {
    const planned = [5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400].map((s) => s * 1_000);
    expect(drawRetryDelays(deliveryTiming, () => 0)).toEqual(planned);
    expect(drawRetryDelays(deliveryTiming, () => 1)).toEqual(planned.map((ms) => ms * 1.2));
  });

  it('spreads the retries of deliveries that failed together', () => {
    const first = new Set(Array.from({ length: 50 }, () => drawRetryDelays(deliveryTiming)[0]));
    expect(first.size).toBeGreaterThan(10);
  });

  it('honours Retry-After up to ten hours', () => {
    expect(retryAfterDelay(deliveryTiming)).toBe(0);
    expect(retryAfterDelay(deliveryTiming, 90)).toBe(90_000);
    expect(retryAfterDelay(deliveryTiming, 86_400)).toBe(36_000_000);
  });
});
