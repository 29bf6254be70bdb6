import { describe, expect, it } from 'vitest';
import {
  formatPosition,
  isAfter,
  isLater,
  isVisibleIn,
  logBeginning,
  parsePosition,
} from './log-position.ts';

describe('the id of an event', () => {
  it.each([
    ['0', logBeginning],
    ['8412-1093-9f3c21aa', { xid: 8412n, id: 1093n, nonce: 0x9f3c21aa - 2 ** 32 }],
    ['3-1-00000000', { xid: 3n, id: 1n, nonce: 0 }],
    ['3-1-7fffffff', { xid: 3n, id: 1n, nonce: 2 ** 31 - 1 }],
    ['3-1-80000000', { xid: 3n, id: 1n, nonce: -(2 ** 31) }],
    [
      '18446744073709551615-9223372036854775807-ffffffff',
      { xid: 2n ** 64n - 1n, id: 2n ** 63n - 1n, nonce: -1 },
    ],
  ])('%s is a position and back', (id, position) => {
    expect(parsePosition(id)).toEqual(position);
    expect(formatPosition(position)).toBe(id);
  });

  it.each([
    '',
    '00',
    '1',
    '1-1',
    '1-1-',
    '-1-00000000',
    '0-0-00000000',
    '1-0-00000000',
    '01-1-00000000',
    '1-01-00000000',
    '1-1-0000000',
    '1-1-000000000',
    '1-1-0000000A',
    '1-1-0000000g',
    '1-1-00000000-1',
    'a-1-00000000',
    '1-0x1-00000000',
    ' 1-1-00000000',
    '1-1-00000000\n',
    '0\n',
    '18446744073709551616-1-00000000',
    '1-9223372036854775808-00000000',
    '9'.repeat(100_000),
    `1-${'1'.repeat(100_000)}-00000000`,
  ])('rejects %j', (text) => expect(parsePosition(text)).toBeUndefined());

  it('is ordered by the transaction first, then by the number', () => {
    expect(isAfter({ xid: 2n, id: 1n }, { xid: 1n, id: 9n })).toBe(true);
    expect(isAfter({ xid: 2n, id: 1n }, { xid: 2n, id: 1n })).toBe(false);
    expect(isAfter({ xid: 2n, id: 1n }, { xid: 2n, id: 2n })).toBe(false);
  });

  it('has an order that messages to the browser carry as texts', () => {
    expect(isLater({ xid: '10', number: '1' }, { xid: '9', number: '2' })).toBe(true);
    expect(isLater({ xid: '10', number: '10' }, { xid: '10', number: '9' })).toBe(true);
    expect(isLater({ xid: '10', number: '9' }, { xid: '10', number: '9' })).toBe(false);
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
