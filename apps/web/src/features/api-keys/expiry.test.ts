import { describe, expect, test } from 'vitest';
import { checkDate, expiresAt, today } from './expiry.ts';

const now = new Date('2026-03-01T12:00:00.000Z');

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
    expect(checkDate(today(now), now)).toBeNull();
    expect(checkDate('2026-02-27', now)).toMatch('past');
    expect(checkDate('', now)).toMatch('Enter a date');
    expect(checkDate('2026-99-99', now)).toMatch('Enter a date');
  });
});
