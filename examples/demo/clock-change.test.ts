import { describe, expect, test } from 'vitest';
import { reportClocks } from './clock-change.ts';
import { equationOfTime } from './solar-noon.ts';

const places = {
  'Africa/Johannesburg': ['ZA', 28],
  'America/New_York': ['US', -74.0064],
  'America/Sao_Paulo': ['BR', -46.6167],
  'Antarctica/Troll': ['AQ', 2.5319],
  'Asia/Kathmandu': ['NP', 85.3167],
  'Asia/Tokyo': ['JP', 139.7447],
  'Australia/Lord_Howe': ['AU', 159.0833],
  'Europe/Dublin': ['IE', -6.25],
  'Europe/London': ['GB', -0.1253],
  'Europe/Zurich': ['CH', 8.5333],
  'Pacific/Apia': ['WS', -171.7333],
  'Pacific/Kiritimati': ['KI', -157.3333],
} as const;

function report(timeZone: keyof typeof places, now: string) {
  const [countryCode, longitude] = places[timeZone];
  return reportClocks({ timeZone, countryCode, longitude }, new Date(now));
}

describe('next clock change', () => {
  const from = '2026-11-21T01:23:45.678Z';

  test.each([
    ['Europe/Zurich', '2027-03-28T01:00:00Z', '+02:00'],
    ['Europe/Dublin', '2027-03-28T01:00:00Z', '+01:00'],
    ['America/New_York', '2027-03-14T07:00:00Z', '-04:00'],
    ['Antarctica/Troll', '2027-03-28T01:00:00Z', '+02:00'],
    ['Australia/Lord_Howe', '2027-04-03T15:00:00Z', '+10:30'],
  ] as const)('%s changes at %s to %s', (timeZone, at, utcOffset) => {
    expect(report(timeZone, from).nextChange).toEqual({ at, utcOffset });
  });

  test.each([
    'Africa/Johannesburg',
    'America/Sao_Paulo',
    'Asia/Kathmandu',
    'Asia/Tokyo',
    'Pacific/Apia',
    'Pacific/Kiritimati',
  ] as const)('%s keeps its time', (timeZone) => {
    expect(report(timeZone, from)).toMatchObject({ nextChange: null, daylightSaving: false });
  });

  test('the millisecond before a change has the old time, and the change itself the new one', () => {
    expect(report('Europe/Zurich', '2027-03-28T00:59:59.999Z')).toMatchObject({
      utcOffset: '+01:00',
      nextChange: { at: '2027-03-28T01:00:00Z', utcOffset: '+02:00' },
    });
    expect(report('Europe/Zurich', '2027-03-28T01:00:00.000Z')).toMatchObject({
      utcOffset: '+02:00',
      nextChange: { at: '2027-10-31T01:00:00Z', utcOffset: '+01:00' },
    });
  });

  test('finds a single change at the end of the two years', () => {
    expect(report('Pacific/Apia', '2008-10-01T00:00:00Z').nextChange).toEqual({
      at: '2010-09-26T11:00:00Z',
      utcOffset: '-10:00',
    });
    expect(report('Pacific/Apia', '2008-09-26T10:00:00Z').nextChange).toBeNull();
  });

  test('finds a change by a whole day', () => {
    expect(report('Pacific/Apia', '2011-12-25T00:00:00Z').nextChange).toEqual({
      at: '2011-12-30T10:00:00Z',
      utcOffset: '+14:00',
    });
  });
});

describe('the current time', () => {
  test.each([
    ['Europe/Zurich', '2026-11-21T00:00:00Z', '+01:00', 'CET', false],
    ['Europe/Zurich', '2027-07-01T00:00:00Z', '+02:00', 'CEST', true],
    ['Europe/London', '2026-11-21T00:00:00Z', '+00:00', 'GMT', false],
    ['Europe/Dublin', '2027-07-01T00:00:00Z', '+01:00', 'IST', true],
    ['America/New_York', '2026-11-21T00:00:00Z', '-05:00', 'EST', false],
    ['Australia/Lord_Howe', '2026-11-21T00:00:00Z', '+11:00', 'LHDT', true],
    ['Asia/Kathmandu', '2026-11-21T00:00:00Z', '+05:45', 'GMT+5:45', false],
    ['Africa/Johannesburg', '2026-11-21T00:00:00Z', '+02:00', 'SAST', false],
  ] as const)('%s at %s: %s, %s, daylight saving %s', (timeZone, now, utcOffset, abbreviation, on) => {
    expect(report(timeZone, now)).toMatchObject({ utcOffset, abbreviation, daylightSaving: on });
  });
});

describe('solar noon', () => {
  // Meeus, Astronomical Algorithms, example 28.a: 13 minutes 42.6 seconds.
  test('the equation of time is within three seconds of the almanac', () => {
    const minutes = equationOfTime(new Date('1992-10-13T00:00:00Z'));
    expect(Math.abs(minutes * 60 - 822.6)).toBeLessThan(3);
  });

  test.each([
    // Local mean noon at 8.5333° E is 11:25:52 UTC; the sundial is about 14 minutes ahead in late November.
    ['Europe/Zurich', '2026-11-21T12:00:00Z', '12:11'],
    // A place whose time zone is on the other side of the date line from its longitude.
    ['Pacific/Apia', '2026-11-21T12:00:00Z', '12:12'],
    ['Pacific/Kiritimati', '2026-11-21T12:00:00Z', '12:15'],
  ] as const)('%s on %s: %s', (timeZone, now, minute) => {
    expect(report(timeZone, now).solarNoon.slice(0, 5)).toBe(minute);
  });

  test('is the same all day, also on the day of a change', () => {
    const early = report('America/New_York', '2027-03-14T05:00:00Z').solarNoon;
    const late = report('America/New_York', '2027-03-15T03:59:59Z').solarNoon;
    expect(early).toBe(late);
    expect(early.slice(0, 5)).toBe('13:05');
  });
});
