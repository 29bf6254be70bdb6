import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import { expectProblem, useApi } from '../harness.ts';
import { crew } from '../support/crew.ts';
import { exchange, type HeaderLines, httpRequest, Wire } from '../support/wire.ts';

const api = useApi();

const MiB = 1024 * 1024;
/** 64 KiB that are received and discarded, and as much again in the buffers of the connection. */
const maxReadBytes = 192 * 1024;
const path = '/api/teams/somebodys/tasks';
const json: HeaderLines = [['Content-Type', 'application/json']];

/** Sends a head, then as much of 64 MiB as the server accepts; resolves when the server has closed the connection. */
async function pour(head: Buffer, chunkHead = '', chunkTail = '') {
  const accepted = once(api().app.server, 'connection') as Promise<[Socket]>;
  const { hostname, port } = new URL(api().url);
  const client = connect({ host: hostname, port: Number(port), allowHalfOpen: true });
  const [server] = await accepted;
  const received: Buffer[] = [];
  client.on('data', (bytes) => received.push(bytes)).on('error', () => undefined);
  const closed = once(server, 'close');
  const piece = Buffer.from(`${chunkHead}${'x'.repeat(64 * 1024)}${chunkTail}`);
  client.write(head);
  let sent = 0;
  const send = () => {
    while (sent < 64 * MiB && !client.destroyed) {
      sent += piece.length;
      if (!client.write(piece)) break;
    }
  };
  client.on('drain', send);
  send();
  await closed;
  client.destroy();
  return { text: Buffer.concat(received).toString(), bytesRead: server.bytesRead };
}

const length = (bytes: number): HeaderLines => [...json, ['Content-Length', String(bytes)]];

describe('receives at most 64 KiB of a request without a valid credential', () => {
  it.each([
    ['with a length', 401, () => pour(httpRequest('POST', path, { headers: length(64 * MiB) }))],
    [
      'in chunks',
      401,
      () =>
        pour(
          httpRequest('POST', path, { headers: [...json, ['Transfer-Encoding', 'chunked']] }),
          '10000\r\n',
          '\r\n',
        ),
    ],
    ['to an unknown route', 404, () => pour(httpRequest('POST', '/nowhere', { headers: length(64 * MiB) }))],
    ['over tRPC', 401, () => pour(httpRequest('POST', '/trpc/tasks.create', { headers: length(64 * MiB) }))],
  ] as const)('%s: %i, and the connection ends', async (_name, status, send) => {
    const { text, bytesRead } = await send();
    expect(text).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    expect(text).toMatch(/\r\nconnection: close\r\n/i);
    expect(text).toMatch(/\r\nx-request-id: [\w-]{36}\r\n/i);
    if (status === 401) expect(text).toMatch(/\r\nwww-authenticate: Bearer\r\n/i);
    expect(JSON.parse(text.slice(text.indexOf('\r\n\r\n')))).toBeTypeOf('object');
    expect(bytesRead).toBeLessThan(maxReadBytes);
  });

  it('receives at most 64 KiB of a body for a page', async () => {
    const { bytesRead } = await pour(httpRequest('GET', '/livez', { headers: length(64 * MiB) }));
    expect(bytesRead).toBeLessThan(maxReadBytes);
  });

  it('receives a short body, and the connection accepts the next request', async () => {
    const wire = await Wire.open(api().url);
    for (let count = 0; count < 2; count += 1) {
      const body = 'x'.repeat(60 * 1024);
      wire.send(httpRequest('POST', path, { headers: json, body }));
      expectProblem(await wire.reply(), 401, 'UNAUTHENTICATED');
    }
    wire.close();
  });
});

describe('Expect: 100-continue', () => {
  const expecting = (bytes: number): HeaderLines => [...length(bytes), ['Expect', '100-continue']];
  const continued = 'HTTP/1.1 100 Continue\r\n\r\n';

  it.each([
    ['without a credential', 401, {}],
    ['with one that is unknown', 401, { token: 'cb_agent_invalid' }],
  ])('responds %s with %i and without 100 Continue', async (_name, status, credential) => {
    const wire = await Wire.open(api().url);
    wire.send(httpRequest('POST', path, { ...credential, headers: expecting(10) }));
    const text = await wire.ended();
    expect(text).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    wire.close();
  });

  it('sends no 100 Continue for a forbidden, mistyped or too long body', async () => {
    const { team, agent } = await crew(api(), 'Expecting');
    const create = `/api/teams/${team.teamId}/agents`;
    for (const [token, headers, status] of [
      [agent.token, expecting(10), 403],
      [team.apiKey, [['Content-Type', 'text/plain'], ...expecting(10).slice(1)] as HeaderLines, 415],
      [team.apiKey, expecting(2 * MiB), 413],
    ] as const) {
      const wire = await Wire.open(api().url);
      wire.send(httpRequest('POST', create, { token, headers }));
      expect(await wire.ended()).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
      wire.close();
    }
  });

  it('sends 100 Continue with a valid credential, then 201', async () => {
    const { team } = await crew(api(), 'Continuing');
    const body = '{"name":"Continued"}';
    const { hostname, port } = new URL(api().url);
    const socket = connect({ host: hostname, port: Number(port) });
    let text = '';
    socket.on('data', (bytes) => {
      text += bytes;
    });
    const create = `/api/teams/${team.teamId}/agents`;
    socket.write(httpRequest('POST', create, { token: team.apiKey, headers: expecting(body.length) }));
    await expect.poll(() => text).toBe(continued);
    socket.write(body);
    await expect.poll(() => text).toContain('HTTP/1.1 201 Created');
    socket.destroy();
  });

  it('is ignored for HTTP/1.0, which sends the body without waiting', async () => {
    const text = `POST ${path} HTTP/1.0\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\n{}`;
    expectProblem(await exchange(api().url, text), 401, 'UNAUTHENTICATED');
  });
});
