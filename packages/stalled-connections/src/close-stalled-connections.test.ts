import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, it } from 'vitest';
import { closeStalledConnections } from './close-stalled-connections.ts';

/** More than the buffers of both ends and what a slow client reads. */
const responseBytes = 48 * 1024 * 1024;
const listener: RequestListener = (_request, response) => void response.end(Buffer.alloc(responseBytes, 'x'));

const servers: Server[] = [];
const clients: Socket[] = [];
afterEach(() => {
  for (const client of clients.splice(0)) client.destroy();
  for (const server of servers.splice(0)) server.close();
});

/** A server with a short timeout, and its ends of the connections. */
async function startServer({ handle = listener, stallTimeoutMs = 500 } = {}) {
  const server = createServer(handle);
  const accepted: Socket[] = [];
  server.on('connection', (socket: Socket) => void accepted.push(socket));
  closeStalledConnections(server, stallTimeoutMs);
  servers.push(server.listen(0, '127.0.0.1'));
  await once(server, 'listening');
  return { accepted, port: (server.address() as AddressInfo).port };
}

/** Sends a request and reads no response yet. */
async function sendRequest(port: number, path = '/'): Promise<Socket> {
  const client = connect({ host: '127.0.0.1', port });
  clients.push(client);
  client.on('error', () => undefined);
  await once(client, 'connect');
  client.pause();
  client.write(`GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`);
  return client;
}

it('closes a connection whose client reads nothing, also when the client keeps sending', async () => {
  const { accepted, port } = await startServer();
  const client = await sendRequest(port);
  // A header without end: anything else would be an error, for which Node closes the connection itself.
  client.write('GET / HTTP/1.1\r\nX-Long: ');
  const sending = setInterval(() => client.write('x'), 50);
  await expect.poll(() => accepted[0]?.destroyed).toBe(true);
  clearInterval(sending);
});

/** Stops this process, which is that of the server as well, as a laptop does that sleeps. */
const suspend = (ms: number) => void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);

it('lets a client read a large response slowly, also after the server was suspended', async () => {
  const stallTimeoutMs = 1_000;
  const { accepted, port } = await startServer({ stallTimeoutMs });
  const client = await sendRequest(port);
  let received = 0;
  const reading = setInterval(() => {
    received += (client.read() as Buffer | null)?.length ?? 0;
  }, 10);
  // Just after a check.
  await sleep(1.05 * stallTimeoutMs);
  suspend(1.5 * stallTimeoutMs);
  await sleep(1.5 * stallTimeoutMs);
  clearInterval(reading);
  expect(received).toBeGreaterThan(0);
  const [socket] = accepted;
  // A client that read nothing would have stalled.
  expect(socket?.writableLength).toBeGreaterThan(0);
  expect(socket?.destroyed).toBe(false);
});

it('keeps connections open on which nothing waits to be sent', async () => {
  const { accepted, port } = await startServer({
    handle(request, response) {
      if (request.url === '/begun') response.write('the beginning');
      else listener(request, response);
    },
  });
  await sendRequest(port, '/begun');
  for (let round = 1; round <= 2; round += 1) {
    await sendRequest(port);
    await expect.poll(() => accepted[round]?.destroyed).toBe(true);
  }
  expect(accepted[0]?.destroyed).toBe(false);
});
