import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

const HOST = '127.0.0.1';

/**
 * A free port of 127.0.0.1 that stays free for a server that stops and starts again: no connection that goes out
 * meanwhile is given it, whatever the system's range of ephemeral ports is. Kept until this process ends.
 */
export async function findFreePort(): Promise<number> {
  for (let attempt = 0; attempt < 100; attempt += 1) {
    const port = randomInt(20_000, 32_000);
    if (!(await canListen(port))) continue;
    const release = await keepFromOutgoing(port);
    if (await canListen(port)) return port;
    // A system on which a server cannot share its port with a connection that is bound to it.
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

/** Binds a connection of this process to the port: outgoing ones take only ports to which nothing is bound. */
async function keepFromOutgoing(port: number): Promise<() => void> {
  const server = createServer();
  await once(server.listen(0, HOST), 'listening');
  const target = (server.address() as AddressInfo).port;
  const near = connect({ port: target, host: HOST, localPort: port, localAddress: HOST });
  // Where the port cannot be bound, the next look whether a server can listen on it decides.
  near.on('error', () => undefined);
  try {
    const [[far]] = await Promise.all([once(server, 'connection'), once(near, 'connect')]);
    (far as Socket).on('error', () => undefined).unref();
  } catch {
    near.destroy();
  }
  near.unref();
  server.close();
  return () => near.resetAndDestroy();
}
