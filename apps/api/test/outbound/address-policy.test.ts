import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isAllowed, isPublicAddress } from '../../src/outbound/address-policy.ts';
import { readAllowList } from '../../src/outbound/allow-list.ts';
import {
  addressIn,
  colons,
  dotted,
  embeddings,
  forbiddenIpv4,
  forbiddenIpv6,
  publicIpv4,
  publicIpv6,
} from './support/addresses.ts';

const all = (addresses: fc.Arbitrary<bigint>, holds: (value: bigint) => void) =>
  fc.assert(
    fc.property(addresses, (value) => void holds(value)),
    { numRuns: 300 },
  );

describe('which addresses are public', () => {
  it.each(forbiddenIpv4)('none of %s', (network) => {
    all(addressIn([network]), (value) => expect(isPublicAddress(dotted(value))).toBe(false));
  });

  it.each(forbiddenIpv6)('none of %s', (network) => {
    all(addressIn([network]), (value) => {
      expect(isPublicAddress(colons(value))).toBe(false);
      expect(isPublicAddress(colons(value).toUpperCase())).toBe(false);
    });
  });

  it.each(Object.entries(embeddings))('none that carries a forbidden IPv4 address as %s', (_name, embed) => {
    all(addressIn(forbiddenIpv4), (value) => expect(isPublicAddress(embed(value))).toBe(false));
  });

  it.each(publicIpv4)('all of %s', (network) => {
    all(addressIn([network]), (value) => expect(isPublicAddress(dotted(value))).toBe(true));
  });

  it.each(publicIpv6)('all of %s', (network) => {
    all(addressIn([network]), (value) => expect(isPublicAddress(colons(value))).toBe(true));
  });

  it('an ISATAP address of a public IPv4 address is', () => {
    expect(isPublicAddress('2606:4700::5efe:8.8.8.8')).toBe(true);
  });

  it('what only looks like an address, or has a zone, is none', () => {
    for (const text of ['', 'example.com', '8.8.8', '8.8.8.8.', '08.8.8.8', '134744072', '[2606:4700::1]']) {
      expect(isPublicAddress(text), text).toBe(false);
    }
    all(addressIn(publicIpv6), (value) => expect(isPublicAddress(`${colons(value)}%eth0`)).toBe(false));
    expect(isPublicAddress('fe80::1%1')).toBe(false);
  });
});

describe('what the operator allows', () => {
  const allow = readAllowList('Receiver.Internal., 10.0.0.0/8, 127.0.0.1, fd00::/8, bücher.example,');

  it('passes: addresses in an allowed network, and whatever an allowed host leads to', () => {
    for (const address of ['10.0.0.0', '10.255.255.255', '127.0.0.1', 'fd12::1', '8.8.8.8']) {
      expect(isAllowed(address, undefined, allow), address).toBe(true);
    }
    for (const host of ['receiver.internal', 'xn--bcher-kva.example']) {
      expect(isAllowed('192.168.0.1', host, allow), host).toBe(true);
    }
  });

  it('does not pass: neighbours, other hosts, and IPv6 spellings of an allowed IPv4 address', () => {
    for (const address of [
      '127.0.0.2',
      '192.168.0.1',
      'fc00::1',
      '::1',
      '::ffff:10.0.0.1',
      '64:ff9b::10.0.0.1',
    ]) {
      expect(isAllowed(address, 'other.internal', allow), address).toBe(false);
    }
    expect(isAllowed('fd12::1%eth0', undefined, allow)).toBe(false);
    expect(isAllowed('192.168.0.1', 'sub.receiver.internal', allow)).toBe(false);
  });

  it('an empty list allows nothing', () => {
    expect(readAllowList('')).toEqual({ hosts: new Set(), networks: [] });
    expect(readAllowList(' , ')).toEqual({ hosts: new Set(), networks: [] });
  });

  it.each([
    '10.0.0.0/33',
    '10.0.0.0/8/8',
    '10.0.0.0/',
    '10.0.0.0/-1',
    '10.0.0.300',
    '127.1',
    '0x7f000001',
    'fd00::/129',
    'fe80::1%eth0',
    '[::1]',
    '*.internal',
    'receiver:8080',
    'http://receiver',
    'receiver/path',
    'user@receiver',
    'two words',
    'a..b',
    '.',
  ])('%j is a mistake that the message names', (entry) => {
    expect(() => readAllowList(`good.internal, ${entry}, 10.0.0.0/8`)).toThrow(`"${entry}"`);
  });
});
