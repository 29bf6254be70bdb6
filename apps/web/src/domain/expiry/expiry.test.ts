import { describe, expect, test } from 'vitest';
import { toLocalDate } from '#lib/format/local-time.ts';
import { checkDate, describeExpiry, expiresAt, expiryState, hasExpiryNotice } from './expiry.ts';

const now = new Date('2026-03-01T12:00:00.000Z');

const inDays = (days: number) => new Date(now.getTime() + days * 86_400_000).toISOString();

test('a token expires soon from 14 days before its end on, and a page says so until 14 days after it', () => {
  const states = [14.01, 14, 3, 0.5, 0, -14, -14.01].map((days) => {
    const time = inDays(days);
    return [expiryState(time, now.getTime()), hasExpiryNotice(time, now.getTime())];
  });
  expect(states).toEqual([
    ['later', false],
    ['soon', true],
    ['soon', true],
    ['soon', true],
    ['expired', true],
    ['expired', true],
    ['expired', false],
  ]);
  expect(hasExpiryNotice(null, now.getTime())).toBe(false);
});

test('days until the end are rounded up', () => {
  const phrases = [3, 2.1, 1, 0.1, 0, -5].map((days) => describeExpiry(inDays(days), now.getTime()));
  expect(phrases).toEqual([
    'expires in 3 days',
    'expires in 3 days',
    'expires within a day',
    'expires within a day',
    'has expired',
    'has expired',
  ]);
});

describe('expiresAt', () => {
  test('returns null for never, despite an entered date', () => {
    expect(expiresAt({ choice: 'never', date: '2026-05-01' }, now)).toBeNull();
  });

  test('counts days from now', () => {
    expect(expiresAt({ choice: '30', date: '' }, now)).toBe('2026-03-31T12:00:00.000Z');
    expect(expiresAt({ choice: '365', date: '' }, now)).toBe('2027-03-01T12:00:00.000Z');
  });

  test('includes the whole date in the time zone of the person', () => {
    const end = new Date(expiresAt({ choice: 'date', date: '2026-05-01' }, now) ?? '');
    expect([end.getDate(), end.getHours(), end.getMinutes()]).toEqual([1, 23, 59]);
  });

  test('accepts today, and rejects yesterday and invalid dates', () => {
    expect(checkDate(toLocalDate(now), now)).toBeNull();
    expect(checkDate('2026-02-27', now)).toMatch('past');
    expect(checkDate('', now)).toMatch('Enter a date');
    expect(checkDate('2026-99-99', now)).toMatch('Enter a date');
  });
});
