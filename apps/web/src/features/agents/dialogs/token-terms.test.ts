import { expect, test } from 'vitest';
import { expiryTerms } from '#domain/expiry/expiry.ts';
import { defaultTerm, termOf, termOptions } from './token-terms.ts';

const day = 86_400;

test('finds the term of a lifetime, also if the clocks of browser and service differ', () => {
  expect(termOf(null)).toBe('never');
  expect([90 * day, 90 * day - 40, 90 * day + 3_500].map(termOf)).toEqual(['90', '90', '90']);
  expect(termOf(45 * day)).toBe('45');
  for (const lifetime of [null, 30 * day, 90 * day - 40]) expect(termOptions(lifetime)).toBe(expiryTerms);
});

test.each([
  [45 * day, 'In 45 days'],
  [2.5 * day, 'In 60 hours'],
  [3_600, 'In 1 hour'],
  [600, 'In 10 minutes'],
])('a last lifetime of %i s adds the option %s', (lifetime, label) => {
  expect(termOptions(lifetime).at(-1)).toEqual({ value: termOf(lifetime), label });
});

test('the default is a longer term if warnings would cover the whole last lifetime', () => {
  expect([5 * day, 14 * day].map(defaultTerm)).toEqual(['30', '30']);
  expect([null, 15 * day, 90 * day].map(defaultTerm)).toEqual(['never', '15', '90']);
});
