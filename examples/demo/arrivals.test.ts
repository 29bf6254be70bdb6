import { expect, test } from 'vitest';
import { delayOf, firstArrivals } from './arrivals.ts';

const delivery = (id: string, delay: number) => ({ id, taskId: `task of ${id}`, delay });

test('a delivery that arrives twice counts by its first arrival', () => {
  const deliveries = [delivery('a', 5), delivery('b', 7), delivery('a', 5_000)];
  expect(
    firstArrivals({ deliveries, rejected: 0 })
      .map(({ delay }) => delay)
      .sort(),
  ).toEqual([5, 7]);
});

test('median and p95 are measured delays', () => {
  const deliveries = Array.from({ length: 100 }, (_, index) => delivery(`${index}`, 100 - index));
  expect([delayOf(deliveries, 0.5), delayOf(deliveries, 0.95)]).toEqual([50, 95]);
  expect(delayOf([delivery('a', 3)], 0.5)).toBe(3);
  expect(delayOf([], 0.95)).toBe(0);
});
