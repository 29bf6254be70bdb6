/** Bodies of at least `hugeBytes` share a budget of `maxInFlightBytes` per process, which the last body may exceed. */
const hugeBytes = 256 * 1024;
const maxInFlightBytes = 64 * 1024 * 1024;

/**
 * Bounds the memory of huge delivery bodies while receivers are slow. Huge bodies wait for each other; smaller bodies
 * never wait for the budget. Bodies are built one at a time, because building one blocks the process for a moment.
 */
export class BodyBudget {
  readonly #signal: AbortSignal;
  #usedBytes = 0;
  #building: Promise<unknown> = Promise.resolve();
  #waiting: (() => void)[] = [];

  constructor(signal: AbortSignal) {
    this.#signal = signal;
    signal.addEventListener('abort', () => {
      for (const resume of this.#waiting.splice(0)) resume();
    });
  }

  /** Builds a body, which must be released after use; undefined when `build` returns none or the worker stops. */
  async build<T extends { body: Buffer }>(build: () => Promise<T | undefined>): Promise<T | undefined> {
    try {
      for (let hasWaited = false; !this.#signal.aborted; hasWaited = true) {
        // The size is known only after building, so a body that does not fit is built again once there is room.
        if (hasWaited) await new Promise<void>((resume) => this.#waiting.push(resume));
        const built = await this.#buildInTurn(build);
        if (!built || built.body.length < hugeBytes) return built;
        if (this.#usedBytes < maxInFlightBytes && (hasWaited || this.#waiting.length === 0)) {
          this.#usedBytes += built.body.length;
          return built;
        }
      }
      return undefined;
    } finally {
      this.#resumeNext();
    }
  }

  release(body: Buffer): void {
    if (body.length < hugeBytes) return;
    this.#usedBytes -= body.length;
    this.#resumeNext();
  }

  #buildInTurn<T>(build: () => Promise<T>): Promise<T> {
    const built = this.#building.then(build);
    this.#building = built.catch(() => undefined);
    return built;
  }

  #resumeNext(): void {
    if (this.#usedBytes < maxInFlightBytes) this.#waiting.shift()?.();
  }
}
