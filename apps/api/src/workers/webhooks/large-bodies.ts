/** So many bytes of large bodies are on their way from one process before the next one is read. */
const mostBytes = 64 * 1024 * 1024;

/**
 * Large bodies wait for each other, and small ones never for them: whoever asks for megabytes to be sent to many slow
 * receivers does not fill the memory. They are made one at a time, as each takes the process a moment.
 */
export class LargeBodies {
  readonly #stopping: AbortSignal;
  #bytes = 0;
  #turn: Promise<unknown> = Promise.resolve();
  #look: () => void = () => undefined;

  constructor(stopping: AbortSignal) {
    this.#stopping = stopping;
    stopping.addEventListener('abort', () => this.#look());
  }

  /** Makes a body in its turn, once there is room for it; undefined when there is none, or no time any more. */
  make<T extends { body: Buffer }>(makeOne: () => Promise<T | undefined>): Promise<T | undefined> {
    const made = this.#turn.then(async () => {
      await this.#room();
      if (this.#stopping.aborted) return undefined;
      const one = await makeOne();
      this.#bytes += one?.body.length ?? 0;
      return one;
    });
    this.#turn = made.catch(() => undefined);
    return made;
  }

  /** It is no longer needed. */
  release(body: Buffer): void {
    this.#bytes -= body.length;
    this.#look();
  }

  async #room(): Promise<void> {
    while (this.#bytes >= mostBytes && !this.#stopping.aborted) {
      await new Promise<void>((resolve) => {
        this.#look = resolve;
      });
    }
  }
}
