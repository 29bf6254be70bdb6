import { expect, test } from 'vitest';
import { checkStaleTime, fromSeconds, toSeconds } from './stale-time.ts';

test.each([
  [604_800, '7', 'days'],
  [86_400, '1', 'days'],
  [5_400, '90', 'minutes'],
  [7_200, '2', 'hours'],
  [90, '1.5', 'minutes'],
] as const)('shows %i seconds as %s %s, and stores the same', (seconds, text, unit) => {
  expect(fromSeconds(seconds)).toEqual({ text, unit });
  expect(toSeconds({ text, unit })).toBe(seconds);
});

test.each([
  ['1', 'minutes', true],
  ['0.5', 'minutes', false],
  ['365', 'days', true],
  ['366', 'days', false],
  ['', 'days', false],
  ['soon', 'days', false],
  ['-1', 'hours', false],
] as const)('checks %j %s', (text, unit, isValid) => {
  expect(checkStaleTime({ text, unit }) === null).toBe(isValid);
});
