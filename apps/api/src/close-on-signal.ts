import closeWithGrace from 'close-with-grace';
import type { Logger } from 'pino';

/** Drains take up to 20 s; the rest is for the last statements. */
const maxShutdownMs = 30_000;

/**
 * Closes the process on SIGTERM and SIGINT with status 0. A second signal, or a shutdown of more than 30 s, ends it
 * with status 1. So does an uncaught error, at once: its state is unknown, and a new process can start sooner.
 */
export function closeOnSignal(log: Logger, close: () => Promise<void>): void {
  closeWithGrace({ delay: maxShutdownMs, logger: log }, async ({ signal, err }) => {
    if (err) {
      log.fatal({ err }, 'ending after an unexpected error');
      process.exit(1);
    }
    log.info({ signal }, 'stopping');
    await close();
    log.info('stopped');
  });
}
