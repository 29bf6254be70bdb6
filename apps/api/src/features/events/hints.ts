import type { Signal } from '@crewboard/db';

/** For one reader of the log: waits until there may be something new. A hint that comes while it reads is kept. */
export class Hints {
  readonly #stopListening: () => void;
  #isGiven = false;
  #wake: () => void = () => undefined;

  constructor(signal: Signal) {
    this.#stopListening = signal.listen(() => this.give());
  }

  give(): void {
    this.#isGiven = true;
    this.#wake();
  }

  /** Waits for a hint, but no longer than this (ms); tells whether there was one. */
  async wait(ms: number): Promise<boolean> {
    if (!this.#isGiven) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, ms);
        this.#wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
    const wasGiven = this.#isGiven;
    this.#isGiven = false;
    return wasGiven;
  }

  close(): void {
    this.#stopListening();
  }
}
