import { type AppError, rateLimited } from '#src/errors.ts';
import { type Offer, type Queue, type Waiter, WaitingRequest } from './waiting-request.ts';

export type WaitingBounds = { perCaller: number; perTeam: number; perProcess: number };

export const defaultBounds: WaitingBounds = { perCaller: 5, perTeam: 500, perProcess: 2_000 };
export const retryAfterS = 5;

/**
 * A queue and one agent at it; `agentId` null: all agents. `count`: the requests that wait there, or the tasks that
 * these agents could claim.
 */
export type Claimable = Queue & { agentId: string | null; count: number };

/**
 * The requests of this process that wait for a task, in order of arrival. They are only woken: the claim decides who
 * gets a task.
 */
export class WaitingAgents {
  /**
   * Called when a woken request found no task: the claim that took its task may have left a newer task, for which
   * nobody was woken.
   */
  onMiss = () => {};
  readonly #bounds: WaitingBounds;
  /** All requests, by queue. */
  readonly #requests = new Groups();
  readonly #requestsByAgent = new Groups();
  readonly #requestsByTeam = new Groups();
  /** The number of all requests. */
  #count = 0;
  #lastOrder = 0;
  #isClosed = false;

  constructor(bounds: WaitingBounds = defaultBounds) {
    this.#bounds = bounds;
  }

