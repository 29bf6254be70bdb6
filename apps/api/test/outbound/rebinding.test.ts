import { lookup, Resolver } from 'node:dns/promises';
import { hostname } from 'node:os';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { findFreePort } from '../../../../packages/db/src/embedded/free-port.ts';
import { readAllowList } from '../../src/outbound/allow-list.ts';
import { Outbound, type OutboundOptions } from '../../src/outbound/outbound.ts';
import { defaultDnsTimeoutMs } from '../../src/outbound/resolve-name.ts';
import { type DnsResponder, type DnsServer, startDnsServer } from './support/dns-server.ts';
import { type Receiver, receive } from './support/receivers.ts';

const publicAddress = '93.184.215.14';
const notPublic = { reason: 'leads to an address that is not public' };
const notCalled = {
  statusCode: null,
  error:
    'The address is not public, so it was not called. Ask an operator to allow it (admin webhook-allow).',
};

let dns: DnsServer;
let receiver: Receiver;
const open: Outbound[] = [];
beforeAll(async () => {
  dns = await startDnsServer();
});
afterAll(() => dns.stop());
beforeEach(async () => {
  receiver = await receive((request, response) => response.end(request.headers.host));
});
afterEach(async () => {
  await Promise.all(open.splice(0).map((outbound) => outbound.close()));
  await receiver.stop();
});

function outboundWith(
  allow: string,
  options: Partial<Pick<OutboundOptions, 'connectTimeoutMs' | 'dnsServers' | 'dnsTimeoutMs'>> = {},
): Outbound {
  const outbound = new Outbound({
    allow: readAllowList(allow),
    dnsServers: [dns.address],
    dnsTimeoutMs: 60_000,
    connectTimeoutMs: 60_000,
    responseTimeoutMs: 60_000,
    ...options,
  });
  open.push(outbound);
  return outbound;
}
const urlOf = (name: string) => `http://${name}:${receiver.port}/hook`;
const postTo = (outbound: Outbound, name: string) =>
  outbound.post({ url: urlOf(name), headers: {}, body: '{}' });

describe('a host name that resolves to this machine', () => {
  const answers: Record<string, { A?: string[]; AAAA?: string[] }> = {
    'its only address': { A: ['127.0.0.1'] },
    'its only address, IPv6': { AAAA: ['::1'] },
    'the unspecified address': { A: ['0.0.0.0'] },
    'after a public address': { A: [publicAddress, '127.0.0.1'] },
    'before a public address': { A: ['127.0.0.1', publicAddress] },
    'as AAAA next to a public A': { A: [publicAddress], AAAA: ['::1'] },
    'as A next to a public AAAA': { A: ['127.0.0.1'], AAAA: ['2606:4700::1111'] },
    'as an IPv4-mapped AAAA': { A: [publicAddress], AAAA: ['::ffff:127.0.0.1'] },
    'as an IPv4-compatible AAAA': { AAAA: ['::127.0.0.1'] },
    'as a NAT64 AAAA': { AAAA: ['64:ff9b::7f00:1'] },
    'among many': { A: [...Array.from({ length: 20 }, (_, at) => `93.184.215.${at}`), '127.0.0.1'] },
  };

  it.each(Object.entries(answers))(
    'is rejected without a connection: %s',
    async (_title, { A = [], AAAA = [] }) => {
      dns.zone.set('hook.test', (type) => (type === 'A' ? A : AAAA));
      const outbound = outboundWith('');
      for (const name of ['hook.test', 'HOOK.test', 'hook.test.']) {
        expect(await outbound.checkUrl(urlOf(name))).toMatchObject(notPublic);
        expect(await postTo(outbound, name)).toMatchObject(notCalled);
      }
      expect(receiver.connections()).toBe(0);
    },
  );

  it('is rejected when sending although it was public when it was saved', async () => {
    dns.zone.set('rebound.test', (type, question) => {
      if (type === 'AAAA') return [];
      return [question === 0 ? publicAddress : '127.0.0.1'];
    });
    const outbound = outboundWith('');
    expect(await outbound.checkUrl(urlOf('rebound.test'))).toBeUndefined();
    expect(await postTo(outbound, 'rebound.test')).toMatchObject(notCalled);
    expect(receiver.connections()).toBe(0);
  });

  it('is resolved once per connection, and only the checked address is connected to', async () => {
    dns.zone.set('turning.test', (type, question) => {
      if (type === 'AAAA') return question % 2 === 0 ? ['::1'] : [];
      return [question % 2 === 0 ? '127.0.0.1' : publicAddress];
    });
    const outbound = outboundWith('');
    for (let round = 1; round <= 4; round += 1) {
      expect(await postTo(outbound, 'turning.test')).toMatchObject(notCalled);
      expect(dns.asked('turning.test', 'A')).toBe(2 * round - 1);
      expect(await outbound.checkUrl(urlOf('turning.test'))).toBeUndefined();
    }
    expect(receiver.connections()).toBe(0);
  });

  it('is rejected for 50 concurrent requests', async () => {
    dns.zone.set('many.test', (type) => (type === 'A' ? ['127.0.0.1'] : []));
    const outbound = outboundWith('');
    const outcomes = await Promise.all(Array.from({ length: 50 }, () => postTo(outbound, 'many.test')));
    for (const outcome of outcomes) expect(outcome).toMatchObject(notCalled);
    expect(receiver.connections()).toBe(0);
  });

  it('is allowed by a rule for the host or the network, and keeps its name in the Host header', async () => {
    dns.zone.set('hook.test', (type) => (type === 'A' ? ['127.0.0.1'] : []));
    for (const [at, allow] of ['Hook.Test', '127.0.0.0/8'].entries()) {
      const outbound = outboundWith(allow);
      expect(await outbound.checkUrl(urlOf('hook.test'))).toBeUndefined();
      expect(await postTo(outbound, 'hook.test.')).toMatchObject({
        statusCode: 200,
        body: `hook.test:${receiver.port}`,
      });
      expect(receiver.connections()).toBe(at + 1);
    }
  });

  it('is rejected when the operator allows only one of its addresses', async () => {
    dns.zone.set('hook.test', (type) => (type === 'A' ? ['127.0.0.1', '127.0.0.2'] : []));
    const outbound = outboundWith('127.0.0.1');
    expect(await outbound.checkUrl(urlOf('hook.test'))).toMatchObject(notPublic);
    expect(await postTo(outbound, 'hook.test')).toMatchObject(notCalled);
    expect(receiver.connections()).toBe(0);
  });

  it('falls back to the next address when the first refuses; the error contains no address', async () => {
    dns.zone.set('hook.test', (type) => (type === 'A' ? ['127.0.0.1', '127.0.0.2'] : []));
    // Of a port that no other test listens on: of 127.0.0.1 either.
    const own = await receive((_request, response) => response.end(), '127.0.0.2', await findFreePort());
    const outbound = outboundWith('hook.test');
    const post = () =>
      outbound.post({ url: `http://hook.test:${own.port}/`, headers: { connection: 'close' }, body: '{}' });
    expect(await post()).toMatchObject({ statusCode: 200 });
    await own.stop();
    expect(await post()).toMatchObject({ statusCode: null, error: 'The connection was refused.' });
  });

  it('is never looked up in DNS when it is below localhost', async () => {
    const outbound = outboundWith('127.0.0.1');
    expect(await postTo(outbound, 'hook.localhost')).toMatchObject({ statusCode: 200 });
    expect(dns.asked('hook.localhost', 'A')).toBe(0);
  });
});

