import { expect, test } from 'vitest';
import { formatCount, spokenCount } from './format-count.ts';

test('marks a count that is not exact, and says so to screen readers', () => {
  expect(formatCount({ count: 1_240, isExact: true })).toBe('1,240');
  expect(spokenCount({ count: 1_240, isExact: true })).toBe('1,240');
  expect(formatCount({ count: 1_000, isExact: false })).toBe('1,000+');
  expect(spokenCount({ count: 1_000, isExact: false })).toBe('at least 1,000 tasks');
  expect(spokenCount({ count: 1, isExact: false })).toBe('at least 1 task');
  expect(formatCount({ count: 0, isExact: false })).toBe('0+');
});
