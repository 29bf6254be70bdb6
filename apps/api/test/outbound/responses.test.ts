import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { readAllowList } from '../../src/outbound/allow-list.ts';
import { Outbound } from '../../src/outbound/outbound.ts';
import { type Receiver, receive, receiveRaw } from './support/receivers.ts';

const open: { stop(): Promise<void> }[] = [];
afterEach(async () => {
  for (const one of open.splice(0).reverse()) await one.stop();
});
const kept = async (receiver: Promise<Receiver>): Promise<Receiver> => {
  open.push(await receiver);
  return receiver;
};

function outboundWith(): Outbound {
  const allow = readAllowList('127.0.0.0/8');
  const outbound = new Outbound({ allow, connectTimeoutMs: 60_000, responseTimeoutMs: 60_000 });
  open.push({ stop: () => outbound.close() });
  return outbound;
}

const postTo = ({ port }: Receiver, { outbound = outboundWith(), headers = {}, body = '{}' } = {}) =>
  outbound.post({ url: `http://127.0.0.1:${port}/hook?a=b%23`, headers, body });

const respondingWith = (status: number, headers: Record<string, string> = {}, body = '') =>
  kept(receive((_request, response) => response.writeHead(status, headers).end(body)));

describe('the request', () => {
  it('is a POST with the given headers and bytes, and accepts no compression', async () => {
    const body = JSON.stringify({ title: 'größer ✓' });
    const receiver = await kept(
      receive(async (request, response) => {
        const bytes = Buffer.concat(await request.toArray());
        const { method, url, headers } = request;
        response.end(JSON.stringify({ method, url, headers, body: bytes.toString() }));
      }),
    );
    const headers = { 'content-type': 'application/json', 'webhook-id': 'msg_1' };
    const outcome = await postTo(receiver, { headers, body });
    expect(outcome).toEqual({
      statusCode: 200,
      retryAfterSeconds: undefined,
      error: null,
      latencyMs: expect.any(Number),
      body: expect.any(String),
    });
    expect(outcome.latencyMs).toBe(Math.round(outcome.latencyMs));
    expect(JSON.parse(outcome.statusCode ? outcome.body : '')).toEqual({
      method: 'POST',
      url: '/hook?a=b%23',
      headers: {
        ...headers,
        host: `127.0.0.1:${receiver.port}`,
        connection: 'keep-alive',
        'content-length': String(Buffer.byteLength(body)),
      },
      body,
    });
  });

  it('uses no proxy from the environment', async () => {
    const proxy = await kept(receive((_request, response) => response.end('proxy')));
    const names = ['HTTP_PROXY', 'http_proxy', 'ALL_PROXY', 'NODE_USE_ENV_PROXY'];
    for (const name of names)
      vi.stubEnv(name, name.startsWith('NODE') ? '1' : `http://127.0.0.1:${proxy.port}`);
    const outcome = await postTo(await respondingWith(200, {}, 'receiver'));
    vi.unstubAllEnvs();
    expect(outcome).toMatchObject({ statusCode: 200, body: 'receiver' });
    expect(proxy.connections()).toBe(0);
  });

  it('reuses an open connection', async () => {
    const receiver = await respondingWith(200, {}, 'a'.repeat(16_000));
    const outbound = outboundWith();
    for (let round = 0; round < 3; round += 1) {
      expect(await postTo(receiver, { outbound })).toMatchObject({ statusCode: 200 });
      // undici marks a connection as free in the next turn of the event loop.
      await setImmediate();
    }
    expect(receiver.connections()).toBe(1);
  });

  it('opens a new connection when the receiver closes each', async () => {
    const receiver = await respondingWith(200, { connection: 'close' });
    const outbound = outboundWith();
    for (let round = 0; round < 3; round += 1) {
      expect(await postTo(receiver, { outbound })).toMatchObject({ statusCode: 200 });
    }
    expect(receiver.connections()).toBe(3);
  });

  it('runs concurrently with others to the same receiver, also when one hangs', async () => {
    let held: ServerResponse | undefined;
    const receiver = await kept(
      receive((_request, response) => {
        if (held) response.end('other');
        else held = response;
      }),
    );
    const outbound = outboundWith();
    const requests = Array.from({ length: 11 }, () => postTo(receiver, { outbound }));
    const bodies: string[] = [];
    for (const request of requests)
      void request.then((outcome) => bodies.push(outcome.statusCode === 200 ? outcome.body : ''));
    await expect.poll(() => bodies).toEqual(Array(10).fill('other'));
    held?.end('held');
    await Promise.all(requests);
    expect(bodies.at(-1)).toBe('held');
  });
});

