import { beforeAll, describe, expect, it } from 'vitest';
import { expectProblem, useApi } from '../harness.ts';
import { type Crew, crew } from '../support/crew.ts';
import { exchange, type HeaderLines, httpRequest, Wire } from '../support/wire.ts';

const api = useApi();

let home: Crew;
/** Started first and read last: its ten seconds pass while the other tests run. */
let slow: { headers: Wire; began: number };
beforeAll(async () => {
  home = await crew(api(), 'Home');
  const headers = await Wire.open(api().url);
  headers.send('POST /api/me HTTP/1.1\r\nHost: crewboard.test\r\nX-Slow: ');
  slow = { headers, began: Date.now() };
});

const json: HeaderLines = [['Content-Type', 'application/json']];
const length = (value: string): HeaderLines => [...json, ['Content-Length', value]];
const chunked: HeaderLines = [...json, ['Transfer-Encoding', 'chunked']];

const createPath = () => `/api/teams/${home.team.teamId}/agents`;
const create = (headers: HeaderLines, body?: string) =>
  httpRequest('POST', createPath(), { token: home.team.apiKey, headers, body });
const get = (headers: HeaderLines) => httpRequest('GET', '/api/me', { token: home.team.apiKey, headers });

/** Expects the bytes to be rejected with this problem, the connection to be closed, and nothing to be stored. */
async function expectRejectedBytes(
  bytes: string | Uint8Array,
  status: number,
  code: 'BAD_REQUEST' | 'HEADERS_TOO_LARGE',
) {
  const before = await api().stored();
  const wire = await Wire.open(api().url);
  try {
    const reply = await wire.send(bytes).finish().reply();
    expectProblem(reply, status, code);
    expect(reply.headers.get('connection')).toBe('close');
    expect(await wire.ended()).toBe('');
  } finally {
    wire.close();
  }
  expect(await api().stored()).toEqual(before);
}

const http = (text: string): string => text.replaceAll('\n', '\r\n');
const agent = '{"name":"Smuggled"}';
const smuggled = () =>
  httpRequest('POST', createPath(), { token: home.team.apiKey, headers: json, body: agent });

const broken: Record<string, () => string | Uint8Array> = {
  garbage: () => 'let me in\r\n\r\n',
  'random bytes': () => Uint8Array.from({ length: 400 }, (_, index) => (index * 151 + 7) % 256),
  'a TLS greeting': () =>
    Uint8Array.from([0x16, 0x03, 0x01, 0x02, 0x00, 0x01, 0x00, 0x01, 0xfc, 0x03, 0x03, 0x0d, 0x0a]),
  'the preface of HTTP/2': () => http('PRI * HTTP/2.0\n\nSM\n\n'),
  'an unknown method': () => httpRequest('BREW', '/api/me'),
  'a method in small letters': () => httpRequest('get', '/api/me'),
  'an unknown version': () => http('GET /api/me HTTP/9.9\nHost: crewboard.test\n\n'),
  'no version and no target': () => http('GET\n\n'),
  'a target that is no URL': () => httpRequest('GET', 'api/me'),
  'a blank in the target': () => httpRequest('GET', '/api/me now'),
  'an emoji that is not encoded in the target': () => httpRequest('GET', '/api/tasks/🦊'),
  'a NUL in the target': () => httpRequest('GET', '/api/\0me'),
  'both Content-Length and Transfer-Encoding': () =>
    create([...length('4'), ['Transfer-Encoding', 'chunked']], `0\r\n\r\n${smuggled().toString()}`),
  'both Transfer-Encoding and Content-Length': () =>
    create([...chunked, ['Content-Length', '4']], `0\r\n\r\n${smuggled().toString()}`),
  'two different Content-Lengths': () => create([...length('19'), ['Content-Length', '20']], agent),
  'a Content-Length that is a list': () => create(length('19, 19'), agent),
  'a negative Content-Length': () => create(length('-1'), agent),
  'a Content-Length with a sign': () => create(length('+19'), agent),
  'a Content-Length in hexadecimal': () => create(length('0x13'), agent),
  'a Content-Length beyond all numbers': () => create(length('9'.repeat(40)), agent),
  'a Transfer-Encoding that does not end in chunked': () =>
    create([...json, ['Transfer-Encoding', 'chunked, identity']], '0\r\n\r\n'),
  'a chunk without a size': () => create(chunked, 'zz\r\n{}\r\n0\r\n\r\n'),
  'a chunk that is longer than its size': () => create(chunked, '2\r\n{}x\r\n0\r\n\r\n'),
  'a chunk size beyond all numbers': () => create(chunked, `${'f'.repeat(20)}\r\n{}\r\n0\r\n\r\n`),
  'a NUL in a header': () => get([['X-Thing', 'a\0b']]),
  'a line feed alone in a header': () => get([['X-Thing', 'a\nX-Other: b']]),
  'a carriage return alone in a header': () => get([['X-Thing', 'a\rX-Other: b']]),
  'a header without a name': () => get([['', 'value']]),
  'a blank before the colon': () => get([['X-Thing ', 'value']]),
  'a header without a colon': () => http('GET /api/me HTTP/1.1\nHost: crewboard.test\nunknownField\n\n'),
  'a continued header line': () => get([['X-Thing', 'a\r\n b']]),
  'two Hosts': () => get([['Host', 'evil.test']]),
  'the same Host twice': () => get([['host', 'crewboard.test']]),
  'a Transfer-Encoding before chunked': () =>
    create([...json, ['Transfer-Encoding', 'gzip, chunked']], '13\r\n{"name":"Smuggled"}\r\n0\r\n\r\n'),
  'chunked twice': () =>
    create([...chunked, ['Transfer-Encoding', 'chunked']], '13\r\n{"name":"Smuggled"}\r\n0\r\n\r\n'),
  'no Host': () => http('GET /api/me HTTP/1.1\nConnection: close\n\n'),
  'a body shorter than its Content-Length': () => create(length('100'), agent),
  'chunks that end before the last one': () => create(chunked, '13\r\n{"name":"Smuggled"}\r\n'),
  'headers that end before the blank line': () => http('GET /api/me HTTP/1.1\nHost: crewboard.test\n'),
};

