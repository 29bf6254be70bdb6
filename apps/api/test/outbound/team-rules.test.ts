import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { readAllowList } from '../../src/outbound/allow-list.ts';
import { Outbound } from '../../src/outbound/outbound.ts';
import { type DnsServer, startDnsServer } from './support/dns-server.ts';
import { type Receiver, receive } from './support/receivers.ts';

const arrived = { statusCode: 200 };
const notCalled = { statusCode: null, error: expect.stringMatching(/^The address is not public/) };

let dns: DnsServer;
let outbound: Outbound;
let receiver: Receiver;
let other: Receiver;
beforeAll(async () => {
  dns = await startDnsServer();
});
afterAll(() => dns.stop());
beforeEach(async () => {
  receiver = await receive((_request, response) => response.end());
  other = await receive((_request, response) => response.end());
  const allow = readAllowList('');
  outbound = new Outbound({
    allow,
    dnsServers: [dns.address],
    dnsTimeoutMs: 60_000,
    connectTimeoutMs: 60_000,
    responseTimeoutMs: 60_000,
  });
});
afterEach(async () => {
  await outbound.close();
  await receiver.stop();
  await other.stop();
});

const post = (url: string, teamAllow = '') =>
  outbound.post({ url, headers: {}, body: '{}', teamAllow: readAllowList(teamAllow) });
const check = (url: string, teamAllow = '') => outbound.checkUrl(url, readAllowList(teamAllow));

/** Expects an error on saving and on sending, and no connection. */
async function expectBlocked(url: string, teamAllow: string): Promise<void> {
  const before = receiver.connections() + other.connections();
  expect(await check(url, teamAllow), url).toMatchObject({ allowRule: expect.any(String) });
  expect(await post(url, teamAllow), url).toMatchObject(notCalled);
  expect(receiver.connections() + other.connections()).toBe(before);
}

async function expectCalled(url: string, teamAllow: string): Promise<void> {
  const before = receiver.connections();
  expect(await check(url, teamAllow), url).toBeUndefined();
  expect(await post(url, teamAllow), url).toMatchObject(arrived);
  expect(receiver.connections(), url).toBe(before + 1);
}

