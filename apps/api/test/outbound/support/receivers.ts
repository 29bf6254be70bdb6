import { once } from 'node:events';
import { createServer as createHttpServer, type RequestListener } from 'node:http';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { networkInterfaces } from 'node:os';

/** A server of a test, which counts its connections. */
export type Receiver = { port: number; connections: () => number; stop: () => Promise<void> };

const hasIpv6 = Object.values(networkInterfaces())
  .flat()
  .some((address) => address?.family === 'IPv6' && address.internal);

/**
 * Listens on all addresses of this machine by default, to detect every connection that reaches it, and on any free
 * port.
 */
export async function listen(server: Server, host = hasIpv6 ? '::' : '0.0.0.0', port = 0): Promise<Receiver> {
  let seen = 0;
  const open = new Set<Socket>();
  server.on('connection', (socket) => {
    seen += 1;
    open.add(socket.on('close', () => open.delete(socket)).on('error', () => {}));
  });
  server.listen(port, host);
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    connections: () => seen,
    stop: async () => {
      for (const socket of open) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

/** Responds to requests with a `node:http` listener. */
export const receive = (respond: RequestListener, host?: string, port?: number): Promise<Receiver> =>
  listen(createHttpServer(respond), host, port);

/** Responds with raw bytes once the first bytes of a request arrive. */
export const receiveRaw = (respond: (socket: Socket) => void): Promise<Receiver> =>
  listen(createServer((socket) => void socket.once('data', () => respond(socket))));
