import type { IncomingMessage } from 'node:http';
import proxyAddress from '@fastify/proxy-addr';
import { describe, expect, it } from 'vitest';
import { addressKey, clientAddress, readTrustProxy } from './index.ts';

const proxy = '10.0.0.1';
const from = (remoteAddress: string | undefined, forwardedFor: string | undefined, trust: string) =>
  clientAddress({ remoteAddress, forwardedFor }, readTrustProxy(trust));

describe('clientAddress', () => {
  it.each([
    ['nobody is trusted', 'false', proxy, '192.0.2.9', proxy],
    ['nothing is set', '', proxy, '192.0.2.9', proxy],
    ['a listed proxy forwards', '10.0.0.1', proxy, '192.0.2.9', '192.0.2.9'],
    ['a proxy of a listed network forwards', '192.0.2.1, 10.0.0.0/8', proxy, '203.0.113.7', '203.0.113.7'],
    ['two listed proxies forward', '10.0.0.0/8', proxy, '203.0.113.7, 10.0.0.2', '203.0.113.7'],
    ['the client forged entries to the left', '10.0.0.1', proxy, '1.1.1.1, 203.0.113.7', '203.0.113.7'],
    ['the sender is no listed proxy', '10.0.0.1', '203.0.113.7', '1.1.1.1', '203.0.113.7'],
    ['the proxy has an IPv4-mapped address', '10.0.0.1', '::ffff:10.0.0.1', '1.1.1.1', '1.1.1.1'],
    ['whatever is in front is trusted', 'true', proxy, '1.1.1.1, 203.0.113.7', '203.0.113.7'],
    ['a trusted proxy says nothing', 'true', proxy, undefined, proxy],
    ['a trusted proxy forwards for no address', 'true', proxy, 'x'.repeat(10_000), 'unknown'],
    ['the socket has closed', 'false', undefined, '1.1.1.1', 'unknown'],
  ])('when %s', (_case, trust, remote, header, expected) => {
    expect(from(remote, header, trust)).toBe(expected);
  });

  it('returns the address that Fastify derives from the same function', () => {
    const headers = { 'x-forwarded-for': '1.1.1.1, 203.0.113.7, 10.0.0.2' };
    const request = { headers, socket: { remoteAddress: proxy } } as unknown as IncomingMessage;
    for (const trust of ['false', 'true', '10.0.0.0/8', '10.0.0.1']) {
      const ips = proxyAddress.all(request, readTrustProxy(trust));
      expect(from(proxy, headers['x-forwarded-for'], trust)).toBe(ips.at(-1));
    }
  });
});

describe('readTrustProxy', () => {
  it.each(['1', 'yes', 'proxy.example', '10.0.0.1,', '10.0.0.0/33', '10.0.0.0/0', '::1/129', '1.2.3.4/8/9'])(
    'rejects %j and names the variable',
    (value) => {
      expect(() => readTrustProxy(value)).toThrow(/^TRUST_PROXY must be/);
    },
  );

  it('accepts the network names of proxy-addr', () => {
    expect(from('::1', '1.1.1.1', 'loopback')).toBe('1.1.1.1');
  });
});

describe('addressKey', () => {
  it.each([
    ['192.0.2.1', '192.0.2.1'],
    ['::ffff:192.0.2.1', '192.0.2.1'],
    ['::ffff:c000:201', '192.0.2.1'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:0DB8:0001:0002::9', '2001:db8:1:2::/64'],
    ['fe80::1%eth0', 'fe80::/64'],
    ['::1', '::/64'],
    ['unknown', 'unknown'],
    ['', 'unknown'],
    ['1', 'unknown'],
    ['192.0.2.1:80', 'unknown'],
    ['1'.repeat(100_000), 'unknown'],
  ])('%s counts as %s', (address, expected) => {
    expect(addressKey(address)).toBe(expected);
  });
});
