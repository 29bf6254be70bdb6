import type { ChangeNotifier } from '@crewboard/db';

/** Lets one poll loop wait for new work. A wake-up that comes during a round ends the next wait at once. */
export class WakeUp {
  readonly #notifier: ChangeNotifier | undefined;
  readonly #unsubscribe: (() => void) | undefined;
  #isRequested = false;
  #resolve: () => void = () => undefined;

  /** With a notifier, every notification that the event log has grown wakes it; without one, only `wake` does. */
  constructor(notifier?: ChangeNotifier) {
    this.#notifier = notifier;
    this.#unsubscribe = notifier?.onChange(() => this.wake());
  }

  /** Whether notifications about the event log are currently lost. False without a notifier, as in `SharedWakeUp`. */
  get isDisconnected(): boolean {
    return this.#notifier?.isConnected === false;
  }

  wake(): void {
    this.#isRequested = true;
    this.#resolve();
  }

  /** Waits for a wake-up, at most this long; returns whether it came. */
  async wait(timeoutMs: number): Promise<boolean> {
    if (!this.#isRequested) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, timeoutMs);
        this.#resolve = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
    const wasRequested = this.#isRequested;
    this.#isRequested = false;
    return wasRequested;
  }

  close(): void {
    this.#unsubscribe?.();
  }
}

/** A wake-up for a loop that runs in every API process: `wakeAll` wakes the loops of all processes. */
export class SharedWakeUp extends WakeUp {
  readonly #publish: () => void;
  readonly #stopListening: () => void;

  constructor(notifier: ChangeNotifier, channel: string) {
    super();
    this.#publish = () => void notifier.publish(channel, '');
    this.#stopListening = notifier.subscribe(channel, () => this.wake());
  }

  /** Begins a round now, in every process. */
  wakeAll(): void {
    this.wake();
    this.#publish();
  }

  override close(): void {
    super.close();
    this.#stopListening();
  }
}
