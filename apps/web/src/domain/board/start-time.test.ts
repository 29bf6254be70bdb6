import { expect, test } from 'vitest';
import { toLocalField } from '#lib/format/local-time.ts';
import { checkStart, startBounds, startBoundsMessage, toStartTime } from './start-time.ts';

const now = Date.parse('2026-11-28T12:00:30.000Z');
const field = (time: string) => toLocalField(new Date(time));

test('a task starts from the next minute on, up to a year ahead', () => {
  expect(startBounds(now)).toEqual({
    min: field('2026-11-28T12:01:00Z'),
    max: field('2027-11-28T12:00:00Z'),
  });
  expect(['2026-11-28T12:01Z', '2027-11-28T12:00Z'].map((time) => checkStart(field(time), now))).toEqual([
    null,
    null,
  ]);
  expect(['2026-11-28T12:00Z', '2027-11-28T12:01Z'].map((time) => checkStart(field(time), now))).toEqual([
    startBoundsMessage,
    startBoundsMessage,
  ]);
});

test('the field has local time, and an empty field is no time', () => {
  expect(toStartTime(field('2026-12-24T08:30:00Z'))).toBe('2026-12-24T08:30:00.000Z');
  expect([toStartTime(null), toStartTime(''), checkStart('', now)]).toEqual([null, null, null]);
});
