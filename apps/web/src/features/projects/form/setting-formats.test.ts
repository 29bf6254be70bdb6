import { expect, test } from 'vitest';
import { archiveDaysFormat, attemptLimitFormat, staleTimeFormat } from './setting-formats.ts';

const parseLimit = (text: string) => attemptLimitFormat.parse({ text, isUnlimited: false });

test.each(['1', '5', ' 12 ', '1000'])('accepts %j attempts', (text) => {
  expect(parseLimit(text)).toBe(Number(text));
  expect(attemptLimitFormat.check(Number(text))).toBeNull();
});

test.each(['', ' ', '0', '-1', '1.5', '1001', 'five'])('rejects %j attempts as the API does', (text) => {
  expect(attemptLimitFormat.check(parseLimit(text))).toMatch(
    /^The number must be a whole number from 1 to 1000/,
  );
});

test('ignores the number of attempts beside "No limit"', () => {
  expect(attemptLimitFormat.parse({ text: 'five', isUnlimited: true })).toBeNull();
  expect(attemptLimitFormat.check(null)).toBeNull();
});

test.each([
  ['', null],
  [' 7 ', 7],
  ['3650', 3_650],
])('reads “%s” as days until the archive', (text, days) => {
  expect(archiveDaysFormat.parse(text)).toBe(days);
  expect(archiveDaysFormat.check(days)).toBeNull();
});

test.each(['0', '3651', '1.5', 'a week', '-1'])('explains why “%s” days are invalid', (text) => {
  expect(archiveDaysFormat.check(archiveDaysFormat.parse(text))).toBe(
    'Enter a whole number of days from 1 to 3,650.',
  );
});

test.each([
  [604_800, '7', 'days'],
  [86_400, '1', 'days'],
  [5_400, '90', 'minutes'],
  [7_200, '2', 'hours'],
  [90, '1.5', 'minutes'],
] as const)('shows %i seconds as %s %s, and stores the same', (seconds, text, unit) => {
  expect(staleTimeFormat.show(seconds)).toEqual({ text, unit });
  expect(staleTimeFormat.parse({ text, unit })).toBe(seconds);
});

test.each([
  ['1', 'minutes', true],
  ['0.5', 'minutes', false],
  ['365', 'days', true],
  ['366', 'days', false],
  ['', 'days', false],
  ['soon', 'days', false],
  ['-1', 'hours', false],
] as const)('checks a stale time of %j %s', (text, unit, isValid) => {
  expect(staleTimeFormat.check(staleTimeFormat.parse({ text, unit })) === null).toBe(isValid);
});
