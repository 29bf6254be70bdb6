import type { TaskPriority } from '@crewboard/contracts';

/** The part of a team's queue that a request waits at. */
export type Queue = { teamId: string; projectId: string | null; priority: TaskPriority | null };

/** Who waits, and where. */
export type Waiter = Queue & { agentId: string };

/**
 * Tasks that may be claimed by any agent that waits at one of these queues, or by the one that they are assigned to.
 */
export type Offer = {
  queues: readonly Queue[];
  agentId: string | null;
  /** Agents that released the task lately: it is not for them. */
  exceptAgentIds?: readonly string[] | undefined;
  /** Called when fewer requests that only wait are woken than there are tasks. */
  onUntaken?: (() => void) | undefined;
  /** They were woken for it and could not claim. */
  passedOnBy?: Set<WaitingRequest>;
};

type Parts = {
  /** The place in the order of arrival, now and whenever it is asked again. */
  nextOrder: () => number;
  waitMs: number;
  signal: AbortSignal;
  passOn: (offer: Offer) => void;
  /** Called when it was woken and found no task, before it waits again. */
  onMiss: () => void;
  /** Called when its place is the last one. */
  onMoved: () => void;
  onLeave: () => void;
};

/** One waiting request. Keeps its place in the order until it leaves, or finds tasks that are for others alone. */
export class WaitingRequest {
  readonly waiter: Waiter;
  #order: number;
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
    this.#order = parts.nextOrder();
    this.#parts = parts;
    this.#timer = setTimeout(this.#end, parts.waitMs);
    parts.signal.addEventListener('abort', this.#end);
    if (parts.signal.aborted) this.end();
  }

  /** Whether it waits, and does not claim right now. */
  get isIdle(): boolean {
    return this.#resolve !== undefined;
  }

  get order(): number {
    return this.#order;
  }

  get hasOffer(): boolean {
    return this.#next !== undefined;
  }

  /** Resolves to true when there may be a task to claim; to false when the time is over or the client has left. */
  wait(): Promise<boolean> {
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

  /** It was woken and cannot claim: another one is woken instead. */
  passOn(): void {
    const offer = this.#current;
    this.#current = undefined;
    if (offer) this.#parts.passOn(offer);
  }

  /** It comes after all others from now on. */
  goToEnd(): void {
    this.#order = this.#parts.nextOrder();
    this.#parts.onMoved();
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
