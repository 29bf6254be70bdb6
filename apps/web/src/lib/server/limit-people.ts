import type { ServerResponse } from 'node:http';
import pLimit, { type LimitFunction } from 'p-limit';
import { startInTurn } from './start-in-turn.ts';

/** A page sends about ten requests at once, so this is enough for several windows that load at the same time. */
const maxPerPerson = 64;
/** Rendering occupies the only thread: 64 pages of one person would delay all others by seconds. */
const maxPages = 2;
/** After this time the next page starts anyway: a page that waits for its client or for the API uses no processor. */
const maxPageMs = 1_000;

type Running = { requests: number; pages: LimitFunction };

/**
 * Limits the running requests of each person, over all their sessions, and starts their pages two at a time. A closed
 * response ends a request.
 */
export class PersonLimit {
  readonly #runningByPerson = new Map<string, Running>();

  /** Resolves with true when the request may start; with false, at once, if the person has too many. */
  async enter(userId: string, response: ServerResponse, { isPage }: { isPage: boolean }): Promise<boolean> {
    const running = this.#runningByPerson.get(userId) ?? { requests: 0, pages: pLimit(maxPages) };
    if (running.requests >= maxPerPerson) return false;
    // The client has disconnected: no `close` would end the count of this request. The guard does not start it.
    if (response.closed) return true;
    running.requests += 1;
    this.#runningByPerson.set(userId, running);
    response.once('close', () => {
      running.requests -= 1;
      if (running.requests === 0) this.#runningByPerson.delete(userId);
    });
    if (isPage) await startInTurn(running.pages, response, maxPageMs);
    return true;
  }
}
