import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buildText } from '@crewboard/build-info';
import { afterEach, describe, expect, it } from 'vitest';
import { pipeToApi } from './pipe-to-api.ts';

interface Call {
  method: string | undefined;
  url: string | undefined;
  headers: IncomingHttpHeaders;
  body: string;
}

interface ApiResponse {
  status: number;
  type: string;
  body: string;
}

const servers: Server[] = [];

afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

/** An API that gives every call the same response and records the requests. */
async function startApi({ status, type, body }: ApiResponse) {
  const calls: Call[] = [];
  const server = createServer(async (request, response) => {
    const chunks = await request.toArray();
    const { method, url, headers } = request;
    calls.push({ method, url, headers, body: Buffer.concat(chunks).toString() });
    response.writeHead(status, { 'Content-Type': type, 'Set-Cookie': 'a=b', 'X-Inner': '1' }).end(body);
  });
  servers.push(server.listen(0, '127.0.0.1'));
  await once(server, 'listening');
  return { calls, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

function post(body: string, headers: Record<string, string> = {}): Request {
  return new Request('http://board.example/api/trpc/tasks.create', {
    method: 'POST',
    headers: { 'sec-fetch-site': 'same-origin', 'content-type': 'application/json', ...headers },
    body,
  });
}

const OK: ApiResponse = { status: 200, type: 'application/json; charset=utf-8', body: '{"result":{}}' };
const query = (search = '') => new Request(`http://board.example/api/trpc/system.status${search}`);
const codeOf = async (response: Response) => (await response.json()).error.data.code;

describe('pipeToApi', () => {
  it('passes a query with its batch and input, and no other parameter', async () => {
    const api = await startApi(OK);
    const response = await pipeToApi(query('?batch=1&input=%7B%7D&other=1'), 'system.status', {
      url: api.url,
      token: 'a.b.c',
    });
    expect(await response.text()).toBe(OK.body);
    expect(api.calls[0]).toMatchObject({ method: 'GET', url: '/trpc/system.status?batch=1&input=%7B%7D' });
  });

  it('uses the given token', async () => {
    const api = await startApi(OK);
    await pipeToApi(query(), 'system.status', { url: api.url, token: 'a.b.c' });
    await pipeToApi(post('{}'), 'tasks.create', { url: api.url, token: 'a.b.c' });
    expect(api.calls.map(({ headers }) => headers.authorization)).toEqual(['Bearer a.b.c', 'Bearer a.b.c']);
  });

  it('asks the API for uncompressed responses', async () => {
    const api = await startApi(OK);
    await pipeToApi(query(), 'system.status', { url: api.url, token: 'a.b.c' });
    expect(api.calls[0]?.headers['accept-encoding']).toBe('identity');
  });

  it('passes the body of a mutation, but neither cookies nor credentials of the browser', async () => {
    const api = await startApi(OK);
    const request = post('{"title":"é"}', { cookie: 'session=1', authorization: 'Bearer x' });
    await pipeToApi(request, 'tasks.create', { url: api.url, token: 'a.b.c' });
    expect(api.calls[0]).toMatchObject({ method: 'POST', url: '/trpc/tasks.create', body: '{"title":"é"}' });
    expect(api.calls[0]?.headers).not.toHaveProperty('cookie');
    expect(api.calls[0]?.headers.authorization).toBe('Bearer a.b.c');
  });

  it('returns the status and body of the API with the build of this server, and none of its headers', async () => {
    const api = await startApi({ ...OK, status: 409, body: '{"error":{}}' });
    const response = await pipeToApi(query(), 'system.status', { url: api.url, token: 'a.b.c' });
    expect(response.status).toBe(409);
    expect(Object.fromEntries(response.headers)).toEqual({
      'cache-control': 'no-store',
      'content-type': 'application/json',
      'x-crewboard-build': buildText,
    });
  });

  it('streams a response as it arrives, and closes it at the API once the reader disconnects', async () => {
    const server = createServer((_request, response) => {
      response.writeHead(200, { 'Content-Type': 'application/json' }).write('the beginning');
    });
    servers.push(server.listen(0, '127.0.0.1'));
    await once(server, 'listening');
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const asked = once(server, 'request');
    const { status, body } = await pipeToApi(query(), 'system.status', { url, token: 'a.b.c' });
    const reader = body?.getReader();
    expect([status, Buffer.from((await reader?.read())?.value ?? []).toString()]).toEqual([
      200,
      'the beginning',
    ]);
    const [, response] = await asked;
    const closed = once(response, 'close');
    await reader?.cancel();
    await closed;
  });

  it.each(['../api/me', 'a..b', 'a/b', '.', ''])(
    'sends no request to the API for the path %j',
    async (path) => {
      const api = await startApi(OK);
      const response = await pipeToApi(query(), path, { url: api.url, token: 'a.b.c' });
      expect([response.status, await codeOf(response)]).toEqual([404, 'NOT_FOUND']);
      expect(api.calls).toEqual([]);
    },
  );

  it('sends no request to the API for another site, another media type or a body over 1 MiB', async () => {
    const api = await startApi(OK);
    const requests = [
      post('{}', { 'sec-fetch-site': 'cross-site' }),
      post('{}', { 'content-type': 'text/plain' }),
      post('x'.repeat(1024 * 1024 + 1)),
    ];
    const responses = await Promise.all(
      requests.map((each) => pipeToApi(each, 'tasks.create', { url: api.url, token: 'a.b.c' })),
    );
    expect(responses.map(({ status }) => status)).toEqual([403, 415, 413]);
    expect(api.calls).toEqual([]);
  });

  it('reports with a tRPC error that the API cannot be reached', async () => {
    const api = await startApi(OK);
    servers.splice(0).forEach((server) => {
      server.close();
    });
    const response = await pipeToApi(query(), 'system.status', { url: api.url, token: 'a.b.c' });
    expect([response.status, await codeOf(response)]).toEqual([503, 'SERVICE_UNAVAILABLE']);
  });

  it('returns a tRPC error when the response is not from the API', async () => {
    const api = await startApi({ status: 200, type: 'text/html', body: '<h1>Hello</h1>' });
    const response = await pipeToApi(query(), 'system.status', { url: api.url, token: 'a.b.c' });
    expect([response.status, await codeOf(response)]).toEqual([502, 'BAD_GATEWAY']);
  });
});
