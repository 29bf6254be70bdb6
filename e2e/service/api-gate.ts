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
  // From its first moment on: a connection that is not yet led through would survive `shut`, which then never ends.
  const track = (socket: Socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    return socket;
  };
  const join = (from: Socket, to: Socket) => {
    from.on('error', () => to.destroy());
    from.on('close', () => to.destroy());
    from.pipe(to);
  };
  const lead = (near: Socket, [url, ...others]: string[]) => {
    if (!url || near.destroyed) return near.destroy();
    const { port, hostname } = new URL(url);
    const far = track(connect(Number(port), hostname));
    const tryNext = () => lead(near, others);
    far.once('error', tryNext);
    far.once('connect', () => {
      far.off('error', tryNext);
      join(near, far);
      join(far, near);
      if (near.destroyed) far.destroy();
    });
  };
  const port = await findFreePort();
  const server = createServer((near) => {
    near.on('error', () => undefined);
    lead(track(near), targetUrls);
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
