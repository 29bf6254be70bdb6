import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { pipeStreamToApi } from './pipe-stream-to-api.ts';

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

async function startApi(
  respond: (request: IncomingMessage, response: ServerResponse) => void,
): Promise<string> {
  const server = createServer(respond).listen(0, '127.0.0.1');
  servers.push(server);
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const ask = (headers: Record<string, string> = {}, signal?: AbortSignal) =>
  new Request('http://board.example/api/trpc/events.follow?team=t&input=%7B%7D', {
    headers: { accept: 'text/event-stream', 'sec-fetch-site': 'same-origin', ...headers },
    signal,
  });

const STREAM = { 'Content-Type': 'text/event-stream' };

it('streams the bytes of the API unchanged, and passes on the last event id', async () => {
  let asked: IncomingMessage | undefined;
  const url = await startApi((request, response) => {
    asked = request;
    response.writeHead(200, STREAM).write('data: 1\n\n');
  });
  const response = await pipeStreamToApi(ask({ 'last-event-id': '8-1', cookie: 'a=b' }), 'events.follow', {
    url,
    token: 'a.b.c',
  });
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  while (!text.includes('data: 1')) text += (await reader?.read())?.value ?? '';
  expect(text).toBe('data: 1\n\n');
  expect(asked?.url).toBe('/trpc/events.follow?input=%7B%7D');
  expect(asked?.headers).toMatchObject({ authorization: 'Bearer a.b.c', 'last-event-id': '8-1' });
  expect(asked?.headers).not.toHaveProperty('cookie');
  await reader?.cancel();
});

it('closes the stream of the API when the browser disconnects', async () => {
  const closed = Promise.withResolvers<void>();
  const url = await startApi((_request, response) => {
    response.writeHead(200, STREAM).write('data: 1\n\n');
    response.on('close', closed.resolve);
  });
  const browser = new AbortController();
  const response = await pipeStreamToApi(ask({}, browser.signal), 'events.follow', { url, token: 'a.b.c' });
  await response.body?.getReader().read();
  browser.abort();
  await closed.promise;
});

it.each([
  ['is away', (response: ServerResponse) => response.destroy()],
  ['returns an error', (response: ServerResponse) => response.writeHead(503).end('{}')],
  ['returns a page', (response: ServerResponse) => response.writeHead(200).end('<h1>')],
])('reports in a stream that the API %s, so that the browser reconnects', async (_name, respond) => {
  const url = await startApi((_request, response) => void respond(response));
  const response = await pipeStreamToApi(ask(), 'events.follow', { url, token: 'a.b.c' });
  expect(response.status).toBe(200);
  expect(await response.text()).toMatch(
    /^retry: \d+\nevent: serialized-error\ndata: \{.*"SERVICE_UNAVAILABLE"/,
  );
});

it('sends no request to the API for another site or an unknown path', async () => {
  const url = await startApi(() => expect.unreachable());
  const api = { url, token: 'a.b.c' };
  expect((await pipeStreamToApi(ask({ 'sec-fetch-site': 'cross-site' }), 'events.follow', api)).status).toBe(
    403,
  );
  expect((await pipeStreamToApi(ask(), '../api/me', api)).status).toBe(404);
});

it('sets the retry time of the API after too many requests', async () => {
  const url = await startApi((_request, response) => {
    response.writeHead(429, { 'Retry-After': '7' }).end('{}');
  });
  const response = await pipeStreamToApi(ask(), 'events.follow', { url, token: 'a.b.c' });
  expect(await response.text()).toMatch(
    /^retry: 7000\nevent: serialized-error\ndata: \{.*"TOO_MANY_REQUESTS"/,
  );
});

it('names a retry time of one second in the singular', async () => {
  const url = await startApi((_request, response) => {
    response.writeHead(429, { 'Retry-After': '1' }).end('{}');
  });
  const response = await pipeStreamToApi(ask(), 'events.follow', { url, token: 'a.b.c' });
  expect(await response.text()).toContain('Try again in 1 second.');
});
