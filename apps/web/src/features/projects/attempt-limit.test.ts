import { expect, test } from 'vitest';
import { checkAttemptLimit, toMaxAttempts } from './attempt-limit.ts';

const limited = (text: string) => ({ text, isUnlimited: false });

test.each(['1', '5', ' 12 ', '1000'])('accepts %j', (text) => {
  expect(checkAttemptLimit(limited(text))).toBeNull();
  expect(toMaxAttempts(limited(text))).toBe(Number(text));
});

test.each(['', ' ', '0', '-1', '1.5', '1001', 'five'])('rejects %j as the API does', (text) => {
  expect(checkAttemptLimit(limited(text))).toMatch(/^The number must be a whole number from 1 to 1000/);
});

test('keeps the number of a form without a limit, and sends null', () => {
  expect(checkAttemptLimit({ text: 'five', isUnlimited: true })).toBeNull();
  expect(toMaxAttempts({ text: '5', isUnlimited: true })).toBeNull();
});
