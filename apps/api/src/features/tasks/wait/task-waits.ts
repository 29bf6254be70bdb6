import { type AppError, rateLimited } from '#src/errors.ts';
import { defaultBounds, retryAfterS, type WaitingBounds } from '../queue/waiting-agents.ts';

type Waiter = { teamId: string; callerId: string };
/** One waiting request. `isIdle`: it has left its place among the requests in flight. */
type Wait = Waiter & { end: () => void; isIdle: boolean; leave: () => void };

/**
 * Counts the requests of this process that wait until tasks have ended, with the same limits as those that wait for a
 * task.
 */
export class TaskWaits {
  readonly #bounds: WaitingBounds;
  readonly #waits = new Set<Wait>();
  #isClosed = false;

  constructor(bounds: WaitingBounds = defaultBounds) {
    this.#bounds = bounds;
  }

  get count(): number {
    return this.#waits.size;
  }

  get idleCount(): number {
    return [...this.#waits].filter(({ isIdle }) => isIdle).length;
  }

  /**
   * Adds a request until its `leave` is called. Calls `end` when the process stops. Returns RATE_LIMITED at the limit
   * of the caller, the team or the process.
   */
  add(waiter: Waiter, end: () => void): AppError | Wait {
    const { perCaller, perTeam, perProcess } = this.#bounds;
    const others = [...this.#waits];
    const ofTeam = others.filter(({ teamId }) => teamId === waiter.teamId);
    const ofCaller = ofTeam.filter(({ callerId }) => callerId === waiter.callerId);
    if (ofCaller.length >= perCaller) return tooMany(`this credential has ${perCaller}`);
    if (ofTeam.length >= perTeam) return tooMany(`this team has ${perTeam} here`);
    if (others.length >= perProcess) return tooMany(`this server has ${perProcess}`);
    const wait: Wait = { ...waiter, end, isIdle: false, leave: () => void this.#waits.delete(wait) };
    this.#waits.add(wait);
    if (this.#isClosed) end();
    return wait;
  }

  /** Ends all waits, also those that begin later, because the process stops. */
  close(): void {
    this.#isClosed = true;
    for (const { end } of this.#waits) end();
  }
}

/** `limit`: the limit that is reached, such as 'this credential has 5'. */
const tooMany = (limit: string) =>
  rateLimited(
    `No more requests can wait until tasks have ended: ${limit} waiting. Wait for one of them first.`,
    retryAfterS,
  );
