import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { verifyWebhook } from '@crewboard/sdk';
import type { Arrivals } from './arrivals.ts';

/** Receives webhooks on a free port of 127.0.0.1, and keeps the deliveries about tasks of one project. */
export class Receiver {
  readonly arrivals: Arrivals = { deliveries: [], rejected: 0 };
  readonly #projectId: string;
  readonly #server = createServer((request, response) => void this.#receive(request, response));
  #secret: string | undefined;

  static async start(projectId: string): Promise<Receiver> {
    const receiver = new Receiver(projectId);
    receiver.#server.listen(0, '127.0.0.1');
    await once(receiver.#server, 'listening');
    return receiver;
  }

  private constructor(projectId: string) {
    this.#projectId = projectId;
  }

  /** The address and port of the receiver, in the format of `admin webhook-allow`. */
  get destination(): string {
    return `127.0.0.1/32:${this.#port}`;
  }

  get url(): string {
    return `http://127.0.0.1:${this.#port}/`;
  }

  get #port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  /** Sets the secret that verifies later requests. */
  useSecret(secret: string): void {
    this.#secret = secret;
  }

  stop(): void {
    this.#server.close();
    this.#server.closeAllConnections();
  }

  async #receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    // The demo does not know the secret yet. The service retries the delivery.
    if (!this.#secret) return void response.writeHead(503).end();
    try {
      const body = await buffer(request);
      const arrivedAt = Date.now();
      const event = await verifyWebhook(request.headers, body, this.#secret);
      if (event.type !== 'task.completed') return void response.writeHead(204).end();
      const { id: taskId, projectId } = event.data.task;
      const delayMs = arrivedAt - Date.parse(event.timestamp);
      const delivery = { id: String(request.headers['webhook-id']), taskId, delayMs };
      if (projectId === this.#projectId) this.arrivals.deliveries.push(delivery);
    } catch {
      this.arrivals.rejected++;
      return void response.writeHead(401).end();
    }
    response.writeHead(204).end();
  }
}
