import closeWithGrace from 'close-with-grace';
import type { Logger } from 'pino';

/** How long requests and deliveries in flight may take to finish when a process stops. */
export const drainTimeoutMs = 20_000;
/** After the delay; what the drain leaves is for the last statements. */
const maxShutdownMs = drainTimeoutMs + 10_000;

/**
 * Closes the process on SIGTERM and SIGINT with status 0; `close` may wait for `delayMs` first. A second signal, or a
 * shutdown of 30 s more, ends it with status 1. So does an uncaught error, at once: its state is unknown, and a new process can start sooner.
 */
export function closeOnSignal(log: Logger, close: () => Promise<void>, delayMs = 0): void {
  closeWithGrace({ delay: delayMs + maxShutdownMs, logger: log }, async ({ signal, err }) => {
    if (err) {
      log.fatal({ err }, 'ending after an unexpected error');
      process.exit(1);
    }
    log.info({ signal }, 'stopping');
    await close();
    log.info('stopped');
  });
}
