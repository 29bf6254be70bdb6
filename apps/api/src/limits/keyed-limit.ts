type Bounds = {
  /** At most so many at once per key. */
  maxRunning: number;
  /** At most so many more wait per key. */
  maxWaiting: number;
  /** At most so long each. */
  maxWaitMs: number;
};

/** Gives the place back. Calling it again has no effect. */
export type Release = () => void;

/** A caller in the queue of its key: a doubly linked list, so that one in the middle leaves in one step. */
type Waiter = { previous: Waiter | undefined; next: Waiter | undefined; admit(release: Release): void };
type Entry = { running: number; waiting: number; first: Waiter | undefined; last: Waiter | undefined };

/** Bounds how many work at once per key; further callers wait in memory, in order of arrival. O(1) per operation. */
export class KeyedLimit {
  readonly #bounds: Bounds;
  /** Only keys in use: an idle key leaves nothing behind. */
  readonly #entryByKey = new Map<string, Entry>();

  constructor(bounds: Bounds) {
    this.#bounds = bounds;
  }

  /** The number of keys in use. */
  get size(): number {
    return this.#entryByKey.size;
  }

  /**
   * Resolves to the function that gives the place back, or to undefined: the queue of the key is full, the wait
   * took `maxWaitMs`, or the signal was aborted. Never rejects.
   */
  enter(key: string, signal?: AbortSignal): Promise<Release | undefined> {
    if (signal?.aborted) return Promise.resolve(undefined);
    let entry = this.#entryByKey.get(key);
    if (!entry) {
      entry = { running: 0, waiting: 0, first: undefined, last: undefined };
      this.#entryByKey.set(key, entry);
    }
    if (entry.running < this.#bounds.maxRunning) {
      entry.running += 1;
      return Promise.resolve(this.#releaseOf(key, entry));
    }
    if (entry.waiting >= this.#bounds.maxWaiting) return Promise.resolve(undefined);
    return this.#wait(entry, signal);
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

  /** The place goes to the first who waits; without one the key is forgotten with its last place. */
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
