import { expect, test } from 'vitest';
import { fromLocalField, toLocalField } from './local-time.ts';

test('restores a time from the field to the minute, in any time zone', () => {
  const time = new Date('2026-03-29T01:30:59.999Z');
  expect(fromLocalField(toLocalField(time))).toEqual(new Date('2026-03-29T01:30:00.000Z'));
});

test.each(['', 'nonsense', '12026-01-01T00:00', '99999-01-01T00:00'])('rejects %j as a time', (value) => {
  expect(fromLocalField(value)).toBeNull();
});
