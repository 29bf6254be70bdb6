/** From this size on (bytes) a body has to find room; so many bytes of such bodies are on their way from one process. */
const hugeFrom = 256 * 1024;
const room = 64 * 1024 * 1024;

/**
 * Whoever has megabytes sent to many slow receivers does not fill the memory: huge bodies wait for each other, and others
 * never for them. Bodies are made one at a time, as each takes the process a moment.
 */
export class LargeBodies {
  readonly #stopping: AbortSignal;
  #used = 0;
  #turn: Promise<unknown> = Promise.resolve();
  #waiting: (() => void)[] = [];

  constructor(stopping: AbortSignal) {
    this.#stopping = stopping;
    stopping.addEventListener('abort', () => {
      for (const goOn of this.#waiting.splice(0)) goOn();
    });
  }

  /** Makes a body, which is to be released; undefined when there is none, or no time for it any more. */
  async make<T extends { body: Buffer }>(makeOne: () => Promise<T | undefined>): Promise<T | undefined> {
    try {
      for (let hasWaited = false; !this.#stopping.aborted; hasWaited = true) {
        // How long it is, is not known before. It is made again once there is room.
        if (hasWaited) await new Promise<void>((goOn) => this.#waiting.push(goOn));
        const one = await this.#inTurn(makeOne);
        if (!one || one.body.length < hugeFrom) return one;
        if (this.#used < room && (hasWaited || this.#waiting.length === 0)) {
          this.#used += one.body.length;
          return one;
        }
      }
      return undefined;
    } finally {
      this.#wakeNext();
    }
  }

  /** It is no longer needed. */
  release(body: Buffer): void {
    if (body.length < hugeFrom) return;
    this.#used -= body.length;
    this.#wakeNext();
  }

  #inTurn<T>(makeOne: () => Promise<T>): Promise<T> {
    const made = this.#turn.then(makeOne);
    this.#turn = made.catch(() => undefined);
    return made;
  }

  #wakeNext(): void {
    if (this.#used < room) this.#waiting.shift()?.();
  }
}
