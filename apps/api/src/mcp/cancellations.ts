/**
 * The requests that clients may cancel by a message of its own, as they do up to protocol version 2025-11-25. Later
 * ones close the request. Best effort: where another process gets the message, the claim ends with its lease.
 */
export class Cancellations {
  readonly #byKey = new Map<string, Set<AbortController>>();

  /** Calls back with a signal while the request of this sender runs. */
  async run<Result>(key: string, call: (signal: AbortSignal) => Promise<Result>): Promise<Result> {
    const controller = new AbortController();
    const running = this.#byKey.get(key) ?? new Set();
    this.#byKey.set(key, running.add(controller));
    try {
      return await call(controller.signal);
    } finally {
      running.delete(controller);
      if (running.size === 0) this.#byKey.delete(key);
    }
  }

  /** Several clients of one credential may use the same id: then nobody knows which one is meant, and none ends. */
  cancel(key: string): void {
    const [only, ...others] = this.#byKey.get(key) ?? [];
    if (others.length === 0) only?.abort();
  }
}
