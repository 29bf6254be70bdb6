import { setTimeout as sleep } from 'node:timers/promises';
import closeWithGrace from 'close-with-grace';
import type { Logger } from 'pino';

/** How long requests and deliveries in flight may take to finish when a process stops. */
export const drainTimeoutMs = 20_000;
/** The drain, and 10 s for the last statements. */
const closeTimeoutMs = drainTimeoutMs + 10_000;

type Shutdown = {
  /** Called at the signal, before the delay. */
  announce?: () => void;
  /** How long the process still serves after the signal. */
  delayMs?: number;
  /** May take up to 30 s. */
  close: () => Promise<void>;
};

/**
 * Closes the process on SIGTERM and SIGINT with status 0. A second signal, or a `close` that takes more than 30 s, ends
 * it with status 1. An uncaught error ends it with status 1 at once, because its state is unknown, and so that a new
 * process starts sooner.
 */
export function closeOnSignal(log: Logger, { announce, delayMs = 0, close }: Shutdown): void {
  // `delay` is the library's name of its timeout.
  closeWithGrace({ delay: delayMs + closeTimeoutMs, logger: log }, async ({ signal, err }) => {
    if (err) {
      log.fatal({ err }, 'ending after an unexpected error');
      process.exit(1);
    }
    log.info({ signal }, 'stopping');
    announce?.();
    await sleep(delayMs);
    await close();
    log.info('stopped');
  });
}
