import type { Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';

/** The requests without a response yet, by connection and in total. */
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
      // Mostly the first one: responses are sent in the order of their requests, unless the connection is closed.
      response.once('close', () => {
        open.splice(open.indexOf(response), 1);
        this.#count -= 1;
      });
    });
  }

  on(connection: Duplex): ServerResponse[] {
    return [...(this.#byConnection.get(connection) ?? [])];
  }
}
