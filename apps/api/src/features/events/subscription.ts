import type { EventPosition, LeaseExtension, LoggedEvent } from '@crewboard/contracts';
import type { AppError } from '../../errors.ts';

/** The maximum of buffered events, and of leases. A reader that is slower reads the log instead. */
const maxWaiting = 1_000;

type Feed = {
  /** The position up to which the feed has read the log. */
  position: () => EventPosition;
  remove: (subscription: Subscription) => void;
};

/**
 * Buffers new events of one team, and the newest lease of each task, for one stream or waiting request. The event feed
 * fills it.
 */
export class Subscription {
  readonly teamId: string;
  readonly #feed: Feed;
  #waiting: LoggedEvent[] = [];
  #leasesByTask = new Map<string, LeaseExtension>();
  #hasOverflowed = false;
  #error: AppError | undefined;
  #wake: () => void = () => undefined;

  constructor(teamId: string, feed: Feed) {
    this.teamId = teamId;
    this.#feed = feed;
  }

  /** Events after this position are in the buffer, or will be; read earlier events from the log. */
  get start(): EventPosition {
    return this.#feed.position();
  }

  push(events: LoggedEvent[]): void {
    if (this.#hasOverflowed) return;
    if (this.#waiting.length + events.length > maxWaiting) this.overflow();
    else this.#waiting.push(...events);
    this.#wake();
  }

  /** Drops the buffered events: the reader must read them from the log. */
  overflow(): void {
    this.#hasOverflowed = true;
    this.#waiting = [];
    this.#wake();
  }

  /** Leaves out leases that do not fit: the next heartbeats report them again. */
  pushLeases(leases: LeaseExtension[]): void {
    for (const lease of leases) {
      if (this.#leasesByTask.size < maxWaiting || this.#leasesByTask.has(lease.taskId)) {
        this.#leasesByTask.set(lease.taskId, lease);
      }
    }
    this.#wake();
  }

  /** The next call of `take` throws this. */
  fail(error: AppError): void {
    this.#error ??= error;
    this.#wake();
  }

  /**
   * Waits for new events or leases, and returns all since the last call. `overflow`: read the log up to `start`
   * instead.
   */
  async take(): Promise<{ events: LoggedEvent[]; leases: LeaseExtension[] } | 'overflow'> {
    while (!this.#error && !this.#hasOverflowed && this.#isEmpty) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
    if (this.#error) throw this.#error;
    const isOverflow = this.#hasOverflowed;
    this.#hasOverflowed = false;
    if (isOverflow) return 'overflow';
    const taken = { events: this.#waiting, leases: [...this.#leasesByTask.values()] };
    this.#waiting = [];
    this.#leasesByTask = new Map();
    return taken;
  }

  get #isEmpty(): boolean {
    return this.#waiting.length === 0 && this.#leasesByTask.size === 0;
  }

  /** Throws the error that `take` would throw, for a reader that reads the log instead of waiting. */
  throwIfFailed(): void {
    if (this.#error) throw this.#error;
  }

  close(): void {
    this.#feed.remove(this);
  }
}
