import type { EventPosition, LeaseExtension, LoggedEvent } from '@crewboard/contracts';
import type { AppError } from '../../errors.ts';

/** Maximum of buffered events of a slow reader; beyond it, the reader reads the log. */
const maxWaiting = 1_000;

type Feed = {
  /** Up to which it has read. */
  position: () => EventPosition;
  leave: (subscription: Subscription) => void;
};

/** Buffers the events of one team for one stream, and the newest lease of each task. */
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

  /** The events after this one are in the buffer, or will be; earlier ones are in the log. */
  get start(): EventPosition {
    return this.#feed.position();
  }

  push(events: LoggedEvent[]): void {
    if (this.#hasOverflowed) return;
    if (this.#waiting.length + events.length > maxWaiting) this.overflow();
    else this.#waiting.push(...events);
    this.#wake();
  }

  /** Drops the buffered events: the reader finds them in the log. */
  overflow(): void {
    this.#hasOverflowed = true;
    this.#waiting = [];
    this.#wake();
  }

  /** Leases that do not fit are left out: the next heartbeats have them. */
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

  /** What came since the last call, as soon as there is anything. `overflow`: read the log up to `start` instead. */
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
    this.#feed.leave(this);
  }
}