  /** The number of requests that only wait, without those that are claiming right now. */
  get idleCount(): number {
    return [...this.#requests.all()].filter(({ isIdle }) => isIdle).length;
  }

  /**
   * Adds a request. Call it before the first claim, so that the request is offered every task that comes after; end it
   * with `leave`. Returns RATE_LIMITED at the limit of the agent, the team or the process.
   */
  add(
    waiter: Waiter,
    { waitMs, signal }: { waitMs: number; signal: AbortSignal },
  ): WaitingRequest | AppError {
    const { perCaller, perTeam, perProcess } = this.#bounds;
    const { teamId, agentId } = waiter;
    if (this.#requestsByAgent.of(agentId).size >= perCaller) return tooMany(`this agent has ${perCaller}`);
    if (this.#requestsByTeam.of(teamId).size >= perTeam) return tooMany(`this team has ${perTeam} here`);
    if (this.#count >= perProcess) return tooMany(`this server has ${perProcess}`);

    this.#count += 1;
    const groups = [
      [this.#requests, keyOf(waiter)],
      [this.#requestsByAgent, agentId],
      [this.#requestsByTeam, teamId],
    ] as const;
    const request = new WaitingRequest(waiter, {
      ...{ nextOrder: () => this.#nextOrder(), waitMs, signal },
      passOn: (offer) => this.#passOn(offer, request),
      onMiss: () => this.onMiss(),
      onMoved() {
        for (const [group, key] of groups) group.moveToEnd(key, request);
      },
      onLeave: () => {
        this.#count -= 1;
        for (const [group, key] of groups) group.delete(key, request);
      },
    });
    for (const [group, key] of groups) group.add(key, request);
    if (this.#isClosed) request.end();
    return request;
  }

  /**
   * Wakes the first suitable requests that only wait, as many as there are tasks. For the remaining tasks, requests
   * that are claiming right now claim once more.
   */
  offer(offer: Offer, count = 1): void {
    const groups = this.#suitable(offer);
    const canTake = (request: WaitingRequest) =>
      !request.hasOffer && !offer.passedOnBy?.has(request) && isFor(offer, request);
    const idle = firstOf(groups, count, (request) => request.isIdle && canTake(request));
    const remaining = count - idle.length;
    const claiming = firstOf(groups, remaining, (request) => !request.isIdle && canTake(request));
    for (const request of [...idle, ...claiming]) request.wake(offer);
    if (remaining > 0) offer.onUntaken?.();
  }

  /**
   * The number of requests that wait at each queue, of all agents and of each: the queue probe looks for tasks for
   * them.
   */
  wanted(): Claimable[] {
    return [...this.#requests.groups()].flatMap((requests) => {
      const waiters = [...requests].filter(({ isIdle }) => isIdle).map(({ waiter }) => waiter);
      const [first] = waiters;
      if (!first) return [];
      const { teamId, projectId, priority } = first;
      const wanted = (agentId: string | null, { length: count }: Waiter[]) => ({
        ...{ teamId, projectId, priority, agentId, count },
      });
      const byAgent = Map.groupBy(waiters, ({ agentId }) => agentId);
      return [wanted(null, waiters), ...[...byAgent].map(([agentId, own]) => wanted(agentId, own))];
    });
  }

  /** Ends all waits, also those that begin later, because the process stops. */
  close(): void {
    this.#isClosed = true;
    for (const request of this.#requests.all()) request.end();
  }

  /** Each request passes an offer on at most once: otherwise it would go round among requests that cannot claim. */
  #passOn(offer: Offer, request: WaitingRequest): void {
    this.offer({ ...offer, passedOnBy: new Set(offer.passedOnBy).add(request) });
  }

  #nextOrder(): number {
    this.#lastOrder += 1;
    return this.#lastOrder;
  }

  #suitable({ queues, agentId }: Offer): Iterable<WaitingRequest>[] {
    if (agentId === null) return queues.map((queue) => this.#requests.of(keyOf(queue)));
    const own = [...this.#requestsByAgent.of(agentId)];
    return [own.filter(({ waiter }) => queues.some((queue) => isSameQueue(queue, waiter)))];
  }
}

const isFor = ({ exceptAgentIds }: Offer, { waiter }: WaitingRequest) =>
  !exceptAgentIds?.includes(waiter.agentId);

const nobody: ReadonlySet<WaitingRequest> = new Set();

/** Requests by a key, in order of arrival. */
class Groups {
  readonly #requestsByKey = new Map<string, Set<WaitingRequest>>();

  of(key: string): ReadonlySet<WaitingRequest> {
    return this.#requestsByKey.get(key) ?? nobody;
  }

  groups(): Iterable<ReadonlySet<WaitingRequest>> {
    return this.#requestsByKey.values();
  }

  *all(): Iterable<WaitingRequest> {
    for (const requests of this.#requestsByKey.values()) yield* requests;
  }

  add(key: string, request: WaitingRequest): void {
    const requests = this.#requestsByKey.get(key) ?? new Set();
    this.#requestsByKey.set(key, requests.add(request));
  }

  moveToEnd(key: string, request: WaitingRequest): void {
    const requests = this.#requestsByKey.get(key);
    if (requests?.delete(request)) requests.add(request);
  }

  delete(key: string, request: WaitingRequest): void {
    const requests = this.#requestsByKey.get(key);
    requests?.delete(request);
    if (requests?.size === 0) this.#requestsByKey.delete(key);
  }
}

/**
 * The first `count` requests that can take an offer, in the order of arrival. Each group is in this order, and is read
 * only as far as needed.
 */
function firstOf(
  groups: Iterable<WaitingRequest>[],
  count: number,
  canTake: (request: WaitingRequest) => boolean,
): WaitingRequest[] {
  if (count === 0) return [];
  const found: WaitingRequest[] = [];
  for (const group of groups) {
    let ofGroup = 0;
    for (const request of group) {
      if (!canTake(request)) continue;
      found.push(request);
      ofGroup += 1;
      if (ofGroup === count) break;
    }
  }
  return found.sort((a, b) => a.order - b.order).slice(0, count);
}

const isSameQueue = (a: Queue, b: Queue) =>
  a.teamId === b.teamId && a.projectId === b.projectId && a.priority === b.priority;

/** The project comes last, because it may be any text from the client, also with spaces. */
const keyOf = ({ teamId, projectId, priority }: Queue) => `${teamId} ${priority ?? ''} ${projectId ?? ''}`;

/** `limit`: the limit that is reached, such as 'this agent has 5'. */
const tooMany = (limit: string) =>
  rateLimited(
    `No more requests can wait for a task: ${limit} waiting. Wait for one of them first.`,
    retryAfterS,
  );
