const INTERVAL_MS = 60_000;
const MAX_PER_MESSAGE = 10;
const MAX_IN_ALL = 300;
/** Messages with the same first characters count as one: the rest often contains parts of the request. */
const KEY_LENGTH = 40;

/** Decides which lines to log: 10 for each message and 300 in all, until `restart` begins the next minute. */
export class LogLimit {
  readonly #countByMessage = new Map<string, number>();
  #logged = 0;
  #omitted = 0;

  admit(message: string): boolean {
    const key = message.slice(0, KEY_LENGTH);
    const count = this.#countByMessage.get(key) ?? 0;
    if (count >= MAX_PER_MESSAGE || this.#logged >= MAX_IN_ALL) {
      this.#omitted += 1;
      return false;
    }
    this.#countByMessage.set(key, count + 1);
    this.#logged += 1;
    return true;
  }

  /** Starts the next minute. Returns how many lines were omitted in the last one. */
  restart(): number {
    const omitted = this.#omitted;
    this.#countByMessage.clear();
    this.#logged = 0;
    this.#omitted = 0;
    return omitted;
  }
}

/**
 * Limits the errors and warnings in the log, because each request of an open page causes some while the API is away.
 * Of 200 pages that retried every 2 s the log got 100 to 300 lines a second without this, and one with it.
 */
export function limitLog(): void {
  const limit = new LogLimit();
  const { error, warn } = console;
  const limited =
    (write: typeof error): typeof error =>
    (...parts) => {
      const text = parts.map((part) => (part instanceof Error ? part.message : String(part))).join(' ');
      if (limit.admit(text)) write.apply(console, parts);
    };
  console.error = limited(error);
  console.warn = limited(warn);
  setInterval(() => {
    const omitted = limit.restart();
    if (omitted > 0) warn(`${omitted} more errors and warnings of the last minute are not logged.`);
  }, INTERVAL_MS).unref();
}
