import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach } from 'vitest';

/** A delivery as received. */
export type Received = {
  at: number;
  path: string;
  headers: Record<string, string>;
  body: string;
  json: { type: string; timestamp: string; data: Record<string, unknown> };
};

type Respond = (response: ServerResponse, received: Received) => void;

const ok: Respond = (response) => void response.writeHead(204).end();

/** An HTTP server that stores the requests it receives. */
export class Receiver {
  readonly received: Received[] = [];
  /** Responds to all later requests. */
  respond: Respond = ok;
  readonly #server = createServer((request, response) => void this.#receive(request, response));
  /** Its own: a webhook of another test may try to reach what had this port before. */
  readonly #path = `/${randomUUID()}`;
  #wake: () => void = () => undefined;

  static async start(port = 0): Promise<Receiver> {
    const receiver = new Receiver();
    receiver.#server.listen(port, '127.0.0.1');
    await once(receiver.#server, 'listening');
    return receiver;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}${this.#path}`;
  }

  /** Resolves once the condition is true for the received deliveries. */
  async until(holds: (received: Received[]) => boolean): Promise<Received[]> {
    while (!holds(this.received)) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
    return this.received;
  }

  async close(): Promise<void> {
    this.#server.close();
    this.#server.closeAllConnections();
    await once(this.#server, 'close');
  }

  async #receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (!request.url?.startsWith(this.#path)) return void response.writeHead(404).end();
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const body = Buffer.concat(chunks).toString();
    const headers = request.headers as Record<string, string>;
    const received = {
      at: Date.now(),
      path: request.url ?? '',
      headers,
      body,
      // Many tests look at the number or the bytes of large bodies alone.
      get json() {
        return JSON.parse(body);
      },
    };
    this.received.push(received);
    this.respond(response, received);
    this.#wake();
  }
}

/** Receivers that are closed after each test. */
export function useReceivers(): () => Promise<Receiver> {
  const receivers: Receiver[] = [];
  afterEach(async () => {
    await Promise.all(receivers.splice(0).map((receiver) => receiver.close()));
  });
  return async () => {
    const receiver = await Receiver.start();
    receivers.push(receiver);
    return receiver;
  };
}

/** A receiver that responds when the test tells it to. */
export function holdResponses(receiver: Receiver) {
  const held: ServerResponse[] = [];
  let most = 0;
  receiver.respond = (response) => {
    held.push(response);
    most = Math.max(most, held.length);
  };
  return {
    /** The maximum of requests that waited at the same time. */
    most: () => most,
    waiting: () => held.length,
    respond: (count = held.length, status = 204) => {
      for (const response of held.splice(0, count)) response.writeHead(status).end();
    },
  };
}
