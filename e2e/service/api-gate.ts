import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { findFreePort } from '@crewboard/db/embedded';

export type ApiGate = { url: string; shut(): Promise<void>; reopen(): Promise<void> };

/**
 * A TCP proxy that can be closed, as if the server had died. With several servers, each connection goes to the first
 * that accepts it.
 */
export async function openGate(...targetUrls: string[]): Promise<ApiGate> {
  const sockets = new Set<Socket>();
  const join = (from: Socket, to: Socket) => {
    sockets.add(from);
    from.on('error', () => to.destroy());
    from.on('close', () => {
      sockets.delete(from);
      to.destroy();
    });
    from.pipe(to);
  };
  const lead = (near: Socket, [url, ...others]: string[]) => {
    if (!url) return near.destroy();
    const { port, hostname } = new URL(url);
    const far = connect(Number(port), hostname);
    const tryNext = () => lead(near, others);
    far.once('error', tryNext);
    far.once('connect', () => {
      far.off('error', tryNext);
      join(near, far);
      join(far, near);
    });
  };
  const port = await findFreePort();
  const server = createServer((near) => {
    near.on('error', () => undefined);
    lead(near, targetUrls);
  }).listen(port, '127.0.0.1');
  await once(server, 'listening');

  return {
    url: `http://127.0.0.1:${port}`,
    async shut() {
      if (!server.listening) return;
      const closed = once(server.close(), 'close');
      for (const socket of sockets) socket.destroy();
      await closed;
    },
    async reopen() {
      if (server.listening) return;
      await once(server.listen(port, '127.0.0.1'), 'listening');
    },
  };
}
