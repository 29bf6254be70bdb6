import type { TaskPriority } from '@crewboard/contracts';

/** The part of a team's queue that a request waits at. */
export type Queue = { teamId: string; projectId: string | null; priority: TaskPriority | null };

/** The agent that waits, and its queue. */
export type Waiter = Queue & { agentId: string };

/**
 * An offer of tasks to the requests that wait at one of these queues. `agentId`: the assigned agent, which alone may
 * claim; null: any agent.
 */
export type Offer = {
  queues: readonly Queue[];
  agentId: string | null;
  /** Agents that released the task lately, and do not get it. */
  exceptAgentIds?: readonly string[] | undefined;
  /** Called if there are more tasks than requests that only wait. */
  onUntaken?: (() => void) | undefined;
  /** The requests that were woken for the offer and could not claim. */
  passedOnBy?: Set<WaitingRequest>;
};

type Parts = {
  /** Returns the next place in the order of arrival. */
  nextOrder: () => number;
  waitMs: number;
  signal: AbortSignal;
  passOn: (offer: Offer) => void;
  /** Called when the woken request found no task, before it waits again. */
  onMiss: () => void;
  /** Called when the request has moved to the last place. */
  onMoved: () => void;
  onLeave: () => void;
};

/** One waiting request. It keeps its place in the order until it leaves, or finds only tasks for others (`goToEnd`). */
export class WaitingRequest {
  readonly waiter: Waiter;
  #order: number;
  readonly #parts: Parts;
  readonly #timer: NodeJS.Timeout;
  readonly #end = () => this.end();
  /** The offer that came during a claim, which may have read the queue before: claim once more. */
  #next: Offer | undefined;
  /** The offer that has woken the request; undefined once it was passed on, or the request waits again. */
  #current: Offer | undefined;
  #resolve: ((isWoken: boolean) => void) | undefined;
  #isOver = false;

  constructor(waiter: Waiter, parts: Parts) {
    this.waiter = waiter;
    this.#order = parts.nextOrder();
    this.#parts = parts;
    this.#timer = setTimeout(this.#end, parts.waitMs);
    parts.signal.addEventListener('abort', this.#end);
    if (parts.signal.aborted) this.end();
  }

  /** Whether the request only waits, and is not claiming right now. */
  get isIdle(): boolean {
    return this.#resolve !== undefined;
  }

  get order(): number {
    return this.#order;
  }

  /** Whether an offer waits for the end of the claim under way. */
  get hasOffer(): boolean {
    return this.#next !== undefined;
  }

  /** Resolves to true when there may be a task to claim; to false when the time is over or the client has left. */
  wait(): Promise<boolean> {
    // The claim found no task.
    if (this.#current) this.#parts.onMiss();
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

  /** Wakes another request for the current offer, because this one cannot claim. */
  passOn(): void {
    const offer = this.#current;
    this.#current = undefined;
    if (offer) this.#parts.passOn(offer);
  }

  /** Moves the request behind all others. */
  goToEnd(): void {
    this.#order = this.#parts.nextOrder();
    this.#parts.onMoved();
  }

  /** Ends the wait. */
  end(): void {
    this.#isOver = true;
    if (this.#resolve) this.#settle(false);
  }

  /** Removes the request. An offer that it has not used goes to another request. */
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
