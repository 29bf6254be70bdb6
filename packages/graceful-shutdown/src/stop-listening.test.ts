import { once } from 'node:events';
import { Agent, createServer, request, type Server } from 'node:http';
import type { AddressInfo, connect } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { stopListening } from './index.ts';

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.closeAllConnections();
});

async function startServer(respond: () => Promise<unknown> = async () => undefined) {
  const server = createServer((_request, response) => void respond().then(() => response.end('ok')));
  servers.push(server.listen(0, '127.0.0.1'));
  await once(server, 'listening');
  return { server, port: (server.address() as AddressInfo).port };
}

/** Sends a POST on a connection; resolves with the body of the response. */
function post(port: number, agent: Agent): Promise<string> {
  return new Promise((resolve, reject) => {
    request({ host: '127.0.0.1', port, agent, method: 'POST' }, (response) => {
      let body = '';
      response.setEncoding('utf8').on('data', (chunk: string) => {
        body += chunk;
      });
      response.on('end', () => resolve(body)).on('error', reject);
    })
      .on('error', reject)
      .end('x');
  });
}

/** Sends a request on a connection that the kernel makes before the server accepts it, and closes the server then. */
async function postBeforeClosing(close: (server: Server) => unknown): Promise<string> {
  const { server, port } = await startServer();
  const response = post(port, new Agent()).catch((error) => error.code);
  // Node connects in the next tick: the connection is now made, and this turn of the event loop has not accepted it.
  await new Promise(process.nextTick);
  await close(server);
  return response;
}

it('serves a request on a connection that was made and not accepted yet', async () => {
  expect(await postBeforeClosing((server) => server.close())).toBe('ECONNRESET');
  expect(await postBeforeClosing(stopListening)).toBe('ok');
});

it('closes a connection without a request, and lets one with a request finish', async () => {
  const { promise: mayRespond, resolve: respond } = Promise.withResolvers<void>();
  const { server, port } = await startServer(() => mayRespond);
  const requested = once(server, 'request');
  const response = post(port, new Agent());
  await requested;
  const idle = new Agent({ keepAlive: true });
  respond();
  expect(await post(port, idle)).toBe('ok');
  const [[socket] = []] = Object.values(idle.freeSockets);
  const closed = once(socket as ReturnType<typeof connect>, 'close');
  await stopListening(server);
  await closed;
  expect(await response).toBe('ok');
});
