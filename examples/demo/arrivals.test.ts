import { expect, test } from 'vitest';
import { delayPercentile, firstArrivals } from './arrivals.ts';

const delivery = (id: string, delayMs: number) => ({ id, taskId: `task of ${id}`, delayMs });

test('a delivery that arrives twice counts by its first arrival', () => {
  const deliveries = [delivery('a', 5), delivery('b', 7), delivery('a', 5_000)];
  expect(
    firstArrivals({ deliveries, rejected: 0 })
      .map(({ delayMs }) => delayMs)
      .sort(),
  ).toEqual([5, 7]);
});

test('median and p95 are measured delays', () => {
  const deliveries = Array.from({ length: 100 }, (_, index) => delivery(`${index}`, 100 - index));
  expect([delayPercentile(deliveries, 0.5), delayPercentile(deliveries, 0.95)]).toEqual([50, 95]);
  expect(delayPercentile([delivery('a', 3)], 0.5)).toBe(3);
  expect(delayPercentile([], 0.95)).toBe(0);
});
