import type { Event } from '@crewboard/contracts';
import type { AppError } from '../../errors.ts';

/** Maximum of buffered events of a slow reader; beyond it, the reader reads the log. */
const maxWaiting = 1_000;

/** Buffers the events of one team for one stream. */
export class Subscription {
  readonly teamId: string;
  readonly #onClose: () => void;
  #waiting: Event[] = [];
  #hasOverflowed = false;
  #error: AppError | undefined;
  #wake: () => void = () => undefined;

  constructor(teamId: string, onClose: () => void) {
    this.teamId = teamId;
    this.#onClose = onClose;
  }

  push(events: Event[]): void {
    if (this.#hasOverflowed) return;
    if (this.#waiting.length + events.length > maxWaiting) {
      this.#hasOverflowed = true;
      this.#waiting = [];
    } else {
      this.#waiting.push(...events);
    }
    this.#wake();
  }

  /** The next call of `take` throws this. */
  fail(error: AppError): void {
    this.#error ??= error;
    this.#wake();
  }

  /** The events since the last call, as soon as there are any. `overflow`: too many, read the log instead. */
  async take(): Promise<Event[] | 'overflow'> {
    while (!this.#error && !this.#hasOverflowed && this.#waiting.length === 0) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
    if (this.#error) throw this.#error;
    const events = this.#hasOverflowed ? 'overflow' : this.#waiting;
    this.#hasOverflowed = false;
    this.#waiting = [];
    return events;
  }

  /** Throws the error that `take` would throw, for a reader that reads the log instead of waiting. */
  throwIfFailed(): void {
    if (this.#error) throw this.#error;
  }

  close(): void {
    this.#onClose();
  }
}
