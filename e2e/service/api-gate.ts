import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export type ApiGate = { url: string; shut(): Promise<void>; reopen(): Promise<void> };

/** Another way to a server, that can be shut: then it is as if the server had died. */
export async function openGate(targetUrl: string): Promise<ApiGate> {
  const target = new URL(targetUrl);
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
  const server = createServer((near) => {
    const far = connect(Number(target.port), target.hostname);
    join(near, far);
    join(far, near);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;

  return {
    url: `http://127.0.0.1:${port}`,
    async shut() {
      if (!server.listening) return;
      const closed = once(server.close(), 'close');
      for (const socket of sockets) socket.destroy();
      await closed;
    },
    async reopen() {
      await once(server.listen(port, '127.0.0.1'), 'listening');
    },
  };
}
