import type { ServerResponse } from 'node:http';
import pLimit, { type LimitFunction } from 'p-limit';
import { startInTurn } from './start-in-turn.ts';

/** A page sends about ten requests at once, so this is enough for several windows that load at the same time. */
const maxPerSession = 64;
/** Rendering occupies the only thread: 64 pages of one session would delay all others by seconds. */
const maxPages = 2;
/** After this time the next page starts anyway: a page that waits for its client or for the API uses no processor. */
const maxPageMs = 1_000;

type Session = { requests: number; pages: LimitFunction };

/**
 * Limits the running requests of each session, and starts its pages two at a time. A closed response ends a request.
 */
export class SessionLimit {
  readonly #sessions = new Map<string, Session>();

  /** Resolves with true when the request may start; with false, at once, if the session has too many. */
  async enter(id: string, response: ServerResponse, { isPage }: { isPage: boolean }): Promise<boolean> {
    const session = this.#sessions.get(id) ?? { requests: 0, pages: pLimit(maxPages) };
    if (session.requests >= maxPerSession) return false;
    // The client has disconnected: no `close` would end the count of this request. The guard does not start it.
    if (response.closed) return true;
    session.requests += 1;
    this.#sessions.set(id, session);
    response.once('close', () => {
      session.requests -= 1;
      if (session.requests === 0) this.#sessions.delete(id);
    });
    if (isPage) await startInTurn(session.pages, response, maxPageMs);
    return true;
  }
}
