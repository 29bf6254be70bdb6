import { expect, test } from 'vitest';
import { countdown, timeAgo } from './use-countdown.ts';

test.each([
  [86_400_000, '1 d'],
  [7_200_000, '2 h'],
  [3_599_000, '59 min'],
  [60_000, '1 min'],
  [59_400, '1 min'],
  [59_000, '59 s'],
  [1, '1 s'],
  [0, 'expired'],
  [-5_000, 'expired'],
])('%i ms left are shown as %s', (leftMs, text) => {
  expect(countdown(leftMs)).toBe(text);
});

test.each([
  [-5_000, '0 s ago'],
  [0, '0 s ago'],
  [2_999, '2 s ago'],
  [59_999, '59 s ago'],
  [60_000, '1m ago'],
  [7_200_000, '2h ago'],
])('what was %i ms ago is shown as %s', (elapsedMs, text) => {
  const now = Date.parse('2026-11-24T08:00:00Z');
  expect(timeAgo(new Date(now - elapsedMs), new Date(now))).toBe(text);
});