describe('the rules of a team', () => {
  it('allow the destination that they name, by address and by name', async () => {
    const { port } = receiver;
    dns.zone.set('hook.test', (type) => (type === 'A' ? ['127.0.0.1'] : []));
    await expectCalled(`http://127.0.0.1:${port}/`, `127.0.0.1/32:${port}`);
    await expectCalled(`http://hook.test:${port}/`, `127.0.0.1/32:${port}`);
    await expectCalled(`http://hook.test:${port}/`, `hook.test:${port}`);
    await expectCalled(`http://hook.test.:${port}/`, 'hook.test');
    await expectCalled(`http://localhost:${port}/`, `127.0.0.1/32:${port}`);
    await expectCalled(`http://127.9.9.9:${port}/`, '10.0.0.0/8, 127.0.0.0/8');
  });

  it('allow no other port, by address and by name', async () => {
    dns.zone.set('hook.test', (type) => (type === 'A' ? ['127.0.0.1'] : []));
    for (const host of ['127.0.0.1', 'hook.test', 'localhost']) {
      const rules = `127.0.0.1/32:${receiver.port}, hook.test:${receiver.port}, localhost:${receiver.port}`;
      await expectBlocked(`http://${host}:${other.port}/`, rules);
      await expectBlocked(`http://${host}/`, rules);
      await expectBlocked(`https://${host}/`, rules);
    }
  });

  it.each([
    ['an IPv4-mapped address', '[::ffff:127.0.0.1]', '127.0.0.1/32'],
    ['an IPv4-compatible address', '[::127.0.0.1]', '127.0.0.1/32'],
    ['a NAT64 address', '[64:ff9b::7f00:1]', '127.0.0.1/32'],
    ['a neighbour', '127.0.0.2', '127.0.0.1/32'],
    ['the other loopback address', '[::1]', '127.0.0.1/32'],
    ['the unspecified address', '0.0.0.0', '127.0.0.1/32'],
    ['the address of an allowed name', '127.0.0.1', 'localhost'],
    ['a name below an allowed name', 'a.localhost', 'localhost'],
  ])('allow no other spelling or address: %s', async (_title, host, rule) => {
    await expectBlocked(`http://${host}:${receiver.port}/`, `${rule}:${receiver.port}`);
    await expectBlocked(`http://${host}:${receiver.port}/`, rule);
  });

  it('apply to the address that a name resolves to at the connect, not when it was saved', async () => {
    const rules = `127.0.0.2/32:${receiver.port}`;
    dns.zone.set('rebound.test', (type, question) => {
      if (type === 'AAAA') return [];
      return [question === 0 ? '127.0.0.2' : '127.0.0.1'];
    });
    const url = `http://rebound.test:${receiver.port}/`;
    expect(await check(url, rules)).toBeUndefined();
    expect(await post(url, rules)).toMatchObject(notCalled);
    dns.zone.set('mixed.test', (type) => (type === 'A' ? ['127.0.0.2', '127.0.0.1'] : []));
    await expectBlocked(`http://mixed.test:${receiver.port}/`, rules);
    expect(receiver.connections()).toBe(0);
  });

  it('allow no requests of other teams, and none of the team once they are removed', async () => {
    const url = `http://127.0.0.1:${receiver.port}/`;
    const rules = `127.0.0.1/32:${receiver.port}`;
    for (let round = 1; round <= 3; round += 1) {
      expect(await post(url, rules)).toMatchObject(arrived);
      expect(await post(url)).toMatchObject(notCalled);
      expect(await post(url, `127.0.0.1/32:${other.port}`)).toMatchObject(notCalled);
      expect(receiver.connections()).toBe(round);
    }
  });

  it('apply only to their team among concurrent requests', async () => {
    const url = `http://localhost:${receiver.port}/`;
    const rules = `127.0.0.1/32:${receiver.port}`;
    const outcomes = await Promise.all(
      Array.from({ length: 40 }, (_, at) => post(url, at % 2 === 0 ? rules : '')),
    );
    for (const [at, outcome] of outcomes.entries()) {
      expect(outcome).toMatchObject(at % 2 === 0 ? arrived : notCalled);
    }
    expect(receiver.connections()).toBe(20);
  });

  it('do not apply to the target of a redirect', async () => {
    const target = `http://127.0.0.1:${other.port}/`;
    const redirecting = await receive((_request, response) =>
      response.writeHead(307, { location: target }).end(),
    );
    const outcome = await post(
      `http://127.0.0.1:${redirecting.port}/`,
      `127.0.0.1/32:${redirecting.port}, 127.0.0.1/32:${other.port}`,
    );
    await redirecting.stop();
    expect(outcome).toMatchObject({ statusCode: 307 });
    expect(other.connections()).toBe(0);
  });

  it('are suggested as the narrowest rule that allows the URL', async () => {
    const suggested = async (url: string) => (await check(url))?.allowRule;
    dns.zone.set('hook.test', (type) => (type === 'A' ? ['10.0.0.1'] : []));
    expect(await suggested('http://127.0.0.1:4800/x?y')).toBe('127.0.0.1/32:4800');
    expect(await suggested('https://10.1.2.3/')).toBe('10.1.2.3/32:443');
    expect(await suggested('http://[::1]:80/')).toBe('[::1]/128:80');
    expect(await suggested('http://HOOK.test.:81/')).toBe('hook.test:81');
    expect(await suggested('ftp://10.1.2.3/')).toBeUndefined();
  });
});

describe("the operator's rules with a port", () => {
  it('apply to all teams for this port alone, also on a connection that is kept open', async () => {
    const allow = readAllowList(`127.0.0.1:${receiver.port}`);
    const operators = new Outbound({ allow, connectTimeoutMs: 60_000, responseTimeoutMs: 60_000 });
    const send = (host: string, port: number) =>
      operators.post({ url: `http://${host}:${port}/`, headers: {}, body: '{}' });
    for (const host of ['127.0.0.1', 'localhost']) {
      expect(await send(host, receiver.port)).toMatchObject(arrived);
      expect(await send(host, other.port)).toMatchObject(notCalled);
    }
    await operators.close();
    expect([receiver.connections(), other.connections()]).toEqual([2, 0]);
  });
});
