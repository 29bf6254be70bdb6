import type { ServerResponse } from 'node:http';

/** A page sends about ten requests at once: enough for several windows that load at the same time. */
const maxPerSession = 64;

/** Counts the running requests of each session, until their responses are closed. */
export class SessionLimit {
  readonly #countBySession = new Map<string, number>();

  /** Counts one more request; false if the session has too many. */
  enter(session: string, response: ServerResponse): boolean {
    const count = this.#countBySession.get(session) ?? 0;
    if (count >= maxPerSession) return false;
    if (response.closed) return true;
    this.#countBySession.set(session, count + 1);
    response.once('close', () => {
      const left = (this.#countBySession.get(session) ?? 1) - 1;
      if (left > 0) this.#countBySession.set(session, left);
      else this.#countBySession.delete(session);
    });
    return true;
  }
}
