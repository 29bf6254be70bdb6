import closeWithGrace from 'close-with-grace';
import type { Logger } from 'pino';

/** Drains take up to 20 s; the rest is for the last statements. */
const maxShutdownMs = 30_000;

/**
 * Closes the process on SIGTERM and SIGINT with status 0, and after an uncaught error with status 1. A second signal, or
 * a shutdown of more than 30 s, ends it at once with status 1.
 */
export function closeOnSignal(log: Logger, close: () => Promise<void>): void {
  closeWithGrace({ delay: maxShutdownMs, logger: log }, async ({ signal, err }) => {
    if (err) log.fatal({ err }, 'stopping after an unexpected error');
    else log.info({ signal }, 'stopping');
    await close();
    log.info('stopped');
  });
}
