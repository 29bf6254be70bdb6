import { expect, test } from 'vitest';
import { countdown } from './use-countdown.ts';

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
