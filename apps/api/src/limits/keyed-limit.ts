type Bounds = {
  /** How many run at once per key. */
  maxRunning: number;
  /** How many more wait per key. */
  maxWaiting: number;
  /** How long each may wait. */
  maxWaitMs: number;
};

/** Releases the place. Calling it again has no effect. */
export type Release = () => void;

/**
 * A caller in the queue of its key. The queue is a doubly linked list, so that a caller in its middle leaves in O(1).
 */
type Waiter = { previous: Waiter | undefined; next: Waiter | undefined; admit(release: Release): void };
type Entry = { running: number; waiting: number; first: Waiter | undefined; last: Waiter | undefined };

/**
 * A semaphore per key: bounds how many callers run at once for a key. Further callers wait in memory, in the order of
 * their arrival. O(1) per operation.
 */
export class KeyedLimit {
  readonly #bounds: Bounds;
  /** Has only keys in use: an idle key takes no memory. */
  readonly #entryByKey = new Map<string, Entry>();

  constructor(bounds: Bounds) {
    this.#bounds = bounds;
  }

  /** The number of keys in use. */
  get size(): number {
    return this.#entryByKey.size;
  }

  /** Takes a place if one is free, and returns the function that releases it; undefined if none is free. */
  tryEnter(key: string): Release | undefined {
    const entry = this.#entryByKey.get(key);
    if (entry && entry.running >= this.#bounds.maxRunning) return undefined;
    return this.#admit(key, entry ?? this.#addEntry(key));
  }

  /**
   * Waits for a place, and resolves to the function that releases it. Resolves to undefined if the queue of the key is
   * full, the wait takes `maxWaitMs`, or the signal is aborted. Never rejects.
   */
  enter(key: string, signal?: AbortSignal): Promise<Release | undefined> {
    if (signal?.aborted) return Promise.resolve(undefined);
    const release = this.tryEnter(key);
    const entry = this.#entryByKey.get(key);
    if (release || !entry) return Promise.resolve(release);
    if (entry.waiting >= this.#bounds.maxWaiting) return Promise.resolve(undefined);
    return this.#wait(entry, signal);
  }

  #addEntry(key: string): Entry {
    const entry: Entry = { running: 0, waiting: 0, first: undefined, last: undefined };
    this.#entryByKey.set(key, entry);
    return entry;
  }

  #admit(key: string, entry: Entry): Release {
    entry.running += 1;
    return this.#releaseOf(key, entry);
  }

  #wait(entry: Entry, signal: AbortSignal | undefined): Promise<Release | undefined> {
    return new Promise((resolve) => {
      const settle = (release: Release | undefined) => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', giveUp);
        remove(entry, waiter);
        resolve(release);
      };
      const giveUp = () => settle(undefined);
      const waiter: Waiter = { previous: entry.last, next: undefined, admit: settle };
      append(entry, waiter);
      const timer = setTimeout(giveUp, this.#bounds.maxWaitMs);
      signal?.addEventListener('abort', giveUp);
    });
  }

  /** Gives the place to the first waiter. If nobody waits, frees the place; without used places, a key is removed. */
  #releaseOf(key: string, entry: Entry): Release {
    let isReleased = false;
    return () => {
      if (isReleased) return;
      isReleased = true;
      if (entry.first) return entry.first.admit(this.#releaseOf(key, entry));
      entry.running -= 1;
      if (entry.running === 0) this.#entryByKey.delete(key);
    };
  }
}

function append(entry: Entry, waiter: Waiter): void {
  if (entry.last) entry.last.next = waiter;
  else entry.first = waiter;
  entry.last = waiter;
  entry.waiting += 1;
}

function remove(entry: Entry, waiter: Waiter): void {
  if (waiter.previous) waiter.previous.next = waiter.next;
  else entry.first = waiter.next;
  if (waiter.next) waiter.next.previous = waiter.previous;
  else entry.last = waiter.previous;
  entry.waiting -= 1;
}
