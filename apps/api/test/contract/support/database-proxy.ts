import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

/** CommandComplete of a commit, as the server sends it. */
const committed = Buffer.from('COMMIT\0');
/** Query or Parse of a commit, as the client sends it. */
const commit = Buffer.from('commit\0');

/** When a process is to die: its commit has not reached the database, or has been made and nobody knows it. */
export type Moment = 'before the commit' | 'after the commit';

/** A TCP proxy in front of PostgreSQL, which sees the commits of a process. */
export class DatabaseProxy {
  readonly url: string;
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  #moment: Moment | undefined;
  #onMoment: () => void = () => undefined;

  private constructor(server: Server, target: URL) {
    this.#server = server;
    const url = new URL(target);
    url.hostname = '127.0.0.1';
    url.port = String((server.address() as AddressInfo).port);
    this.url = url.href;
    server.on('connection', (client) => this.#forward(client, target));
  }

  static async start(databaseUrl: string): Promise<DatabaseProxy> {
    const server = createServer();
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new DatabaseProxy(server, new URL(databaseUrl));
  }

  /** Resolves at this moment of the next commit. From then on nothing is forwarded. */
  stopAt(moment: Moment): Promise<void> {
    this.#moment = moment;
    return new Promise((resolve) => {
      this.#onMoment = resolve;
    });
  }

  close(): void {
    for (const socket of this.#sockets) socket.destroy();
    this.#server.close();
  }

  #forward(client: Socket, target: URL): void {
    const server = connect({ host: target.hostname, port: Number(target.port) });
    this.#pipe(client, server, 'before the commit', commit);
    this.#pipe(server, client, 'after the commit', committed);
  }

  #pipe(from: Socket, to: Socket, moment: Moment, mark: Buffer): void {
    let isStopped = false;
    this.#sockets.add(from);
    from.on('error', () => undefined).on('close', () => to.destroy());
    from.on('data', (bytes) => {
      if (this.#moment === moment && bytes.includes(mark)) {
        isStopped = true;
        this.#onMoment();
      }
      if (!isStopped) to.write(bytes);
    });
  }
}