describe('the response', () => {
  it.each([200, 201, 204, 304, 400, 404, 410, 429, 500, 503])('returns the status %i', async (status) => {
    expect(await postTo(await respondingWith(status))).toMatchObject({
      statusCode: status,
      error: null,
      body: '',
    });
  });

  it.each([301, 302, 303, 307, 308])('returns the redirect %i without following it', async (status) => {
    const other = await respondingWith(200);
    const location = `http://127.0.0.1:${other.port}/`;
    expect(await postTo(await respondingWith(status, { location }, 'moved'))).toMatchObject({
      statusCode: status,
      body: 'moved',
    });
    expect(other.connections()).toBe(0);
  });

  it('ignores early hints before it', async () => {
    const receiver = await kept(
      receive((_request, response) => {
        response.writeEarlyHints({ link: '</a.css>; rel=preload' });
        response.writeProcessing();
        response.writeHead(201).end();
      }),
    );
    expect(await postTo(receiver)).toMatchObject({ statusCode: 201 });
  });

  const inOneHour = () => new Date(Date.now() + 3_600_000).toUTCString();
  it.each([
    ['a number', () => '120', 120, 120],
    ['0', () => '0', 0, 0],
    ['a huge number', () => '9'.repeat(400), Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER],
    ['a date', inOneHour, 3_000, 3_600],
    ['a date in the form of RFC 850', () => 'Sunday, 06-Nov-94 08:49:37 GMT', 0, 0],
    ['a date in the form of C', () => 'Sun Nov  6 08:49:37 1994', 0, 0],
    ['a date that has passed', () => 'Sun, 06 Nov 1994 08:49:37 GMT', 0, 0],
  ])('accepts Retry-After as %s', async (_title, value, least, most) => {
    const outcome = await postTo(await respondingWith(429, { 'retry-after': value() }));
    const seconds = outcome.statusCode ? outcome.retryAfterSeconds : undefined;
    expect(Number.isInteger(seconds)).toBe(true);
    expect(seconds).toBeGreaterThanOrEqual(least);
    expect(seconds).toBeLessThanOrEqual(most);
  });

  it.each([
    '',
    '-5',
    '1.5',
    '0x10',
    '+30',
    '1e3',
    'soon',
    'Sun, 99 Nov 2030 08:49:37 GMT',
    '2030-01-01T00:00:00Z',
  ])('ignores Retry-After: %j', async (value) => {
    const outcome = await postTo(await respondingWith(503, { 'retry-after': value }));
    expect(outcome).toMatchObject({ statusCode: 503, retryAfterSeconds: undefined });
  });

  it('keeps the first 1,024 bytes of its body, and no partial character at the end', async () => {
    const text = `a${'ü'.repeat(5_000)}`;
    expect(await postTo(await respondingWith(200, {}, text))).toMatchObject({ body: `a${'ü'.repeat(511)}` });
    expect(await postTo(await respondingWith(200, {}, 'x'.repeat(1_024)))).toMatchObject({
      body: 'x'.repeat(1_024),
    });
  });

  it('replaces NUL and invalid bytes by replacement characters', async () => {
    const bytes = Buffer.from([0x61, 0x00, 0xff, 0x62, 0xc3]);
    const receiver = await kept(receive((_request, response) => response.end(bytes)));
    expect(await postTo(receiver)).toMatchObject({ body: 'a\uFFFD\uFFFDb\uFFFD' });
  });

  it('is not decompressed', async () => {
    const zipped = gzipSync('a'.repeat(100_000));
    const receiver = await kept(
      receive((_request, response) => response.setHeader('content-encoding', 'gzip').end(zipped)),
    );
    const outcome = await postTo(receiver);
    expect(outcome).toMatchObject({ statusCode: 200, body: expect.stringContaining('\uFFFD') });
  });

  it('may be chunked', async () => {
    const receiver = await kept(
      receive((_request, response) => {
        response.write('one ');
        response.write('two ');
        response.end('three');
      }),
    );
    expect(await postTo(receiver)).toMatchObject({ statusCode: 200, body: 'one two three' });
  });

  it('is cut off early when it has 100 MB', async () => {
    const total = 100 * 2 ** 20;
    const chunk = Buffer.alloc(65_536, 'a');
    const closed = Promise.withResolvers<number>();
    const receiver = await kept(
      receiveRaw((socket) => {
        socket.on('close', () => closed.resolve(socket.bytesWritten));
        socket.write(`HTTP/1.1 200 OK\r\ncontent-length: ${total}\r\n\r\n`);
        Readable.from(Array<Buffer>(total / chunk.length).fill(chunk)).pipe(socket);
      }),
    );
    expect(await postTo(receiver)).toMatchObject({ statusCode: 200, body: 'a'.repeat(1_024) });
    expect(await closed.promise).toBeLessThan(total / 4);
  });
});
