import { describe, expect, it } from 'vitest';
import { formatPosition, isAfter, isVisibleIn, parsePosition } from './log-position.ts';

describe('the id of an event', () => {
  it('converts to its position and back', () => {
    for (const place of [
      { xid: 0n, id: 0n },
      { xid: 2n ** 64n - 1n, id: 2n ** 63n - 1n },
    ])
      expect(parsePosition(formatPosition(place))).toEqual(place);
  });

  it.each([
    '',
    '1',
    '1-',
    '-1',
    '1-1-1',
    'a-1',
    '1-0x1',
    ' 1-1',
    '1-1\n',
    '18446744073709551616-1',
    '1-9223372036854775808',
  ])('rejects %j', (text) => expect(parsePosition(text)).toBeUndefined());

  it('is ordered by the transaction first, then by the number', () => {
    expect(isAfter({ xid: 2n, id: 1n }, { xid: 1n, id: 9n })).toBe(true);
    expect(isAfter({ xid: 2n, id: 1n }, { xid: 2n, id: 1n })).toBe(false);
    expect(isAfter({ xid: 2n, id: 1n }, { xid: 2n, id: 2n })).toBe(false);
  });
});

describe('the transactions that were visible to a read', () => {
  it.each([
    ['10:20:12,15', 9n, true],
    ['10:20:12,15', 11n, true],
    ['10:20:12,15', 12n, false],
    ['10:20:12,15', 15n, false],
    ['10:20:12,15', 20n, false],
    ['10:10:', 9n, true],
    ['10:10:', 10n, false],
  ])('%s and transaction %s: %s', (snapshot, xid, seen) => expect(isVisibleIn(snapshot, xid)).toBe(seen));
});
