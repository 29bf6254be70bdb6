import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** The startup parameters that PgBouncer passes on. */
const known = ['user', 'database', 'client_encoding', 'application_name'];

/**
 * Starts a proxy that drops all other startup parameters, as PgBouncer does with `ignore_startup_parameters`. `dropped`
 * has their names.
 */
export async function startStartupProxy(url: string) {
  const { hostname, port } = new URL(url);
  const sockets = new Set<Socket>();
  const dropped: string[] = [];
  const server = createServer((client) => {
    const upstream = connect(Number(port), hostname);
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        client.destroy();
        upstream.destroy();
        sockets.delete(socket);
      });
    }
    upstream.pipe(client);
    let received = Buffer.alloc(0);
    client.on('data', function readStartup(data: Buffer) {
      received = Buffer.concat([received, data]);
      if (received.length < 4 || received.length < received.readInt32BE(0)) return;
      client.off('data', readStartup);
      const length = received.readInt32BE(0);
      upstream.write(withoutUnknown(received.subarray(0, length), dropped));
      upstream.write(received.subarray(length));
      client.pipe(upstream);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const own = new URL(url);
  own.port = String((server.address() as AddressInfo).port);
  return {
    url: own.href,
    dropped,
    async close() {
      server.close();
      for (const socket of sockets) socket.destroy();
      await once(server, 'close');
    },
  };
}

/**
 * Copies a startup message: its length, the version, then names and values that each end with a zero byte, and a zero
 * byte.
 */
function withoutUnknown(message: Buffer, dropped: string[]): Buffer {
  const texts = message.toString('utf8', 8).split('\0');
  const kept: string[] = [];
  for (let index = 0; texts[index]; index += 2) {
    const [name = '', value = ''] = texts.slice(index, index + 2);
    if (known.includes(name)) kept.push(name, value);
    else dropped.push(name);
  }
  const body = Buffer.from(`${kept.map((text) => `${text}\0`).join('')}\0`);
  const head = Buffer.alloc(8);
  head.writeInt32BE(8 + body.length, 0);
  message.copy(head, 4, 4, 8);
  return Buffer.concat([head, body]);
}
