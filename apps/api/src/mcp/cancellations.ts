/**
 * The running requests of this process, for the message `notifications/cancelled`: clients up to protocol version
 * 2025-11-25 send it, later ones close the request. Best effort: if another process gets the message, the request goes
 * on, and its claim ends with the lease.
 */
export class Cancellations {
  readonly #byKey = new Map<string, Set<AbortController>>();

  /**
   * Runs a request with a signal that `cancel` of the same key aborts. The key has the credential and the request's id.
   */
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

  /**
   * Does nothing if several clients of the credential use the same id: it is not known which request the message means.
   */
  cancel(key: string): void {
    const [only, ...others] = this.#byKey.get(key) ?? [];
    if (others.length === 0) only?.abort();
  }
}