describe('a host name that cannot be resolved', () => {
  it.each<[string, DnsResponder]>([
    ['there is no such name', () => undefined],
    ['it has no address', () => []],
  ])('is accepted when saved, and fails when sending: %s', async (_title, records) => {
    dns.zone.set('none.test', records);
    const outbound = outboundWith('');
    expect(await outbound.checkUrl(urlOf('none.test'))).toBeUndefined();
    expect(await postTo(outbound, 'none.test')).toMatchObject({
      statusCode: null,
      error: 'The host name could not be resolved.',
    });
  });

  it('is accepted when DNS does not respond, and sending fails after the connect timeout', async () => {
    dns.zone.set('silent.test', () => 'silent');
    const checking = outboundWith('', { dnsTimeoutMs: 100 });
    expect(await checking.checkUrl(urlOf('silent.test'))).toBeUndefined();
    const sending = outboundWith('', { connectTimeoutMs: 300 });
    expect(await postTo(sending, 'silent.test')).toMatchObject({
      statusCode: null,
      error: 'No connection within 0.3 s.',
    });
  });

  it('fails after a time without a DNS response, two seconds by default', async () => {
    expect(defaultDnsTimeoutMs).toBe(2_000);
    dns.zone.set('silent.test', () => 'silent');
    expect(await postTo(outboundWith('', { dnsTimeoutMs: 100 }), 'silent.test')).toMatchObject({
      statusCode: null,
      error: 'The host name could not be resolved.',
    });
  });

  it('succeeds with addresses of one family only', async () => {
    dns.zone.set('half.test', (type) => (type === 'A' ? ['127.0.0.1'] : undefined));
    expect(await postTo(outboundWith('half.test'), 'half.test')).toMatchObject({ statusCode: 200 });
  });
});

/** Whether DNS quickly reports this machine's name as unknown, while /etc/hosts has it. */
async function isHostNameOnlyInHostsFile(): Promise<boolean> {
  const asked = new Resolver({ timeout: 1_000, tries: 1 }).resolve4(hostname());
  const code = await asked.then(
    () => 'found',
    (error) => error.code,
  );
  const own = await lookup(hostname()).catch(() => undefined);
  return code === 'ENOTFOUND' && own?.address.startsWith('127.') === true;
}

describe('a host name that only the hosts file contains', async () => {
  it.runIf(await isHostNameOnlyInHostsFile())('is checked like any other', async () => {
    const outbound = outboundWith('', { dnsServers: undefined });
    expect(await outbound.checkUrl(urlOf(hostname()))).toMatchObject(notPublic);
    expect(await postTo(outbound, hostname())).toMatchObject(notCalled);
    expect(receiver.connections()).toBe(0);
    const allowing = outboundWith(hostname(), { dnsServers: undefined });
    expect(await postTo(allowing, hostname())).toMatchObject({ statusCode: 200 });
  });
});
