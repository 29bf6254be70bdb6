import type { ServerResponse } from 'node:http';
import pLimit, { type LimitFunction } from 'p-limit';
import { startInTurn } from './start-in-turn.ts';

/** A page sends about ten requests at once, so this is enough for several windows that load at the same time. */
const maxPerPerson = 64;
/** Rendering occupies the only thread: 64 pages of one person would delay all others by seconds. */
const maxPages = 2;
/** After this time the next page starts anyway: a page that waits for its client or for the API uses no processor. */
const maxPageMs = 1_000;

type Running = { count: number; pages: LimitFunction };

/**
 * Limits the running requests of each person, over all their sessions, and starts their pages two at a time. A closed
 * response ends a request.
 */
export class PersonLimit {
  readonly #runningByPerson = new Map<string, Running>();

  /** Resolves with true when the request may start; with false, at once, if the person has too many. */
  async enter(userId: string, response: ServerResponse, { isPage }: { isPage: boolean }): Promise<boolean> {
    const running = this.#runningByPerson.get(userId) ?? { count: 0, pages: pLimit(maxPages) };
    if (running.count >= maxPerPerson) return false;
    if (response.closed) return true;
    running.count += 1;
    this.#runningByPerson.set(userId, running);
    response.once('close', () => {
      running.count -= 1;
      if (running.count === 0) this.#runningByPerson.delete(userId);
    });
    if (isPage) await startInTurn(running.pages, response, maxPageMs);
    return true;
  }
}
