import type { TaskNotices } from './generated/types.ts';

/** Passes the notices that come with the heartbeats of one task on to its handler. */
export class Notices {
  readonly #stopping = new AbortController();
  readonly #listeners = new Set<(notices: TaskNotices) => void>();
  /** Notices that came before the first listener. */
  #early: TaskNotices[] = [];

  /** Aborted when a heartbeat tells the holder to stop. */
  get stop(): AbortSignal {
    return this.#stopping.signal;
  }

  listen(listener: (notices: TaskNotices) => void): void {
    this.#listeners.add(listener);
    for (const notices of this.#early) listener(notices);
    this.#early = [];
  }

  /** Passes a stop on once, although each heartbeat repeats it while the pause lasts. */
  receive({ stop, comments }: TaskNotices): void {
    const isNew = stop !== undefined && !this.stop.aborted;
    if (isNew) this.#stopping.abort(new Error(stop.reason));
    if (!isNew && !comments) return;
    const notices = { ...(isNew && { stop }), ...(comments && { comments }) };
    if (this.#listeners.size === 0) this.#early.push(notices);
    for (const listener of this.#listeners) listener(notices);
  }
}
