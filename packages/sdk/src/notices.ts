import type { TaskNotices } from './generated/types.ts';

/** Hands the notices of the heartbeats of one task to its handler. */
export class Notices {
  readonly #stopping = new AbortController();
  readonly #listeners = new Set<(notices: TaskNotices) => void>();
  /** What came before the first listener. */
  #early: TaskNotices[] = [];

  /** Aborted once the holder is told to stop. */
  get stop(): AbortSignal {
    return this.#stopping.signal;
  }

  listen(listener: (notices: TaskNotices) => void): void {
    this.#listeners.add(listener);
    for (const notices of this.#early) listener(notices);
    this.#early = [];
  }

  /** Heartbeats repeat a stop while it lasts: it is handed out once. */
  receive({ stop, comments }: TaskNotices): void {
    const isNew = stop !== undefined && !this.stop.aborted;
    if (isNew) this.#stopping.abort(new Error(stop.reason));
    if (!isNew && !comments) return;
    const notices = { ...(isNew && { stop }), ...(comments && { comments }) };
    if (this.#listeners.size === 0) this.#early.push(notices);
    for (const listener of this.#listeners) listener(notices);
  }
}
