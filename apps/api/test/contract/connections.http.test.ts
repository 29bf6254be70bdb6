import { connect } from 'node:net';
import { promisify } from 'node:util';
import { Agent } from '@crewboard/contracts';
import { beforeAll, describe, expect, it } from 'vitest';
import { expectBody, useApi } from '../harness.ts';
import { type Crew, crew } from '../support/crew.ts';
import { type HeaderLines, httpRequest, Wire } from '../support/wire.ts';

const api = useApi();

let home: Crew;
beforeAll(async () => {
  home = await crew(api(), 'Home');
});

const json: HeaderLines = [['Content-Type', 'application/json']];
const agent = '{"name":"Smuggled"}';
const createPath = () => `/api/teams/${home.team.teamId}/agents`;
const create = (headers: HeaderLines, body?: string) =>
  httpRequest('POST', createPath(), { token: home.team.apiKey, headers, body });
const me = () => httpRequest('GET', '/api/me', { token: home.team.apiKey });

/** Requests that never reach a route: Node itself reports them. */
const odd: Record<string, Buffer> = {
  garbage: Buffer.from('let me in\r\n\r\n'),
  CONNECT: httpRequest('CONNECT', 'example.com:443'),
  'an unknown expectation': httpRequest('GET', '/api/me', { headers: [['Expect', 'the-unexpected']] }),
  'headers over 16 KiB': httpRequest('GET', '/api/me', { headers: [['X-Padding', 'x'.repeat(20_000)]] }),
};

describe('the connection after an error', () => {
  const failing: Record<string, () => Buffer> = {
    '401 with an unread body': () => httpRequest('POST', createPath(), { headers: json, body: agent }),
    '403 with an unread body': () =>
      httpRequest('POST', createPath(), { token: home.agent.token, headers: json, body: agent }),
    '404 with an unread body': () => httpRequest('POST', '/api/nothing', { headers: json, body: agent }),
    '405 with an unread body': () => httpRequest('PUT', '/api/me', { headers: json, body: agent }),
    '413 with a body of 1.5 MiB': () => create(json, ' '.repeat(1.5 * 1024 * 1024)),
    '414 with an unread body': () =>
      httpRequest('POST', `/api/nothing?${'x'.repeat(9_000)}`, { headers: json, body: agent }),
    '415 with a body': () => create([['Content-Type', 'text/plain']], agent),
    '400 with a body': () => create(json, '{"name":'),
  };

  it.each(Object.entries(failing))(
    'serves the next request or is closed, and never parses the body as a request: %s',
    async (_name, bytes) => {
      const wire = await Wire.open(api().url);
      const failed = await wire.send(bytes()).reply();
      expect(failed.status).toBeGreaterThanOrEqual(400);
      if (failed.headers.get('connection') === 'close') {
        expect(await wire.ended()).toBe('');
      } else {
        const next = await wire.send(me()).reply();
        expect(next.status, next.text).toBe(200);
      }
      wire.close();
    },
  );

  it.each(Object.entries(odd))(
    'is closed by the service when the client keeps it open: %s',
    async (_name, bytes) => {
      const connections = promisify(api().app.server.getConnections.bind(api().app.server));
      const wires = await Promise.all(Array.from({ length: 20 }, () => Wire.open(api().url)));
      try {
        for (const wire of wires) {
          await wire.send(bytes).reply();
          await wire.ended();
        }
        await expect.poll(() => connections()).toBeLessThan(20);
      } finally {
        for (const wire of wires) wire.close();
      }
    },
  );
});

describe('pipelined requests', () => {
  it('get their responses in order, errors included', async () => {
    const wire = await Wire.open(api().url);
    const rejected = httpRequest('POST', createPath(), { headers: json, body: agent });
    const requests = [me(), rejected, create(json, agent), me()];
    wire.send(Buffer.concat(requests));
    const statuses: number[] = [];
    for (const _ of requests) statuses.push((await wire.reply()).status);
    expect(statuses).toEqual([200, 401, 201, 200]);
    wire.close();
  });

  it.each(Object.entries(odd))(
    'never send the error of a later request as the response to an earlier one: %s',
    async (_name, bytes) => {
      const wire = await Wire.open(api().url);
      try {
        // Closing the connection without a response would be correct as well.
        const first = await wire
          .send(Buffer.concat([me(), bytes]))
          .reply()
          .catch(() => undefined);
        expect([200, undefined]).toContain(first?.status);
      } finally {
        wire.close();
      }
    },
  );
});

it('reads a body that arrives byte by byte', async () => {
  const wire = await Wire.open(api().url);
  for (const byte of create(json, agent)) wire.send(Uint8Array.of(byte));
  expectBody(await wire.reply(), 201, Agent.loose());
  wire.close();
});

describe('a client that resets the connection during the response', () => {
  /** Sends the bytes and resets the connection, so that no client reads the response. */
  const sendAndReset = (bytes: Buffer) =>
    new Promise<void>((resolve) => {
      const socket = connect(Number(new URL(api().url).port), '127.0.0.1', () => {
        socket.write(bytes, () => socket.resetAndDestroy());
      });
      socket.on('error', () => undefined).on('close', () => resolve());
    });

  const requests = (): [string, Buffer][] => [
    ...Object.entries(odd),
    ['a request', me()],
    ['a request with half a body', create([...json, ['Content-Length', '100']], agent)],
    ['a request that is rejected', httpRequest('POST', createPath(), { headers: json, body: agent })],
  ];

  it('causes no uncaught exception', async () => {
    const uncaught: string[] = [];
    const note = (error: Error) => void uncaught.push(error.message);
    process.on('uncaughtException', note);
    try {
      for (const [name, bytes] of requests()) {
        for (let round = 0; round < 20; round += 1) await sendAndReset(bytes);
        expect((await api().request('GET', '/livez')).status).toBe(200);
        expect(uncaught, name).toEqual([]);
      }
    } finally {
      process.off('uncaughtException', note);
    }
  });

  it('causes no logged error', () => {
    const lines = api().logLines.map((line) => JSON.parse(line) as { level: number; msg: string });
    expect(lines.filter(({ level }) => level >= 50).map(({ msg }) => msg)).toEqual([]);
  });
});
