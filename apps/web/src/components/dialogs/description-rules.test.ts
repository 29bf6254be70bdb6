import { expect, test } from 'vitest';
import { checkShortDescription, describeLength } from './description-rules.ts';

const robots = (count: number) => '🤖'.repeat(count);

test('a description has at most 2,000 characters, counted as the API counts them', () => {
  expect(checkShortDescription(` ${robots(2_000)} `, '')).toBeNull();
  expect(checkShortDescription(robots(2_003), '')).toBe(
    'A description has at most 2,000 characters. Shorten it by 3.',
  );
});

test('an older, longer description is accepted until it is changed', () => {
  expect(checkShortDescription(robots(3_000), robots(3_000))).toBeNull();
  expect(checkShortDescription(robots(2_999), robots(3_000))).toMatch('Shorten it by 999.');
});

test('the length is shown from 1,800 characters on', () => {
  expect(describeLength(robots(1_799))).toBeUndefined();
  expect(describeLength(robots(1_800))).toBe('1,800 of 2,000 characters');
});
