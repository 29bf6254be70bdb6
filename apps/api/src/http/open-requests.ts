import type { Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';

/** The requests without a response yet, by connection and in total. */
export class OpenRequests {
  readonly #byConnection = new WeakMap<Duplex, Set<ServerResponse>>();
  #count = 0;

  get count(): number {
    return this.#count;
  }

  watch(server: Server): void {
    server.on('request', ({ socket }, response) => {
      const open = this.#byConnection.get(socket) ?? new Set();
      this.#byConnection.set(socket, open.add(response));
      this.#count += 1;
      response.once('close', () => {
        open.delete(response);
        this.#count -= 1;
      });
    });
  }

  on(connection: Duplex): ServerResponse[] {
    return [...(this.#byConnection.get(connection) ?? [])];
  }
}
