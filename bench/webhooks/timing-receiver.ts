import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** ms since 1970, with fractions. */
export const nowMs = (): number => performance.timeOrigin + performance.now();

/** Accepts everything at once, and records when the first request of each delivery arrived. */
export class TimingReceiver {
  /** By the id of the delivery. */
  readonly arrivals = new Map<string, { at: number; taskId: string }>();
  /** The responses that are held back; undefined while they are sent at once. */
  #held: ServerResponse[] | undefined;
  readonly #server = createServer((request, response) => void this.#receive(request, response));

  static async start(): Promise<TimingReceiver> {
    const receiver = new TimingReceiver();
    receiver.#server.listen(0, '127.0.0.1');
    await once(receiver.#server, 'listening');
    return receiver;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Sends no responses until the returned function is called. */
  holdResponses(): () => void {
    this.#held = [];
    return () => {
      const held = this.#held ?? [];
      this.#held = undefined;
      for (const response of held) accept(response);
    };
  }

  async waitForArrivals(count: number, withinMs = 120_000): Promise<void> {
    const deadline = Date.now() + withinMs;
    while (this.arrivals.size < count) {
      if (Date.now() > deadline) throw new Error(`${this.arrivals.size} of ${count} deliveries arrived`);
      await sleep(2);
    }
  }

  async close(): Promise<void> {
    const closed = once(this.#server.close(), 'close');
    this.#server.closeAllConnections();
    await closed;
  }

  async #receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const at = nowMs();
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const id = String(request.headers['webhook-id']);
    const { data } = JSON.parse(Buffer.concat(chunks).toString()) as { data: { task: { id: string } } };
    if (!this.arrivals.has(id)) this.arrivals.set(id, { at, taskId: data.task.id });
    if (this.#held) this.#held.push(response);
    else accept(response);
  }
}

const accept = (response: ServerResponse) => void response.writeHead(204).end();
