import type { TaskPriority } from '@crewboard/contracts';
import { rateLimited } from '../../errors.ts';

/** The part of a team's queue that a request waits at. */
type Queue = { teamId: string; projectId: string | null; priority: TaskPriority | null };

/** Who waits, and where. */
export type Waiter = Queue & { agentId: string };

export type WaitingBounds = { perAgent: number; perProcess: number };

const defaultBounds: WaitingBounds = { perAgent: 5, perProcess: 2_000 };
const retryAfterS = 5;

/** A task that may be claimed. One request is woken for it. */
type Offer = {
  teamId: string;
  suits: (waiter: Waiter) => boolean;
  /** Called when no request that only waits suits. */
  onUntaken?: () => void;
};

/** So many tasks may be claimed by any agent, or by the one that they are assigned to. */
export type Claimable = Queue & { agentId: string | null; count: number };

/** The requests of this process that wait for a task, in order of arrival. In memory: the claim decides who gets it. */
export class WaitingAgents {
  readonly #bounds: WaitingBounds;
  readonly #requestsByTeam = new Map<string, Set<WaitingRequest>>();
  readonly #countByAgent = new Map<string, number>();
  #count = 0;
  #isClosed = false;

  constructor(bounds: WaitingBounds = defaultBounds) {
    this.#bounds = bounds;
  }

  /** The requests that only wait: those that claim right now are not among them. */
  get idleCount(): number {
    return this.#idle().length;
  }

