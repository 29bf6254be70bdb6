import type { Server } from 'node:http';
import { setImmediate as nextTurn } from 'node:timers/promises';

/** A shorter turn of the event loop has read nothing. */
const quietTurnMs = 0.2;
const maxWaitMs = 1_000;

/**
 * Stops listening, and closes connections without a request, so that no request of a proxy fails. On closing, the
 * kernel would reset connections that the process has not accepted yet, and a proxy does not repeat a POST. So this
 * first waits, for at most a second, for a turn of the event loop in which nothing arrives.
 */
export async function stopListening(server: Server): Promise<void> {
  let hasAccepted = true;
  const onConnection = () => {
    hasAccepted = true;
  };
  server.on('connection', onConnection);
  const endsAt = performance.now() + maxWaitMs;
  for (let isQuiet = false; !isQuiet && performance.now() < endsAt; ) {
    // Between this turn and the next one, the event loop polls the kernel once.
    await nextTurn();
    hasAccepted = false;
    const startedAt = performance.now();
    await nextTurn();
    isQuiet = !hasAccepted && performance.now() - startedAt < quietTurnMs;
  }
  server.off('connection', onConnection);
  // Also closes connections without a request.
  server.close();
}
