import { describe, expect, it } from 'vitest';
import { formatNumber } from './format-number.ts';
import { calendarDay, exactTime, relativeTime, shortDateTime, timeOrDate } from './relative-time.ts';

const now = new Date('2026-06-15T12:00:00Z');

describe('relativeTime', () => {
  it.each([
    ['2026-06-15T11:59:31Z', 'now'],
    ['2026-06-15T12:00:20Z', 'now'],
    ['2026-06-15T11:59:00Z', '1m ago'],
    ['2026-06-15T11:00:01Z', '59m ago'],
    ['2026-06-15T09:00:00Z', '3h ago'],
    ['2026-06-13T11:00:00Z', '2d ago'],
    ['2026-06-15T15:30:00Z', 'in 3h'],
    ['2026-06-25T12:00:00Z', 'in 10d'],
    ['2026-03-01T12:00:00Z', 'Mar 1'],
    ['2024-03-01T12:00:00Z', 'Mar 1, 2024'],
  ])('%s is %s', (time, expected) => {
    expect(relativeTime(new Date(time), now)).toBe(expected);
  });
});

describe('exactTime', () => {
  it('shows date, time and time zone', () => {
    expect(exactTime(now, 'UTC')).toMatch(/^Jun 15, 2026(,| at) 12:00:00\sPM UTC$/);
  });
});

describe('timeOrDate', () => {
  it.each([
    ['2026-06-15T09:05:00Z', 'UTC', /^9:05\sAM$/],
    ['2026-06-14T23:30:00Z', 'UTC', /^Jun 14$/],
    ['2026-06-14T23:30:00Z', 'Europe/Berlin', /^1:30\sAM$/],
    ['2025-12-31T12:00:00Z', 'UTC', /^Dec 31, 2025$/],
  ])('shows %s in %s by its time of day, or by its date', (time, timeZone, shown) => {
    expect(timeOrDate(new Date(time), now, timeZone)).toMatch(shown);
  });
});

describe('shortDateTime', () => {
  it.each([
    ['2026-06-15T09:05:00Z', 'UTC', /^9:05\sAM$/],
    ['2026-06-17T23:30:00Z', 'UTC', /^Jun 17, 11:30\sPM$/],
    ['2026-06-14T23:30:00Z', 'Europe/Berlin', /^1:30\sAM$/],
    ['2027-01-31T12:00:00Z', 'UTC', /^Jan 31, 2027, 12:00\sPM$/],
  ])('shows %s in %s by its time of day, on another day with the date', (time, timeZone, shown) => {
    expect(shortDateTime(new Date(time), now, timeZone)).toMatch(shown);
  });
});

describe('formatNumber', () => {
  it('is exact', () => {
    expect([formatNumber(7), formatNumber(12345)]).toEqual(['7', '12,345']);
  });
});

describe('calendarDay', () => {
  it('names the day in any time zone of the reader', () => {
    expect(calendarDay('2026-06-15')).toBe('Jun 15, 2026');
    expect(calendarDay('2025-12-31', now)).toBe('Dec 31, 2025');
  });

  it('leaves out the current year', () => {
    expect(calendarDay('2026-01-01', now)).toBe('Jan 1');
  });
});
