import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isAllowed, isPublicAddress } from '../../src/outbound/address-policy.ts';
import { readAllowList, readAllowRule, writeAllowRule } from '../../src/outbound/allow-list.ts';
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

describe('public addresses', () => {
  it.each(forbiddenIpv4)('excludes all of %s', (network) => {
    all(addressIn([network]), (value) => expect(isPublicAddress(dotted(value))).toBe(false));
  });

  it.each(forbiddenIpv6)('excludes all of %s', (network) => {
    all(addressIn([network]), (value) => {
      expect(isPublicAddress(colons(value))).toBe(false);
      expect(isPublicAddress(colons(value).toUpperCase())).toBe(false);
    });
  });

  it.each(Object.entries(embeddings))(
    'exclude every forbidden IPv4 address embedded as %s',
    (_name, embed) => {
      all(addressIn(forbiddenIpv4), (value) => expect(isPublicAddress(embed(value))).toBe(false));
    },
  );

  it.each(publicIpv4)('include all of %s', (network) => {
    all(addressIn([network]), (value) => expect(isPublicAddress(dotted(value))).toBe(true));
  });

  it.each(publicIpv6)('include all of %s', (network) => {
    all(addressIn([network]), (value) => expect(isPublicAddress(colons(value))).toBe(true));
  });

  it('include an ISATAP address of a public IPv4 address', () => {
    expect(isPublicAddress('2606:4700::5efe:8.8.8.8')).toBe(true);
  });

  it('exclude texts that only look like an address, and addresses with a zone', () => {
    for (const text of ['', 'example.com', '8.8.8', '8.8.8.8.', '08.8.8.8', '134744072', '[2606:4700::1]']) {
      expect(isPublicAddress(text), text).toBe(false);
    }
    all(addressIn(publicIpv6), (value) => expect(isPublicAddress(`${colons(value)}%eth0`)).toBe(false));
    expect(isPublicAddress('fe80::1%1')).toBe(false);
  });
});

describe('the allow list of the operator', () => {
  const allow = readAllowList(
    'Receiver.Internal., 10.0.0.0/8, 127.0.0.1, fd00::/8, bücher.example, 127.0.0.3/32:4800, [fc00::1]/128:4800, local:81,',
  );
  const to = (hostName: string, port = 443) => ({ hostName, port });

  it('allows addresses in an allowed network, and all addresses of an allowed host', () => {
    for (const address of ['10.0.0.0', '10.255.255.255', '127.0.0.1', 'fd12::1', '8.8.8.8']) {
      expect(isAllowed(address, to('other.internal'), allow), address).toBe(true);
    }
    for (const host of ['receiver.internal', 'xn--bcher-kva.example']) {
      expect(isAllowed('192.168.0.1', to(host), allow), host).toBe(true);
    }
  });

  it('does not allow neighbours, other hosts, or IPv6 spellings of an allowed IPv4 address', () => {
    for (const address of [
      '127.0.0.2',
      '192.168.0.1',
      'fc00::1',
      '::1',
      '::ffff:10.0.0.1',
      '64:ff9b::10.0.0.1',
    ]) {
      expect(isAllowed(address, to('other.internal'), allow), address).toBe(false);
    }
    expect(isAllowed('fd12::1%eth0', to('fd12::1%eth0'), allow)).toBe(false);
    expect(isAllowed('192.168.0.1', to('sub.receiver.internal'), allow)).toBe(false);
  });

  it('allows this port alone when a rule has a port', () => {
    const cases = [
      ['127.0.0.3', '127.0.0.3', 4800],
      ['fc00::1', 'fc00::1', 4800],
      ['192.168.0.1', 'local', 81],
    ] as const;
    for (const [address, hostName, port] of cases) {
      expect(isAllowed(address, { hostName, port }, allow), hostName).toBe(true);
      for (const other of [0, 80, 443, port + 1, port * 10]) {
        expect(isAllowed(address, { hostName, port: other }, allow), `${hostName}:${other}`).toBe(false);
      }
    }
    expect(isAllowed('::ffff:127.0.0.3', to('::ffff:7f00:3', 4800), allow)).toBe(false);
  });

  it('allows nothing when empty', () => {
    expect(readAllowList('')).toEqual([]);
    expect(readAllowList(' , ')).toEqual([]);
  });

  it.each([
    ['127.0.0.1', '127.0.0.1/32'],
    ['127.0.0.1:4800', '127.0.0.1/32:4800'],
    ['127.0.0.1/32:4800', '127.0.0.1/32:4800'],
    ['10.20.30.40/8', '10.0.0.0/8'],
    ['::1', '[::1]/128'],
    ['[::1]', '[::1]/128'],
    ['[0:0::1]:4800', '[::1]/128:4800'],
    ['[FD00::12]/8:65535', '[fd00::]/8:65535'],
    ['fd00::12/8', '[fd00::]/8'],
    ['Receiver.Internal.:8080', 'receiver.internal:8080'],
    ['bücher.example', 'xn--bcher-kva.example'],
  ])('writes %s as %s, which parses to the same rule', (text, canonical) => {
    expect(writeAllowRule(readAllowRule(text))).toBe(canonical);
    expect(writeAllowRule(readAllowRule(canonical))).toBe(canonical);
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
    '[fe80::1%eth0]',
    '[::1',
    '[::1]4800',
    '[::1]:48:00',
    '[127.0.0.1]:80',
    '[localhost]:80',
    '[]:80',
    ':80',
    'receiver:',
    'receiver:0',
    'receiver:65536',
    'receiver:http',
    '127.0.0.1:80/32',
    '127.0.0.1:+80',
    '*.internal',
    'http://receiver',
    'receiver/path',
    'user@receiver',
    'two words',
    'a..b',
    '.',
  ])('rejects %j and names it in the message', (entry) => {
    expect(() => readAllowList(`good.internal, ${entry}, 10.0.0.0/8`)).toThrow(`"${entry}"`);
  });
});