  /**
   * Counts a request from before its first claim, so that it hears of every task that comes after. Throws RATE_LIMITED at
   * the limit of the agent or the process. To be ended with `leave`.
   */
  add(waiter: Waiter, { waitMs, signal }: { waitMs: number; signal: AbortSignal }): WaitingRequest {
    const { perAgent, perProcess } = this.#bounds;
    const { teamId, agentId } = waiter;
    const ofAgent = this.#countByAgent.get(agentId) ?? 0;
    if (ofAgent >= perAgent) throw tooMany(`this agent has ${perAgent}`);
    if (this.#count >= perProcess) throw tooMany(`this server has ${perProcess}`);

    const requests = this.#requestsByTeam.get(teamId) ?? new Set();
    const request = new WaitingRequest(waiter, {
      ...{ waitMs, signal },
      passOn: (offer) => this.offer(offer, request),
      onLeave: () => this.#remove(request),
    });
    this.#requestsByTeam.set(teamId, requests.add(request));
    this.#countByAgent.set(agentId, ofAgent + 1);
    this.#count += 1;
    if (this.#isClosed) request.end();
    return request;
  }

  /**
   * Wakes the first request that suits; of those behind `after`, if it is given. Without one that only waits, one that
   * claims right now claims once more.
   */
  offer(offer: Offer, after?: WaitingRequest): void {
    const requests = [...(this.#requestsByTeam.get(offer.teamId) ?? [])];
    const suitable = requests
      .slice(after ? requests.indexOf(after) + 1 : 0)
      .filter((request) => !request.hasOffer && offer.suits(request.waiter));
    const idle = suitable.find(({ isIdle }) => isIdle);
    (idle ?? suitable[0])?.wake(offer);
    if (!idle) offer.onUntaken?.();
  }

  /** Wakes as many requests as there are tasks, at most all that wait there. */
  offerAll({ count, agentId, ...queue }: Claimable): void {
    const key = keyOf(queue);
    const suits = (waiter: Waiter) =>
      keyOf(waiter) === key && (agentId === null || waiter.agentId === agentId);
    for (let offered = 0; offered < count; offered += 1) this.offer({ teamId: queue.teamId, suits });
  }

  /** What to look for so that nobody waits in vain: each queue, and each agent at it, with the number of requests. */
  wanted(): Claimable[] {
    const wantedByKey = new Map<string, Claimable>();
    for (const { waiter } of this.#idle()) {
      const { teamId, projectId, priority } = waiter;
      for (const agentId of [null, waiter.agentId]) {
        const key = `${keyOf(waiter)} ${agentId}`;
        const wanted = wantedByKey.get(key) ?? { teamId, projectId, priority, agentId, count: 0 };
        wantedByKey.set(key, { ...wanted, count: wanted.count + 1 });
      }
    }
    return [...wantedByKey.values()];
  }

  /** Ends all waits, also those that begin later: the process stops. */
  close(): void {
    this.#isClosed = true;
    for (const requests of this.#requestsByTeam.values()) for (const request of requests) request.end();
  }

  #idle(): WaitingRequest[] {
    return [...this.#requestsByTeam.values()].flatMap((requests) =>
      [...requests].filter(({ isIdle }) => isIdle),
    );
  }

  #remove(request: WaitingRequest): void {
    const { teamId, agentId } = request.waiter;
    const requests = this.#requestsByTeam.get(teamId);
    if (!requests?.delete(request)) return;
    if (requests.size === 0) this.#requestsByTeam.delete(teamId);
    const ofAgent = (this.#countByAgent.get(agentId) ?? 0) - 1;
    if (ofAgent > 0) this.#countByAgent.set(agentId, ofAgent);
    else this.#countByAgent.delete(agentId);
    this.#count -= 1;
  }
}

type Parts = {
  waitMs: number;
  signal: AbortSignal;
  passOn: (offer: Offer) => void;
  onLeave: () => void;
};

/** One waiting request. Keeps its place in the order until it leaves. */
export class WaitingRequest {
  readonly waiter: Waiter;
  readonly #parts: Parts;
  readonly #timer: NodeJS.Timeout;
  readonly #end = () => this.end();
  /** Came during a claim, which may have looked before it. */
  #next: Offer | undefined;
  /** The offer for which it was woken last. */
  #current: Offer | undefined;
  #resolve: ((isWoken: boolean) => void) | undefined;
  #isOver = false;

  constructor(waiter: Waiter, parts: Parts) {
    this.waiter = waiter;
    this.#parts = parts;
    this.#timer = setTimeout(this.#end, parts.waitMs);
    parts.signal.addEventListener('abort', this.#end);
    if (parts.signal.aborted) this.end();
  }

  /** Whether it waits, and does not claim right now. */
  get isIdle(): boolean {
    return this.#resolve !== undefined;
  }

  get hasOffer(): boolean {
    return this.#next !== undefined;
  }

  /** Resolves to true when there may be a task to claim; to false when the time is over or the client has left. */
  wait(): Promise<boolean> {
    this.#current = undefined;
    if (this.#isOver) return Promise.resolve(false);
    if (this.#next) return Promise.resolve(this.#take());
    return new Promise((resolve) => {
      this.#resolve = resolve;
    });
  }

  wake(offer: Offer): void {
    this.#next = offer;
    if (this.#resolve) this.#settle(this.#take());
  }

  /** It was woken and cannot claim: the next one in the order is woken instead. */
  passOn(): void {
    const offer = this.#current;
    this.#current = undefined;
    if (offer) this.#parts.passOn(offer);
  }

  /** Ends the wait. */
  end(): void {
    this.#isOver = true;
    if (this.#resolve) this.#settle(false);
  }

  leave(): void {
    clearTimeout(this.#timer);
    this.#parts.signal.removeEventListener('abort', this.#end);
    this.#parts.onLeave();
    if (this.#next) this.#parts.passOn(this.#next);
  }

  #take(): true {
    this.#current = this.#next;
    this.#next = undefined;
    return true;
  }

  #settle(isWoken: boolean): void {
    const resolve = this.#resolve;
    this.#resolve = undefined;
    resolve?.(isWoken);
  }
}

const keyOf = ({ teamId, projectId, priority }: Queue) => `${teamId} ${projectId} ${priority}`;

const tooMany = (who: string) =>
  rateLimited(
    `No more requests can wait for a task: ${who} waiting. Wait for one of them first.`,
    retryAfterS,
  );