describe('responds with 400 BAD_REQUEST, closes the connection and stores nothing', () => {
  it.each(Object.entries(broken))('%s', (_name, bytes) => expectRejectedBytes(bytes(), 400, 'BAD_REQUEST'));
});

describe('responds with an error of the closed list', () => {
  it('to an expectation that the service does not know', async () => {
    const reply = await exchange(api().url, get([['Expect', 'the-unexpected']]));
    expect([200, 400]).toContain(reply.status);
    if (reply.status !== 200) expectProblem(reply, 400, 'BAD_REQUEST');
  });

  it('to CONNECT', async () => {
    const reply = await exchange(api().url, httpRequest('CONNECT', 'example.com:443'));
    expect(reply.headers.get('content-type')).toBe('application/problem+json; charset=utf-8');
    expect([400, 404, 405]).toContain(reply.status);
  });

  it('to OPTIONS *', async () => {
    const reply = await exchange(api().url, httpRequest('OPTIONS', '*'));
    expect([404, 405]).toContain(reply.status);
    expectProblem(reply, reply.status, reply.status === 404 ? 'NOT_FOUND' : 'METHOD_NOT_ALLOWED');
  });

  it('to an Upgrade header, which is ignored', async () => {
    const upgrade: HeaderLines = [
      ['Connection', 'Upgrade'],
      ['Upgrade', 'websocket'],
      ['Sec-WebSocket-Key', 'dGhlIHNhbXBsZSBub25jZQ=='],
      ['Sec-WebSocket-Version', '13'],
    ];
    expectProblem(
      await exchange(api().url, httpRequest('GET', '/api/me', { headers: upgrade })),
      401,
      'UNAUTHENTICATED',
    );
  });

  it('to HTTP/1.0', async () => {
    const wire = await Wire.open(api().url);
    const reply = await wire.send(http('GET /api/me HTTP/1.0\n\n')).reply();
    expectProblem(reply, 401, 'UNAUTHENTICATED');
    expect(await wire.ended()).toBe('');
    wire.close();
  });
});

describe('431 HEADERS_TOO_LARGE: more than 16 KiB of request line and headers', () => {
  it('accepts 15 KiB', async () => {
    expect((await exchange(api().url, get([['X-Padding', 'x'.repeat(15 * 1024)]]))).status).toBe(200);
  });

  it.each([
    ['one long header', () => get([['X-Padding', 'x'.repeat(17 * 1024)]])],
    ['many headers', () => get(Array.from({ length: 600 }, (_, index) => [`X-${index}`, 'x'.repeat(30)]))],
    ['a long name', () => get([[`X-${'x'.repeat(17 * 1024)}`, 'x']])],
    ['a long token', () => get([['Authorization', `Bearer ${'x'.repeat(17 * 1024)}`]])],
    ['a long request line', () => httpRequest('GET', `/api/me?${'x'.repeat(17 * 1024)}`)],
  ] satisfies [string, () => Buffer][])('%s', (_name, bytes) =>
    expectRejectedBytes(bytes(), 431, 'HEADERS_TOO_LARGE'),
  );

  it('rejects a client that never stops sending headers', async () => {
    const wire = await Wire.open(api().url);
    wire.send('GET /api/me HTTP/1.1\r\nHost: crewboard.test\r\n');
    for (let sent = 0; sent < 100; sent += 1) wire.send(`X-${sent}: ${'x'.repeat(1000)}\r\n`);
    expectProblem(await wire.reply(), 431, 'HEADERS_TOO_LARGE');
    await wire.ended();
    wire.close();
  });
});

it("broken HTTP is the client's mistake: no error is logged", () => {
  const lines = api().logLines.map((line) => JSON.parse(line) as { level: number; msg: string; err?: Error });
  const errors = lines.filter(({ level }) => level >= 50).map(({ msg, err }) => `${msg} ${err?.message}`);
  expect(errors.join('\n')).toBe('');
});

it('408: closes a connection whose headers are incomplete after ten seconds', async () => {
  expectProblem(await slow.headers.reply(), 408, 'REQUEST_TIMEOUT');
  expect(await slow.headers.ended()).toBe('');
  expect(Date.now() - slow.began).toBeGreaterThan(9_000);
  slow.headers.close();
});
