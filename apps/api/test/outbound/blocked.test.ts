import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readAllowList } from '../../src/outbound/allow-list.ts';
import { Outbound } from '../../src/outbound/outbound.ts';
import {
  addressIn,
  colons,
  embeddings,
  forbiddenIpv4,
  forbiddenIpv6,
  ipv4Spellings,
} from './support/addresses.ts';
import { type Receiver, receive } from './support/receivers.ts';

const outbound = new Outbound({
  allow: readAllowList(''),
  connectTimeoutMs: 60_000,
  responseTimeoutMs: 60_000,
});
const notPublic = 'leads to an address that is not public';
const notCalled =
  'The address is not public, so it was not called. Ask an operator to allow it (admin webhook-allow).';

let receiver: Receiver;
beforeAll(async () => {
  receiver = await receive((_request, response) => response.end());
});
afterAll(async () => {
  await outbound.close();
  await receiver.stop();
});

const send = (url: string) => outbound.post({ url, headers: {}, body: '{}' });

/** Expects an error on saving and on sending, and no connection to this machine, which listens on all its addresses. */
async function expectBlocked(host: string): Promise<void> {
  const url = `http://${host}:${receiver.port}/hook`;
  const blocked = await outbound.checkUrl(url);
  const { statusCode, error } = await send(url);
  expect({ url, reason: blocked?.reason, statusCode, error }).toEqual({
    url,
    reason: notPublic,
    statusCode: null,
    error: notCalled,
  });
  expect(receiver.connections()).toBe(0);
}

/** Some of the addresses belong to this machine, so that the test would see a connection. */
const anyForbidden = fc.oneof(addressIn(['127.0.0.0/8', '0.0.0.0/32']), addressIn(forbiddenIpv4));

describe('rejects URLs with an address that is not public', () => {
  it.each(Object.entries(ipv4Spellings))('IPv4 %s', async (_name, spell) => {
    await fc.assert(
      fc.asyncProperty(anyForbidden, (value) => expectBlocked(spell(value))),
      { numRuns: 40 },
    );
  });

  it.each(Object.entries(embeddings))('IPv4 embedded in IPv6, %s', async (_name, embed) => {
    await fc.assert(
      fc.asyncProperty(anyForbidden, fc.boolean(), (value, isUpper) => {
        const host = `[${embed(value)}]`;
        return expectBlocked(isUpper ? host.toUpperCase() : host);
      }),
      { numRuns: 40 },
    );
  });

  it('IPv6', async () => {
    await fc.assert(
      fc.asyncProperty(addressIn(forbiddenIpv6), (value) => expectBlocked(`[${colons(value)}]`)),
      { numRuns: 200 },
    );
    await expectBlocked('[::1]');
    await expectBlocked('[::]');
  });

  it.each([
    'localhost',
    'LOCALHOST',
    'localhost.',
    'hook.localhost',
    'a.b.Localhost.',
    'ｌocalhost',
    '%6cocalhost',
  ])('the host name %s', (name) => expectBlocked(name));

  it.each([
    ['http://[::1%25eth0]/', 'is not a valid URL'],
    ['http://[fe80::1%eth0]/', 'is not a valid URL'],
    ['http://localhost../', 'is not a valid URL'],
    ['http://127.0.0.1.../', 'is not a valid URL'],
    ['http://a..b/', 'is not a valid URL'],
    ['http://./', 'is not a valid URL'],
    ['http://256.0.0.1/', 'is not a valid URL'],
    ['', 'is not a valid URL'],
    ['//example.com', 'is not a valid URL'],
    ['ftp://example.com/', 'must start with http:// or https://'],
    ['file:///etc/passwd', 'must start with http:// or https://'],
    ['javascript:alert(1)', 'must start with http:// or https://'],
    ['http://ada@example.com/', 'must not contain a user name or a password'],
    ['http://:secret@example.com/', 'must not contain a user name or a password'],
    ['http://example.com/#', 'must not contain a fragment (#)'],
    ['http://example.com/a#b', 'must not contain a fragment (#)'],
    [`http://example.com/${'a'.repeat(2_030)}`, 'must have at most 2,048 characters'],
    [`http://example.com/${'ü'.repeat(1_000)}`, 'must have at most 2,048 characters'],
  ])('%s %s', async (url, reason) => {
    expect(await outbound.checkUrl(url)).toEqual({ reason });
    expect(await send(url)).toEqual({ latencyMs: 0, statusCode: null, error: `The URL ${reason}.` });
  });

  it('accepts URLs with a public address, any port and any query', async () => {
    for (const url of ['https://8.8.8.8/', 'http://1.1.1.1:8080/a?b=%23', 'https://[2606:4700::1111]:444/']) {
      expect(await outbound.checkUrl(url), url).toBeUndefined();
    }
  });
});

describe('with an allow list', () => {
  const cases = [
    ['127.0.0.1', '127.0.0.1', '127.0.0.2'],
    ['127.0.0.0/8', '127.9.9.9', '[::ffff:127.0.0.1]'],
    ['127.0.0.0/8', 'localhost', '[::1]'],
    ['localhost', 'LocalHost.', '127.0.0.1'],
    ['hook.localhost', 'hook.localhost', 'localhost'],
  ] as const;

  it.each(cases)('%s allows %s, and not %s', async (allow, allowed, forbidden) => {
    const own = await receive((_request, response) => response.end());
    const some = new Outbound({
      allow: readAllowList(allow),
      connectTimeoutMs: 60_000,
      responseTimeoutMs: 60_000,
    });
    const postTo = (host: string) =>
      some.post({ url: `http://${host}:${own.port}/`, headers: {}, body: '{}' });
    expect(await some.checkUrl(`http://${forbidden}/`)).toMatchObject({ reason: notPublic });
    expect(await postTo(forbidden)).toMatchObject({ statusCode: null });
    expect(own.connections()).toBe(0);
    expect(await some.checkUrl(`http://${allowed}/`)).toBeUndefined();
    expect(await postTo(allowed)).toMatchObject({ statusCode: 200 });
    expect(own.connections()).toBe(1);
    await some.close();
    await own.stop();
  });
});
