import { describe, expect, it } from 'vitest';
import { formatNumber } from './format-number.ts';
import { exactTime, relativeTime } from './relative-time.ts';

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

describe('formatNumber', () => {
  it('is exact', () => {
    expect([formatNumber(7), formatNumber(12345)]).toEqual(['7', '12,345']);
  });
});
