import type { Server } from 'node:http';
import { setImmediate as nextTurn } from 'node:timers/promises';

/** A turn of the event loop that took less has read nothing. */
const quietTurnMs = 0.2;
const maxWaitMs = 1_000;

/**
 * Accepts no more connections and closes those without a request. The kernel resets connections that it has made and the
 * process has not accepted yet, and a proxy repeats no POST that it has sent: so this waits for a turn of the event loop
 * in which nothing arrives, for at most a second.
 */
export async function stopListening(server: Server): Promise<void> {
  let hasAccepted = true;
  const onConnection = () => {
    hasAccepted = true;
  };
  server.on('connection', onConnection);
  const endsAt = performance.now() + maxWaitMs;
  for (let isQuiet = false; !isQuiet && performance.now() < endsAt; ) {
    // From here on to the next one the loop asks the kernel once.
    await nextTurn();
    hasAccepted = false;
    const beganAt = performance.now();
    await nextTurn();
    isQuiet = !hasAccepted && performance.now() - beganAt < quietTurnMs;
  }
  server.off('connection', onConnection);
  // Closes connections without a request as well.
  server.close();
}
