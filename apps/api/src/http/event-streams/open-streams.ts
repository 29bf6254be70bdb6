import type { ServerResponse } from 'node:http';
import type { Caller } from '../../auth/authenticate.ts';
import { rateLimited } from '../../errors.ts';

/** How long the last bytes of an ended stream may take. */
const endTimeoutMs = 1_000;

export type StreamBounds = { perCredential: number; perTeam: number; perProcess: number };

export const defaultStreamBounds: StreamBounds = { perCredential: 20, perTeam: 500, perProcess: 5_000 };
const retryAfterS = 10;

/** Counts and bounds the open event streams of all transports, and ends them when the server stops. */
export class OpenStreams {
  readonly #bounds: StreamBounds;
  readonly #responses = new Set<ServerResponse>();
  /** Open streams by owner: a credential (of a person, the session) and a team. */
  readonly #countByOwner = new Map<string, number>();

  constructor(bounds: StreamBounds = defaultStreamBounds) {
    this.#bounds = bounds;
  }

  get count(): number {
    return this.#responses.size;
  }

  has(response: ServerResponse): boolean {
    return this.#responses.has(response);
  }

  /**
   * Counts the response until it is closed. Throws RATE_LIMITED at the limit of the caller, its team or the process.
   */
  add(response: ServerResponse, caller: Caller | null): void {
    if (response.closed) return;
    const { perCredential, perTeam, perProcess } = this.#bounds;
    const credential = caller?.credential && `${caller.credential.kind} ${caller.credential.id}`;
    const team = caller && 'teamId' in caller.actor ? `team ${caller.actor.teamId}` : undefined;
    if (this.#responses.size >= perProcess) throw tooMany(`this server has ${perProcess}`);
    if (credential && this.#countOf(credential) >= perCredential) {
      throw tooMany(`this credential has ${perCredential}`);
    }
    if (team && this.#countOf(team) >= perTeam) throw tooMany(`this team has ${perTeam}`);

    const owners = [credential, team].filter((owner) => typeof owner === 'string');
    this.#responses.add(response);
    for (const owner of owners) this.#countByOwner.set(owner, this.#countOf(owner) + 1);
    response.once('close', () => {
      this.#responses.delete(response);
      for (const owner of owners) this.#forgetOne(owner);
    });
  }

  /**
   * Closes the streams that are still open after a second: otherwise a client that reads nothing would keep the server
   * from stopping.
   */
  endSoon(): void {
    setTimeout(() => {
      for (const response of this.#responses) response.destroy();
    }, endTimeoutMs).unref();
  }

  #countOf(owner: string): number {
    return this.#countByOwner.get(owner) ?? 0;
  }

  #forgetOne(owner: string): void {
    const count = this.#countOf(owner) - 1;
    if (count > 0) this.#countByOwner.set(owner, count);
    else this.#countByOwner.delete(owner);
  }
}

const tooMany = (who: string) =>
  rateLimited(`No more event streams can be opened: ${who} open. Close one first.`, retryAfterS);
