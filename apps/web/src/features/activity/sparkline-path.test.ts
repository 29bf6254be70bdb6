import { expect, test } from 'vitest';
import { sparklinePath } from './sparkline-path.ts';

const frame = { max: 4, width: 12, height: 23 };

test('draws the maximum at the top and zero at the bottom', () => {
  expect(sparklinePath([0, 4, 2], frame)).toBe('M1.0 21.5L6.0 1.5L11.0 11.5');
});

test('draws no line for a single number', () => {
  expect(sparklinePath([3], frame)).toBe('');
});
