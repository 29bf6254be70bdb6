import type { ServerResponse } from 'node:http';

/** How long a stream that was ended may take to say so to its client. */
const lastWords = 1_000;

/** The streams that are open: a client that reads nothing would keep the server from stopping. */
export class OpenStreams {
  readonly #responses = new Set<ServerResponse>();

  add(response: ServerResponse): void {
    this.#responses.add(response);
    response.once('close', () => this.#responses.delete(response));
  }

  /** Cuts in a moment whatever has not ended by then. */
  endSoon(): void {
    setTimeout(() => {
      for (const response of this.#responses) response.destroy();
    }, lastWords).unref();
  }
}
