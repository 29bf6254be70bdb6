import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

const HOST = '127.0.0.1';

/**
 * Finds a free port of 127.0.0.1 and keeps it free until this process ends, for a server that stops and starts again:
 * the system gives the port to no outgoing connection meanwhile, even if it is in the range of ephemeral ports.
 */
export async function findFreePort(): Promise<number> {
  for (let attempt = 0; attempt < 100; attempt += 1) {
    // Below the ephemeral ports of Linux, which begin at 32768 by default.
    const port = randomInt(20_000, 32_000);
    if (!(await canListen(port))) continue;
    const release = await keepFromOutgoing(port);
    if (await canListen(port)) return port;
    // On this system a server cannot share its port with a bound connection: return the port without keeping it free.
    release();
    if (await canListen(port)) return port;
  }
  throw new Error('No free port was found between 20000 and 32000.');
}

function canListen(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, HOST, () => server.close(() => resolve(true)));
  });
}

/** Binds a connection of this process to the port: the system gives outgoing connections only unbound ports. */
async function keepFromOutgoing(port: number): Promise<() => void> {
  const server = createServer();
  await once(server.listen(0, HOST), 'listening');
  const target = (server.address() as AddressInfo).port;
  const bound = connect({ port: target, host: HOST, localPort: port, localAddress: HOST });
  // If the port cannot be bound, the caller's next check whether a server can listen on it decides.
  bound.on('error', () => undefined);
  try {
    const [[accepted]] = await Promise.all([once(server, 'connection'), once(bound, 'connect')]);
    (accepted as Socket).on('error', () => undefined).unref();
  } catch {
    bound.destroy();
  }
  bound.unref();
  server.close();
  return () => bound.resetAndDestroy();
}
