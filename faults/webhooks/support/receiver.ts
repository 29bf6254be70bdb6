import { once } from 'node:events';
import { createServer as createHttpServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';

/** A request of a delivery, read to its end. */
export type Arrival = {
  at: number;
  path: string;
  /** The header webhook-id. */
  id: string;
  body: string;
  eventId: string;
  taskId: string;
  /** When the response was sent; undefined when the connection ended before. */
  respondedAt: number | undefined;
};

export type Respond = (response: ServerResponse, arrival: Arrival) => void;

/** Closes the connection, so that each request has its own. */
export const accept: Respond = (response) => void response.writeHead(204, { Connection: 'close' }).end();

/** Accepts after this time. */
export const acceptAfter =
  (ms: number): Respond =>
  (response, arrival) =>
    void setTimeout(() => accept(response, arrival), ms);

/** A real HTTP server that records its requests and counts the open ones. */
export class Receiver {
  readonly arrivals: Arrival[] = [];
  respond: Respond = accept;
  /** Called with each new connection before it is read; a connection for which it returns true is not read. */
  shouldHoldBack: (socket: Socket) => boolean = () => false;
  /** The requests without a response on open connections, and their maximum so far, by path. */
  readonly openByPath = new Map<string, number>();
  readonly maxOpenByPath = new Map<string, number>();
  readonly #sockets = new Set<Socket>();
  readonly #http = createHttpServer((request, response) => void this.#receive(request, response));
  readonly #server: Server;

  private constructor() {
    this.#server = createServer({ pauseOnConnect: true }, (socket) => {
      this.#sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => this.#sockets.delete(socket));
      if (this.shouldHoldBack(socket)) return;
      this.#http.emit('connection', socket);
      socket.resume();
    });
  }

  static async start(port = 0): Promise<Receiver> {
    const receiver = new Receiver();
    receiver.#server.listen(port, '127.0.0.1');
    await once(receiver.#server, 'listening');
    return receiver;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  get openNow(): number {
    return [...this.openByPath.values()].reduce((sum, count) => sum + count, 0);
  }

  /** The requests for a task in the order of their arrival. */
  of(taskId: string): Arrival[] {
    return this.arrivals.filter((arrival) => arrival.taskId === taskId);
  }

  async close(): Promise<void> {
    const closed = once(this.#server.close(), 'close');
    for (const socket of this.#sockets) socket.destroy();
    await closed;
  }

  async #receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = request.url ?? '';
    this.#count(path, 1);
    response.once('close', () => this.#count(path, -1));
    try {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk);
      const arrival = arrivalOf(request, path, Buffer.concat(chunks).toString());
      response.once('finish', () => {
        arrival.respondedAt = Date.now();
      });
      this.arrivals.push(arrival);
      this.respond(response, arrival);
    } catch {
      // The sender died before the end of the request, so it does not count as received.
    }
  }

  #count(path: string, change: number): void {
    const now = (this.openByPath.get(path) ?? 0) + change;
    this.openByPath.set(path, now);
    this.maxOpenByPath.set(path, Math.max(now, this.maxOpenByPath.get(path) ?? 0));
  }
}

function arrivalOf({ headers }: IncomingMessage, path: string, body: string): Arrival {
  const { data } = JSON.parse(body) as { data: { eventId: string; task?: { id: string } } };
  return {
    at: Date.now(),
    path,
    id: String(headers['webhook-id']),
    body,
    eventId: data.eventId,
    taskId: data.task?.id ?? '',
    respondedAt: undefined,
  };
}
