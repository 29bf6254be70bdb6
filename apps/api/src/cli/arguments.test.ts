import { describe, expect, it } from 'vitest';
import { parseExpiry } from './arguments.ts';
import { table } from './print.ts';

describe('parseExpiry', () => {
  it.each([
    ['2100-12-31', '2100-12-31T00:00:00.000Z'],
    ['2100-12-31T18:00Z', '2100-12-31T18:00:00.000Z'],
    ['2100-12-31T18:00:00.5+02:00', '2100-12-31T16:00:00.500Z'],
  ])('reads %s', (value, expected) => expect(parseExpiry(value).toISOString()).toBe(expected));

  // A time without a zone would depend on the machine.
  it.each(['', '2100', '2100-13-01', '2100-12-31T18:00', '2100-12-31x', '2100-12-31 18:00Z', '2000-01-01'])(
    'rejects %j',
    (value) => expect(() => parseExpiry(value)).toThrow(/Give a date|has passed/),
  );
});

it('formats tables without control characters, in columns as wide as their visible text', () => {
  const rows = [
    ['\u001b[31mred\u001b[0m', '1'],
    ['plain', '2'],
  ];
  expect(table(['NAME', 'N'], rows, 'None.')).toEqual(['NAME   N', 'red    1', 'plain  2']);
  expect(table(['NAME', 'N'], [], 'None.')).toEqual(['None.']);
});
