import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

/** A TCP proxy in front of the API, which can lose responses. */
export class ResponseProxy {
  readonly url: string;
  /** Requests to claim the next task, completions of one included, that the proxy has seen. */
  claims = 0;
  /** Requests that read a task. */
  reads = 0;
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  #dropsNext = false;
  #holdsNext = false;

  private constructor(server: Server, target: URL) {
    this.#server = server;
    this.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    server.on('connection', (client) => this.#forward(client, target));
  }

  static async start(url: string): Promise<ResponseProxy> {
    const server = createServer();
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new ResponseProxy(server, new URL(url));
  }

  /** Closes the connection of the next response instead of passing it on. */
  dropNextResponse(): void {
    this.#dropsNext = true;
  }

  /** Passes the next response on to nobody, and keeps its connection open. */
  holdNextResponse(): void {
    this.#holdsNext = true;
  }

  /** Closes every open connection; new ones are accepted. */
  interrupt(): void {
    for (const socket of this.#sockets) socket.destroy();
  }

  close(): void {
    this.#server.close();
    this.interrupt();
  }

  #forward(client: Socket, target: URL): void {
    const api = connect({ host: target.hostname, port: Number(target.port) });
    for (const socket of [client, api]) {
      this.#sockets.add(socket);
      socket.on('error', () => undefined).on('close', () => this.#sockets.delete(socket));
    }
    client.on('close', () => api.destroy());
    api.on('close', () => client.destroy());
    client.on('data', (bytes) => {
      if (bytes.includes('/tasks/claim-next ')) this.claims += 1;
      if (bytes.includes('GET /api/tasks/')) this.reads += 1;
      api.write(bytes);
    });
    let isHeld = false;
    api.on('data', (bytes) => {
      isHeld ||= this.#holdsNext;
      this.#holdsNext = false;
      if (isHeld) return;
      if (!this.#dropsNext) return void client.write(bytes);
      this.#dropsNext = false;
      client.destroy();
    });
  }
}
