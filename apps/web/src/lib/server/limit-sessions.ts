import type { ServerResponse } from 'node:http';

/** A page asks for about ten things at once: several windows that load at the same time have room. */
const maxPerSession = 64;

/** Counts the requests of each session that are under way, from when they are let in until their responses are closed. */
export class SessionLimit {
  readonly #countBySession = new Map<string, number>();

  /** Whether the session may have one more, which then counts. */
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
