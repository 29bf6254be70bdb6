import { describe, expect, it } from 'vitest';
import { clientAddress } from './client-address.ts';

describe('clientAddress', () => {
  it.each([
    ['203.0.113.7', '203.0.113.7'],
    ['1.1.1.1, 203.0.113.7', '203.0.113.7'],
    ['::1', '::1'],
    ['', 'unknown'],
    [undefined, 'unknown'],
  ])('%j is %s', (header, expected) => {
    expect(clientAddress(header)).toBe(expected);
  });
});
