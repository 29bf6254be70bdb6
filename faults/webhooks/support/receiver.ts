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
  /** When its answer was out; not set when the connection ended before. */
  answeredAt: number | undefined;
};

export type Answer = (response: ServerResponse, arrival: Arrival) => void;

/** Without keeping the connection: so each request comes over one of its own. */
export const accept: Answer = (response) => void response.writeHead(204, { Connection: 'close' }).end();

/** Accepts after this time. */
export const acceptAfter =
  (ms: number): Answer =>
  (response, arrival) =>
    void setTimeout(() => accept(response, arrival), ms);

/** A real HTTP server that keeps what it is sent and counts what is open. */
export class Receiver {
  readonly arrivals: Arrival[] = [];
  answer: Answer = accept;
  /** Called with each new connection before a byte of it is read; what it answers true to is not read. */
  holdsBack: (socket: Socket) => boolean = () => false;
  /** Requests that wait for their answer from processes that live, by path, and the most there were at once. */
  readonly open = new Map<string, number>();
  readonly mostOpen = new Map<string, number>();
  readonly #sockets = new Set<Socket>();
  readonly #http = createHttpServer((request, response) => void this.#hear(request, response));
  readonly #server: Server;

  private constructor() {
    this.#server = createServer({ pauseOnConnect: true }, (socket) => {
      this.#sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => this.#sockets.delete(socket));
      if (this.holdsBack(socket)) return;
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
    return [...this.open.values()].reduce((sum, count) => sum + count, 0);
  }

  /** What arrived for a task, in the order in which it came. */
  of(taskId: string): Arrival[] {
    return this.arrivals.filter((arrival) => arrival.taskId === taskId);
  }

  async close(): Promise<void> {
    const closed = once(this.#server.close(), 'close');
    for (const socket of this.#sockets) socket.destroy();
    await closed;
  }

  async #hear(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = request.url ?? '';
    this.#count(path, 1);
    response.once('close', () => this.#count(path, -1));
    try {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk);
      const arrival = arrivalOf(request, path, Buffer.concat(chunks).toString());
      response.once('finish', () => {
        arrival.answeredAt = Date.now();
      });
      this.arrivals.push(arrival);
      this.answer(response, arrival);
    } catch {
      // Who sent it died before its end: it did not arrive.
    }
  }

  #count(path: string, change: number): void {
    const now = (this.open.get(path) ?? 0) + change;
    this.open.set(path, now);
    this.mostOpen.set(path, Math.max(now, this.mostOpen.get(path) ?? 0));
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
    answeredAt: undefined,
  };
}
