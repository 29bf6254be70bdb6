import type { Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';

/** The requests whose response has not ended, by connection and in total. */
export class OpenRequests {
  readonly #byConnection = new WeakMap<Duplex, ServerResponse[]>();
  #count = 0;

  get count(): number {
    return this.#count;
  }

  watch(server: Server): void {
    server.on('request', ({ socket }, response) => {
      const open = this.#byConnection.get(socket) ?? [];
      this.#byConnection.set(socket, open);
      open.push(response);
      this.#count += 1;
      // `indexOf` nearly always looks at one response: responses end in the order of their requests.
      response.once('close', () => {
        open.splice(open.indexOf(response), 1);
        this.#count -= 1;
      });
    });
  }

  /** The responses that are open on the connection, in the order of their requests. */
  responsesOf(connection: Duplex): ServerResponse[] {
    return [...(this.#byConnection.get(connection) ?? [])];
  }
}
