import { expect, test } from 'vitest';
import { checkArchiveDays, toArchiveDays } from './archive-days.ts';

test.each([
  ['', null],
  [' 7 ', 7],
  ['3650', 3_650],
])('reads “%s”', (text, days) => {
  expect(toArchiveDays(text)).toBe(days);
  expect(checkArchiveDays(text)).toBeNull();
});

test.each(['0', '3651', '1.5', 'a week', '-1'])('explains why “%s” is invalid', (text) => {
  expect(checkArchiveDays(text)).toBe('Enter a whole number of days from 1 to 3,650.');
});
