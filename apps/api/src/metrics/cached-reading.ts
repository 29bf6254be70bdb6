/**
 * Caches a value that is expensive to read: reads it on request, at most once in `maxAgeMs` and never twice at once.
 */
export class CachedReading<T> {
  readonly #read: () => Promise<T>;
  readonly #maxAgeMs: number;
  #latest: Promise<T | undefined> | undefined;

  constructor(read: () => Promise<T>, maxAgeMs: number) {
    this.#read = read;
    this.#maxAgeMs = maxAgeMs;
  }

  /** Undefined when the latest attempt failed; the next attempt is made `maxAgeMs` later. */
  get(): Promise<T | undefined> {
    this.#latest ??= this.#start();
    return this.#latest;
  }

  async #start(): Promise<T | undefined> {
    try {
      return await this.#read();
    } catch {
      return undefined;
    } finally {
      setTimeout(() => {
        this.#latest = undefined;
      }, this.#maxAgeMs).unref();
    }
  }
}
