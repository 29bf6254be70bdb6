import { expect, test } from 'vitest';
import { fromLocalField, toLocalField } from './local-time.ts';

test('a time comes back from the field to the minute, whatever the time zone', () => {
  const time = new Date('2026-03-29T01:30:59.999Z');
  expect(fromLocalField(toLocalField(time))).toEqual(new Date('2026-03-29T01:30:00.000Z'));
});

test.each(['', 'nonsense', '12026-01-01T00:00', '99999-01-01T00:00'])('%j is no time', (value) => {
  expect(fromLocalField(value)).toBeNull();
});
