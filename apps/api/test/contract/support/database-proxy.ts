import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

/** When a process is to die: its statement has not reached the database, or was committed and nobody knows it. */
export type Moment = 'before the commit' | 'after the commit';

/** A TCP proxy in front of PostgreSQL, which sees the statements of a process, and their results. */
export class DatabaseProxy {
  readonly url: string;
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  #moment: Moment | undefined;
  /** A text that only the statement has. */
  #mark = '';
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

  /**
   * Resolves at this moment of the statement whose parameters have the mark: PostgreSQL responds after the commit. From
   * then on nothing is forwarded.
   */
  stopAt(moment: Moment, mark: string): Promise<void> {
    this.#moment = moment;
    this.#mark = mark;
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
    let isSent = false;
    this.#pipe(client, server, (bytes) => {
      isSent ||= this.#moment !== undefined && bytes.includes(this.#mark);
      return isSent && this.#moment === 'before the commit';
    });
    this.#pipe(server, client, () => isSent && this.#moment === 'after the commit');
  }

  #pipe(from: Socket, to: Socket, isMoment: (bytes: Buffer) => boolean): void {
    let isStopped = false;
    this.#sockets.add(from);
    from.on('error', () => undefined).on('close', () => to.destroy());
    from.on('data', (bytes) => {
      if (!isStopped && isMoment(bytes)) {
        isStopped = true;
        this.#onMoment();
      }
      if (!isStopped) to.write(bytes);
    });
  }
}
